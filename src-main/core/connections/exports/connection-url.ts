import type { SecretPreview } from '#contract/ipc/connections.ts';
import { bareProxy } from '#contract/rules/connection-url.ts';

/** The readable parts of a connection URL. Everything else of it is secret. */
interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: number | null;
  readonly name: string;
}

/** Protocols whose bare `user:pass@host:port` form has a URL of its own. */
const proxySchemes: Readonly<Record<string, string>> = { http: 'http', socks5: 'socks5' };

/** A domain name or an address. What does not look like one may be a secret and is not shown. */
const hostName = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]{1,63}(\.[\p{L}\p{N}_-]{1,63})+|localhost)$/iu;

/**
 * Takes a connection URL apart far enough to recognise it. Written by hand because `URL` refuses
 * what these schemes do: port ranges (`hysteria2://…:443,20000-50000`), whole-Base64 Shadowsocks,
 * bare `user:pass@host:port`. What cannot be recognised yields empty parts, never an error.
 */
export function readConnectionUrl(text: string): UrlParts {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? '';
  if (!scheme) return bareAddress(text);
  const rest = text.slice(scheme.length + 3);
  const [beforeName, afterMark = ''] = splitOnce(rest, '#');
  const name = percentDecoded(afterMark);
  const [address, query = ''] = splitOnce(beforeName, '?');
  if (scheme === 'tg') return telegramProxy(scheme, query, name);
  const authority = splitOnce(address, '/')[0];
  const at = authority.lastIndexOf('@');
  if (at < 0 && scheme === 'ss') return wholeBase64(scheme, authority, name);
  return { scheme, ...hostAndPort(authority.slice(at + 1)), name };
}

/** What the window may see of one secret. */
export function previewOf(
  form: SecretPreview['form'],
  text: string,
  url: UrlParts,
): Omit<SecretPreview, 'traits' | 'leftOut'> {
  const readable =
    form === 'url' ? url.scheme.length + url.host.length + String(url.port ?? '').length : 0;
  return { form, ...url, hidden: Math.max(0, text.length - readable) };
}

/** A secret of MTProto as proxies write it: 16 bytes, before them a mode and behind them a domain. */
const mtprotoSecret = /^(?:[\da-f]{32,}|[\w+/-]{22,}={0,2})$/i;

/**
 * The URL of a bare proxy, as programs want it: `socks5://user:pass@host:port`, or for MTProto
 * `tg://proxy?server=host&port=port&secret=pass`. `undefined` when the text has a scheme already or the
 * protocol has no URL form.
 */
export function proxyUrl(protocol: string, text: string): string | undefined {
  if (protocol === 'mtproto' && bareProxy.test(text)) return telegramUrl(text);
  const scheme = Object.hasOwn(proxySchemes, protocol) ? proxySchemes[protocol] : undefined;
  if (scheme === undefined || !bareProxy.test(text)) return undefined;
  const at = text.lastIndexOf('@');
  const [user, password] = splitOnce(text.slice(0, at), ':');
  const credentials =
    password === undefined
      ? encodeURIComponent(user)
      : `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `${scheme}://${credentials}@${text.slice(at + 1)}`;
}

/** A bare MTProto proxy, whose password, or where there is none its user, is the secret. */
function telegramUrl(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [user, password] = splitOnce(text.slice(0, at), ':');
  const secret = password ?? user;
  const { host, port } = hostAndPort(text.slice(at + 1));
  if (host === '' || port === null || !mtprotoSecret.test(secret)) return undefined;
  const server = host.replace(/^\[|\]$/g, '');
  return `tg://proxy?${new URLSearchParams({ server, port: String(port), secret }).toString()}`;
}

/** A bare address has no name: a `#` belongs to its password. */
function bareAddress(text: string): UrlParts {
  const at = text.lastIndexOf('@');
  return { scheme: '', ...hostAndPort(at < 0 ? '' : text.slice(at + 1)), name: '' };
}

function hostAndPort(text: string): Pick<UrlParts, 'host' | 'port'> {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text);
  const host = match?.[1] ?? '';
  const ports = match?.[2] ?? '';
  if (!hostName.test(host)) return { host: '', port: null };
  if (/^\d{1,5}$/.test(ports)) return { host, port: Number(ports) };
  return { host: /^[\d,-]{1,64}$/.test(ports) ? `${host}:${ports}` : host, port: null };
}

function telegramProxy(scheme: string, query: string, name: string): UrlParts {
  const parameters = new URLSearchParams(query);
  const port = parameters.get('port') ?? '';
  return { scheme, ...hostAndPort(`${parameters.get('server') ?? ''}:${port}`), name };
}

/** `ss://BASE64(method:password@host:port)`, the older form of SIP002. */
function wholeBase64(scheme: string, text: string, name: string): UrlParts {
  const inside = Buffer.from(percentDecoded(text), 'base64').toString('utf8');
  const at = inside.lastIndexOf('@');
  return { scheme, ...hostAndPort(at < 0 ? '' : inside.slice(at + 1)), name };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** A percent-encoded part of an address as text; as it is written where it is not encoded right. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
