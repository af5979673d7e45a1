/** How people write the protocols that the specification lists (part 1, Protocol values). */
const names: Readonly<Record<string, string>> = {
  vless: 'VLESS',
  'vless-2410': 'VLESS 2410',
  trojan: 'Trojan',
  'trojan-2901': 'Trojan 2901',
  outline: 'Outline',
  hysteria2: 'Hysteria 2',
  'shadowsocks-2022': 'Shadowsocks 2022',
  wg: 'WireGuard',
  'amnezia-wg-2': 'AmneziaWG 2',
  mtproto: 'MTProto',
  http: 'HTTP',
  socks5: 'SOCKS5',
};

/** The name to show for a protocol; one that the specification does not list is shown as it came. */
export function protocolName(protocol: string): string {
  return Object.hasOwn(names, protocol) ? (names[protocol] ?? protocol) : protocol;
}

/** What a connection is called: its title, or its protocol and where it is. */
export function shownTitle(of: {
  readonly title: string;
  readonly protocol: string;
  readonly place: string;
}): string {
  return of.title.trim() || [protocolName(of.protocol), of.place].filter(Boolean).join(', ');
}
