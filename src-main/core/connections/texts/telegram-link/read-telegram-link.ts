import { nameDecoded } from '../encoded.ts';
import { readAddress, writtenHost, type Address } from '../address.ts';

interface TelegramLink extends Address {
  readonly scheme: 'tg';
  /** As it is written; empty where it is none. */
  readonly secret: string;
  readonly name: string;
}

interface BrokenTelegramLink {
  readonly scheme: 'tg';
  readonly problem: 'link' | 'host' | 'port';
}

/** A secret as proxies write it: 16 bytes, before them a mode and behind them a domain. */
const secretText = /^(?:[\da-f]{32,}|[\w+/-]{22,}={0,2})$/i;

/** The site of Telegram, which hands the links of proxies on to its client. */
const site = /^\s*https?:\/\/(?:t|telegram)\.me\/(?=proxy\/?\?)/i;

/** A link of Telegram's site as the one that its client takes; any other text as it is. */
export const clientLink = (text: string): string => text.replace(site, 'tg://');

export function isTelegramLink(text: string): boolean {
  return /^\s*tg:\/\//i.test(clientLink(text));
}

/** Takes `tg://proxy?server=host&port=port&secret=secret` apart. Never throws. */
export function readTelegramLink(text: string): TelegramLink | BrokenTelegramLink {
  const [, query = '', fragment = ''] =
    /^tg:\/\/proxy\/?\?([^#]*)(?:#(.*))?$/is.exec(clientLink(text).trim()) ?? [];
  if (query === '') return { scheme: 'tg', problem: 'link' };
  const fields = new URLSearchParams(query);
  const field = (name: string) => fields.get(name) ?? '';
  const host = field('server').replace(/^\[|\]$/g, '');
  const read = readAddress(`${writtenHost(host)}:${field('port')}`);
  if (typeof read === 'string') return { scheme: 'tg', problem: read };
  // A query writes a space for the plus sign of Base64 where it was not encoded.
  const written = field('secret').replaceAll(' ', '+');
  const secret = secretText.test(written) ? written : '';
  return { scheme: 'tg', ...read, secret, name: nameDecoded(fragment) };
}

/** The link of a bare proxy; `undefined` where its password, or where it has none its user, is no secret. */
export function telegramLinkOf(address: Address, secret: string): string | undefined {
  const [port] = address.ports;
  if (port === undefined || !secretText.test(secret)) return undefined;
  const parameters = { server: address.host, port: String(port.from), secret };
  return `tg://proxy?${new URLSearchParams(parameters).toString()}`;
}
