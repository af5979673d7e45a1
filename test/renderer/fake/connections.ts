import type {
  ConnectionDetail,
  ConnectionSource,
  OnlineState,
} from '../../../src-contract/bridge/connections.ts';
import type { ServerStats } from '../../../src-contract/bridge/stats.ts';

/** A connection of the fake, with what the real window would only get by asking for it. */
export interface FakeConnection extends ConnectionDetail {
  readonly secret: string;
}

interface Seed {
  readonly title: string;
  readonly protocol: string;
  readonly country: string;
  readonly place: string;
  readonly source?: ConnectionSource;
  readonly online?: OnlineState;
  /** Days from now; `null` for none. */
  readonly expires?: number | null;
  readonly favourite?: boolean;
  readonly host?: string;
  readonly flags?: readonly string[];
  readonly gone?: boolean;
}

const day = 86_400;

/** About thirty believable things, with every state and every kind of title among them. */
const seeds: readonly Seed[] = [
  {
    title: 'Phone',
    protocol: 'vless',
    country: 'NL',
    place: 'Amsterdam',
    favourite: true,
    expires: 23,
  },
  {
    title: 'Ноутбук, дом',
    protocol: 'amnezia-wg-2',
    country: 'DE',
    place: 'Frankfurt',
    favourite: true,
    expires: 3,
  },
  {
    title: 'Router',
    protocol: 'wg',
    country: 'FI',
    place: 'Helsinki',
    favourite: true,
    expires: 118,
  },
  {
    title: 'Мамин планшет',
    protocol: 'vless',
    country: 'RU',
    place: 'Москва',
    favourite: true,
    expires: 0.21,
    flags: ['noChangeCountry'],
  },
  {
    title: 'Work MacBook',
    protocol: 'hysteria2',
    country: 'SE',
    place: 'Stockholm',
    expires: 61,
    host: 'sto-2.example.net:20000-50000',
  },
  { title: 'تلفن خانه', protocol: 'trojan', country: 'TR', place: 'İstanbul', expires: 15 },
  { title: 'המחשב של אבא', protocol: 'vless', country: 'IL', place: 'תל אביב', expires: 40 },
  {
    title:
      'A title of a hundred characters that somebody wrote to see what happens when it is far too long.',
    protocol: 'http',
    country: 'US',
    place: 'nyc-gateway-04',
    source: 'proxy',
    expires: 200,
  },
  { title: '', protocol: 'shadowsocks-2022', country: 'JP', place: 'Tokyo', expires: 9 },
  { title: '', protocol: 'vless-2410', country: 'KZ', place: 'Алматы', expires: 31 },
  {
    title: 'Old phone',
    protocol: 'trojan-2901',
    country: 'PL',
    place: 'Warszawa',
    online: 'offline',
    expires: -2,
  },
  {
    title: 'Дача',
    protocol: 'outline',
    country: 'LV',
    place: 'Rīga',
    online: 'offline',
    expires: 6.4,
  },
  {
    title: 'Test',
    protocol: 'quic-next',
    country: 'XX',
    place: 'Lab',
    online: 'unknown',
    expires: 12,
  },
  {
    title: 'Media server',
    protocol: 'vless',
    country: 'NL',
    place: 'media-01',
    source: 'cloud',
    expires: 27,
  },
  {
    title: 'Media server, 2nd',
    protocol: 'amnezia-wg-2',
    country: 'NL',
    place: 'media-01',
    source: 'cloud',
    expires: 27,
  },
  {
    title: 'Scraper',
    protocol: 'socks5',
    country: 'NL',
    place: 'media-01',
    source: 'proxy',
    expires: 27,
  },
  {
    title: 'Telegram',
    protocol: 'mtproto',
    country: 'NL',
    place: 'media-01',
    source: 'proxy',
    expires: 27,
    favourite: true,
  },
  {
    title: 'Офис, переговорная',
    protocol: 'vless',
    country: 'DE',
    place: 'Berlin',
    source: 'cloud',
    expires: 88,
  },
  {
    title: 'Белый интернет, Москва',
    protocol: 'vless',
    country: 'RU',
    place: 'Москва',
    source: 'paid',
    expires: 1.2,
  },
  {
    title: 'Белый интернет, Санкт-Петербург',
    protocol: 'vless',
    country: 'RU',
    place: 'Санкт-Петербург',
    source: 'paid',
    expires: 1.2,
  },
  {
    title: 'Белый интернет, Казань',
    protocol: 'vless',
    country: 'RU',
    place: 'Казань',
    source: 'paid',
    expires: 1.2,
    online: 'unknown',
  },
  {
    title: 'Phone, proxy',
    protocol: 'socks5',
    country: 'NL',
    place: 'Amsterdam',
    source: 'subconfig',
    expires: null,
  },
  { title: 'TV box', protocol: 'wg', country: 'GB', place: 'London', expires: 74 },
  { title: 'Steam Deck', protocol: 'hysteria2', country: 'FR', place: 'Paris', expires: 19 },
  {
    title: 'Camera',
    protocol: 'wg',
    country: 'CH',
    place: 'Zürich',
    online: 'offline',
    expires: 52,
  },
  {
    title: 'Сервер резервных копий',
    protocol: 'shadowsocks-2022',
    country: 'IS',
    place: 'Reykjavík',
    expires: 301,
  },
  { title: 'iPad', protocol: 'vless', country: 'ES', place: 'Madrid', expires: 5 },
  { title: 'Guest', protocol: 'outline', country: 'IT', place: 'Milano', expires: 33 },
  {
    title: 'Travel',
    protocol: 'trojan',
    country: 'SG',
    place: 'Singapore',
    expires: 44,
    gone: true,
  },
  { title: 'Desktop', protocol: 'vless', country: 'AT', place: 'Wien', expires: 90 },
  {
    title: 'Expired long ago',
    protocol: 'vless',
    country: 'CZ',
    place: 'Praha',
    online: 'offline',
    expires: -140,
  },
  {
    title: 'Work, <b>not bold</b>',
    protocol: 'trojan',
    country: 'EE',
    place: 'Tallinn',
    expires: 66,
  },
];

const schemes: Readonly<Record<string, string>> = {
  hysteria2: 'hysteria2',
  trojan: 'trojan',
  'trojan-2901': 'trojan',
  outline: 'ss',
  'shadowsocks-2022': 'ss',
  wg: 'wireguard',
  'amnezia-wg-2': 'vpn',
  mtproto: 'tg',
};

function keyOf(source: ConnectionSource, n: number): string {
  if (source === 'config') return `config:${String(n + 1)}`;
  if (source === 'subconfig') return `sub:config:${String(n)}`;
  return `${source}:3:${String(n + 1)}`;
}

function grow(seed: Seed, n: number, now: number): FakeConnection {
  const source = seed.source ?? 'config';
  const code = seed.country.toLowerCase();
  const host =
    seed.host ?? `${code}-${String((n % 9) + 1)}.example.net:${String(443 + (n % 4) * 1000)}`;
  const bare = source === 'proxy' && seed.protocol !== 'mtproto';
  const awg = seed.protocol === 'amnezia-wg-2' || seed.protocol === 'wg';
  const forms = bare
    ? (['url', 'proxy-url'] as const)
    : awg
      ? (['url', 'awg'] as const)
      : n % 5 === 0
        ? (['url', 'xray'] as const)
        : (['url'] as const);
  const scheme = bare ? '' : (schemes[seed.protocol] ?? 'vless');
  const [name = '', port = ''] = host.split(':');
  const ranged = port.includes('-');
  const created = Math.floor(now / 1000) - (n + 3) * 9 * day;
  return {
    key: keyOf(source, n),
    source,
    title: seed.title,
    protocol: seed.protocol,
    country: seed.country,
    place: seed.place,
    host,
    online: seed.online ?? 'online',
    expiresAt: seed.expires === null ? null : Math.floor(now / 1000 + (seed.expires ?? 30) * day),
    autoRenewal: source === 'proxy' ? null : n % 3 === 0,
    favourite: seed.favourite ?? false,
    server:
      source === 'subconfig' ? 'config:1' : seed.protocol === 'quic-next' ? null : `server:${host}`,
    forms,
    previews: forms.map((form) => ({
      form,
      scheme: form === 'proxy-url' ? seed.protocol : form === 'url' ? scheme : '',
      host: ranged ? host : name,
      port: ranged ? null : Number(port),
      name: form === 'url' && !bare ? seed.title : '',
      hidden: form === 'url' ? 186 : form === 'proxy-url' ? 24 : 1264,
    })),
    createdAt: created,
    autoRenewalDays: n % 3 === 0 ? 30 : null,
    flags: seed.flags ?? [],
    locationId: source === 'paid' ? null : 1 + (n % 12),
    serverId: source === 'config' || source === 'paid' ? 100 + (n % 7) : null,
    extendedSettings: seed.protocol === 'vless' ? n % 2 === 0 : null,
    titleRule: { max: source === 'proxy' ? 100 : 64, nullable: source !== 'paid' },
    fetchedAt: now - 2 * 60_000,
    gone: seed.gone ?? false,
    subconfig: n === 0 ? 'sub:config:21' : null,
    secret: `${scheme === '' ? '' : `${scheme}://`}4f1c2a9e-0000-4000-8000-${String(n).padStart(12, '0')}@${host}?type=tcp&security=reality&pbk=Zm9vYmFyYmF6cXV4&sid=0a1b&sni=example.com#${encodeURIComponent(seed.title)}`,
  };
}

/** The thirty, or as many as wanted made of them. */
export function fakeConnections(count: number | 'demo', now: number): FakeConnection[] {
  const wanted = count === 'demo' ? seeds.length : count;
  return Array.from({ length: wanted }, (_, n) => {
    const seed = seeds[n % seeds.length] ?? seeds[0];
    if (seed === undefined) throw new Error('no seeds');
    const again = Math.floor(n / seeds.length);
    return grow(
      again === 0 ? seed : { ...seed, title: `${seed.title} ${String(again)}`, favourite: false },
      n,
      now,
    );
  });
}

/** A wave that looks like a server's day. */
function wave(seed: number, at: number, low: number, high: number): number {
  const value =
    Math.sin(at / 7 + seed) * 0.5 +
    Math.sin(at / 2.3 + seed * 3) * 0.3 +
    Math.sin(at * 1.7 + seed) * 0.2;
  return Math.round((low + ((value + 1) / 2) * (high - low)) * 10) / 10;
}

/** Statistics of a server after `polls` readings. */
export function fakeStats(server: string, now: number, polls: number): ServerStats {
  const seed = Array.from(server).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 97;
  const days = Array.from({ length: 14 }, (_, n) => ({
    date: new Date(now - (13 - n) * day * 1000).toISOString().slice(0, 10),
    cpu: wave(seed, n, 8, 76),
    ram: wave(seed + 5, n, 34, 68),
    up: wave(seed + 9, n, 4, 90),
    down: wave(seed + 2, n, 20, 340),
  }));
  const recent = Array.from(
    { length: Math.min(60, 30 + polls) },
    (_, n, length = Math.min(60, 30 + polls)) => ({
      at: now - (length - 1 - n) * 5000,
      up: wave(seed + 9, n + polls, 4, 90),
      down: wave(seed + 2, n + polls, 20, 340),
    }),
  );
  const last = recent.at(-1);
  const today = days.at(-1);
  if (last !== undefined && today !== undefined)
    days[days.length - 1] = { ...today, up: last.up, down: last.down };
  return {
    server,
    fetchedAt: now,
    host: server.replace(/^server:/, ''),
    status: 'up',
    uptimeDays: 41 + (seed % 60),
    cpuModel: 'AMD EPYC 7443P 24-Core Processor',
    days,
    recent,
  };
}
