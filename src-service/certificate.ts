import 'reflect-metadata';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** What HTTPS needs, all PEM. `ca` is what a client must trust; its key is forgotten. */
interface Certificate {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const daysMs = 86_400_000;
/** Longer lives are refused by some platforms. */
const validDays = 390;

/** Makes an authority and a server certificate for the loopback names and `host`. */
export async function makeCertificate(host: string): Promise<Certificate> {
  const { subtle } = globalThis.crypto;
  const notBefore = new Date(Date.now() - daysMs);
  const notAfter = new Date(Date.now() + validDays * daysMs);
  const authorityKeys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Culvert local service authority',
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=Culvert local service',
    issuer: authority.subject,
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(namesFor(host)),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const pkcs8 = await subtle.exportKey('pkcs8', keys.privateKey);
  return {
    ca: authority.toString('pem'),
    cert: certificate.toString('pem'),
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
  };
}

function namesFor(host: string): { type: 'dns' | 'ip'; value: string }[] {
  const names = new Set(['localhost', '127.0.0.1', '::1', host]);
  return [...names].map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }));
}
