import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  scryptSync,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { createSecureContext, rootCertificates } from 'node:tls';

/** Known answers of standards: Electron has another cryptography library than Node. */
const uses: Readonly<Record<string, () => boolean>> = {
  'AES-256-GCM': () => {
    const [key, nonce, text] = [randomBytes(32), randomBytes(12), randomBytes(100)];
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(cipher.getAuthTag());
    return Buffer.concat([decipher.update(sealed), decipher.final()]).equals(text);
  },
  // NIST SP 800-38A, F.5.5.
  'AES-256-CTR': () => {
    const key = bytes('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4');
    const counter = bytes('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff');
    const sealed = createCipheriv('aes-256-ctr', key, counter).update(
      bytes('6bc1bee22e409f96e93d7e117393172a'),
    );
    return sealed.toString('hex') === '601ec313775789a5b7a7f504bbf3d228';
  },
  // RFC 7914, 12.
  scrypt: () =>
    scryptSync('password', 'NaCl', 32, { N: 1024, r: 8, p: 16, maxmem: 2 ** 25 }).toString(
      'hex',
    ) === 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162',
  // RFC 5869, A.1.
  HKDF: () =>
    Buffer.from(
      hkdfSync(
        'sha256',
        createSecretKey(Buffer.alloc(22, 0x0b)),
        bytes('000102030405060708090a0b0c'),
        bytes('f0f1f2f3f4f5f6f7f8f9'),
        42,
      ),
    ).toString('hex') ===
    '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  // RFC 4231, 4.2.
  HMAC: () =>
    createHmac('sha256', createSecretKey(Buffer.alloc(20, 0x0b)))
      .update('Hi There')
      .digest('hex') === 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  Ed25519: () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const text = randomBytes(100);
    const key = publicKey.export({ format: 'der', type: 'spki' });
    const read = createPublicKey({ key, format: 'der', type: 'spki' });
    return verify(null, text, read, sign(null, text, privateKey));
  },
  // RFC 7748, 5.2, in the form that a tunnel's key is read in (RFC 8410).
  X25519: () => {
    const point = `09${'00'.repeat(31)}`;
    const privateKey = createPrivateKey({
      key: bytes(`302e020100300506032b656e04220420${point}`),
      format: 'der',
      type: 'pkcs8',
    });
    const publicKey = createPublicKey({
      key: bytes(`302a300506032b656e032100${point}`),
      format: 'der',
      type: 'spki',
    });
    return (
      diffieHellman({ privateKey, publicKey }).toString('hex') ===
      '422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079'
    );
  },
  'X.509': () => {
    const [root = ''] = rootCertificates;
    return new X509Certificate(root).ca;
  },
  'a secure context': () => {
    createSecureContext({ ca: [...rootCertificates] });
    return true;
  },
};

function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

/** The names of all that gave the right answer. @throws for one that did not */
export function checkCrypto(): Promise<string> {
  for (const [name, isRight] of Object.entries(uses)) {
    if (!isRight()) throw new Error(`${name} gave another answer`);
  }
  return Promise.resolve(Object.keys(uses).join(', '));
}
