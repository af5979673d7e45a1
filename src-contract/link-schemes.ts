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

/** The app whose own scheme it is: a subscription's encrypted link is for that app alone. */
export function appOfLink(scheme: string): 'Happ' | undefined {
  return scheme === 'happ' ? 'Happ' : undefined;
}
