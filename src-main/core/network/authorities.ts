import { X509Certificate } from 'node:crypto';
import type { Authority, AuthorityIssue } from '#contract/ipc/network.ts';

/** No CA file is larger; the system's whole bundle is about a quarter of this. */
export const largestCaFile = 1024 * 1024;
const maxAuthorities = 20;

export interface Authorities {
  /** PEM, only the certificates: a private key that lay beside them is not taken along. */
  readonly pem: string;
  readonly listed: readonly Authority[];
}

export const noAuthorities: Authorities = { pem: '', listed: [] };

/** Reads a CA file, PEM or one DER: all of authorities, or no check would trust them, and none expired. */
export function readAuthorities(file: Uint8Array, now: number): Authorities | AuthorityIssue {
  const certificates = certificatesIn(file);
  if (certificates.length === 0 || certificates.length > maxAuthorities) return 'no-certificate';
  if (certificates.some(({ ca }) => !ca)) return 'not-authority';
  const listed = certificates.map((certificate) => ({
    subject: nameOf(certificate.subject),
    expiresAt: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  }));
  if (listed.some(({ expiresAt }) => expiresAt <= now)) return 'expired';
  return { pem: certificates.map(String).join(''), listed };
}

function certificatesIn(file: Uint8Array): X509Certificate[] {
  const text = Buffer.from(file).toString('latin1');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  try {
    return (blocks ?? [file]).map((block) => new X509Certificate(block));
  } catch {
    return [];
  }
}

/** The common name of a distinguished name, which Node writes one attribute a line; else all of it. */
function nameOf(subject: string): string {
  const lines = subject.split('\n');
  const common = lines.find((line) => line.startsWith('CN='));
  return (common?.slice('CN='.length) ?? lines.join(', ')).slice(0, 200);
}
