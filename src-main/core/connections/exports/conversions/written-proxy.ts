import type { Tls } from './proxy.ts';

/** A value of JSON or YAML; `undefined` fields are not written. */
export type Written =
  | string
  | number
  | boolean
  | undefined
  | readonly Written[]
  | { readonly [name: string]: Written };
export type WrittenObject = Readonly<Record<string, Written>>;

/** A connection as another program writes it, and what of it that program has nothing for. */
export interface WrittenProxy {
  readonly fields: WrittenObject;
  readonly lost: readonly string[];
}

/** The ciphers of Shadowsocks that sing-box and Mihomo both have and that are not withdrawn. */
export const shadowsocksMethods: readonly string[] = [
  ...['2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm', '2022-blake3-chacha20-poly1305'],
  ...['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm'],
  ...['chacha20-ietf-poly1305', 'xchacha20-ietf-poly1305'],
];

/** What of TLS a program does not have that imitates only these. */
export function lostOfTls(tls: Tls | null, known: readonly string[]): readonly string[] {
  const fingerprint = tls?.fingerprint ?? null;
  return fingerprint === null || known.includes(fingerprint) ? [] : ['fp'];
}
