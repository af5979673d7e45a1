import { onePort, writtenHost, writtenPorts } from '../texts/address.ts';
import { readLink, schemeOf } from '../texts/share-link/read-link.ts';
import {
  isTelegramLink,
  readTelegramLink,
  telegramLinkOf,
} from '../texts/telegram-link/read-telegram-link.ts';

/** The readable parts of a connection URL. Everything else of it is secret. */
interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: number | null;
  readonly name: string;
}

/** What of a connection URL may be shown: nothing but the scheme where it is not understood. */
export function readConnectionUrl(text: string): UrlParts {
  const link = isTelegramLink(text) ? readTelegramLink(text) : readLink(text);
  const { scheme } = link;
  if ('problem' in link) return { scheme, host: '', port: null, name: '' };
  const port = onePort(link);
  const host = writtenHost(link.host);
  return port === undefined
    ? { scheme, host: `${host}:${writtenPorts(link.ports).join(',')}`, port: null, name: link.name }
    : { scheme, host, port, name: link.name };
}

/** `socks5://user:pass@host:port`, or `tg://proxy?…` for MTProto; `undefined` for other texts. */
export function proxyUrl(protocol: string, text: string): string | undefined {
  if (schemeOf(text) !== '') return undefined;
  const link = readLink(text);
  if ('problem' in link) return undefined;
  const { login, hasLogin } = link;
  if (protocol === 'mtproto') return telegramLinkOf(link, hasLogin ? login.password : login.user);
  if (protocol !== 'http' && protocol !== 'socks5') return undefined;
  const user = encodeURIComponent(login.user);
  const credentials = hasLogin ? `${user}:${encodeURIComponent(login.password)}` : user;
  const address = `${writtenHost(link.host)}:${writtenPorts(link.ports).join(',')}`;
  return `${protocol}://${credentials}@${address}`;
}
