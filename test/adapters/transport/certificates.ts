import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { webcrypto } from 'node:crypto';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

interface Issued {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of the test's own, and what it issues. */
export interface Authority {
  /** PEM of the authority's own certificate. */
  readonly ca: string;
  /** A server's certificate for these names, valid for the given days from now. */
  issue(names: readonly string[], days?: { from: number; to: number }): Promise<Issued>;
}

export async function createAuthority(valid = { from: -1, to: 30 }): Promise<Authority> {
  cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const own = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test authority',
    notBefore: new Date(Date.now() + valid.from * day),
    notAfter: new Date(Date.now() + valid.to * day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    ca: own.toString('pem'),
    async issue(names, days = { from: -1, to: 30 }) {
      return issue(names, days, { certificate: own, key: keys.privateKey });
    },
  };
}

/** A self-signed certificate of a server. */
export async function selfSigned(names: readonly string[]): Promise<Issued> {
  cryptoProvider.set(webcrypto);
  return issue(names, { from: -1, to: 30 });
}

async function issue(
  names: readonly string[],
  days: { from: number; to: number },
  by?: { certificate: X509Certificate; key: webcrypto.CryptoKey },
): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = 'CN=Test server';
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject,
    issuer: by?.certificate.subject ?? subject,
    notBefore: new Date(Date.now() + days.from * day),
    notAfter: new Date(Date.now() + days.to * day),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: by?.key ?? keys.privateKey,
    extensions: [
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value })),
      ),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  return { cert: certificate.toString('pem'), key };
}
