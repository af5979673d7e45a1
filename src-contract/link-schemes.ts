/**
 * The schemes of connection links that may be handed to an installed client: those that the service
 * gives, and the other spellings of the same. Never `http`, `file` or another scheme that a
 * system opens with a program that is no client.
 */
export const linkSchemes = [
  'vless',
  'trojan',
  'ss',
  'hysteria2',
  'hy2',
  'wireguard',
  'awg',
  'tg',
] as const;
export type LinkScheme = (typeof linkSchemes)[number];

export function isLinkScheme(scheme: string): scheme is LinkScheme {
  return linkSchemes.some((known) => known === scheme);
}

/**
 * Whether links of this scheme, which lead to a whole subscription and are encrypted for one client, may
 * be handed to that client.
 */
export function isEncryptedLinkScheme(scheme: string): boolean {
  return scheme === 'happ';
}
