/**
 * The schemes of connection links that may be handed to an installed client: those that the service
 * gives, and the other spellings of the same. Never `http`, `file` or another scheme that a
 * system opens with a program that is no client.
 */
const linkSchemes = [
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

const xrayClients = ['Hiddify', 'v2rayN', 'Karing'];
const tunnelClients = ['AmneziaVPN', 'AmneziaWG'];

/** Well-known programs for Windows, macOS or Linux that take what such a link describes; names alone. */
export const knownClients: Readonly<Record<LinkScheme, readonly string[]>> = {
  vless: xrayClients,
  trojan: xrayClients,
  ss: xrayClients,
  hysteria2: xrayClients,
  hy2: xrayClients,
  wireguard: ['WireGuard', ...tunnelClients],
  awg: tunnelClients,
  tg: ['Telegram'],
};

const xrayPhoneApps = ['Hiddify', 'Karing'];
const phoneApps: Readonly<Record<string, readonly string[]>> = {
  vless: xrayPhoneApps,
  'vless-2410': xrayPhoneApps,
  trojan: xrayPhoneApps,
  'trojan-2901': xrayPhoneApps,
  outline: ['Outline', ...xrayPhoneApps],
  hysteria2: xrayPhoneApps,
  'shadowsocks-2022': xrayPhoneApps,
  wg: ['WireGuard', 'AmneziaVPN'],
  'amnezia-wg-2': ['AmneziaWG', 'AmneziaVPN'],
  mtproto: ['Telegram'],
};

/** Well-known apps for a phone that scan the code of a connection of this protocol; names alone. */
export function phoneAppsFor(protocol: string): readonly string[] {
  return Object.hasOwn(phoneApps, protocol) ? (phoneApps[protocol] ?? []) : [];
}
