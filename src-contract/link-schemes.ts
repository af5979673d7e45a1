/** The schemes that may be handed to a client; never one that opens another kind of program. */
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

/** Links that lead to a whole subscription and are encrypted for one client. */
export function isEncryptedLinkScheme(scheme: string): boolean {
  return scheme === 'happ';
}
