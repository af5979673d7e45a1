import type { ConnectionSource } from '#contract/ipc/connections.ts';
import type { OnlineState } from '#contract/rules/connection-state.ts';

/** What a connection of the fake is grown from. */
export interface Seed {
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

/** About thirty believable things, with every state and every kind of title among them. */
export const seeds: readonly Seed[] = [
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
