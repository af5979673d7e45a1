// Constants, apart from the schemas of values.ts: the window's first screen loads no schema.

/** The nine protocols of a VPN configuration (part 1, Protocol values). */
export const protocols = [
  'vless',
  'trojan',
  'trojan-2901',
  'outline',
  'hysteria2',
  'vless-2410',
  'shadowsocks-2022',
  'wg',
  'amnezia-wg-2',
] as const;
export type Protocol = (typeof protocols)[number];

/** The protocol of this name; `undefined` for one that a configuration cannot be created with. */
export function protocolOf(name: string): Protocol | undefined {
  return protocols.find((each) => each === name);
}

/** What may be created on a cloud server: the nine and `mtproto`. */
export const cloudProtocols = [...protocols, 'mtproto'] as const;

export const proxyProtocols = ['http', 'socks5', 'mtproto'] as const;
export type ProxyProtocol = (typeof proxyProtocols)[number];

/** What the service takes for an absent `page` and `limit` of a device listing. */
export const devicePage = { page: 1, limit: 20 } as const;

/** As many devices as the service gives at once, so that a search sees most. */
export const pageOfDevices = { page: 1, limit: 100 } as const;

/** The states of a paid option that the specification shows. */
export const optionStatuses = ['active', 'disabled', 'limited', 'expired'] as const;

export const gigabyte = 1024 ** 3;

export const dayMs = 24 * 3_600_000;

export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The settings of a user who changed none; the schema `Settings` says what each is. */
export const defaultSettings = {
  language: 'system',
  theme: 'system',
  clipboardSeconds: 60,
  closeToTray: true,
  trayShows: 'recents',
  quickKeys: 'usual',
  keyDevices: true,
  startWithSystem: false,
  notifyMoney: true,
  notifyTerms: true,
  notifyMachines: true,
  lockMinutes: 0,
  checksExplained: false,
  checkOnNetworkChange: false,
  checkHistory: true,
  checkHourly: false,
  pasteApp: null,
  scanApp: null,
} as const;

/** What is bought, expires and is renewed: configurations, cloud servers and paid options. */
export const productKinds = ['config', 'server', 'option'] as const;
export type ProductKind = (typeof productKinds)[number];
