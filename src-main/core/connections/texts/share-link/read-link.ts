import { percentDecoded, base64Text, nameDecoded } from '../encoded.ts';
import { readAddress, type Address } from '../address.ts';
import { LinkFields } from './link-fields.ts';

/** Which part of a link could not be read; `scheme`: it is of no kind that is known. */
type LinkProblem = 'link' | 'scheme' | 'user' | 'host' | 'port';

/** A link taken apart. Nothing but the host, the ports and the name may be shown. */
export interface ShareLink extends Address {
  /** In lower case; empty for a bare proxy. */
  readonly scheme: string;
  /** What is before the `@`, decoded; of Shadowsocks `method:password`. */
  readonly user: string;
  /** The same before and after its first colon; of a link each is decoded. */
  readonly login: { readonly user: string; readonly password: string };
  /** Whether `user` holds a colon that is not encoded, on which programs disagree. */
  readonly hasLogin: boolean;
  readonly fields: LinkFields;
  readonly name: string;
}

/** A link that is none, its scheme where it has one, and where that is seen. Nothing of it is shown. */
interface BrokenLink {
  readonly scheme: string;
  readonly problem: LinkProblem;
}

export type LinkReading = ShareLink | BrokenLink;

/** What the links of a scheme are: whether they need a user, and the port where they name none. */
const kinds: Readonly<Record<string, { readonly user: boolean; readonly port?: number }>> = {
  vless: { user: true },
  trojan: { user: true },
  ss: { user: true },
  hysteria2: { user: false, port: 443 },
  hy2: { user: false, port: 443 },
  wireguard: { user: true },
  wg: { user: true },
  awg: { user: true },
  http: { user: false },
  socks5: { user: false },
};

/** WireGuard and AmneziaWG, whose user is the private key. */
export const tunnelSchemes: readonly string[] = ['wireguard', 'wg', 'awg'];

/** Whether the tunnel's file beside the link says more. */
export function isInFile(link: LinkReading): boolean {
  return 'problem' in link || tunnelSchemes.includes(link.scheme);
}

/** An address behind a password that is not encoded: what is before it is then part of the password. */
const laterAddress = /@(?:\[[\da-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+|localhost):\d/iu;

/** The scheme of a link in lower case; empty for a bare proxy. */
export function schemeOf(text: string): string {
  return /^\s*([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? '';
}

/**
 * Takes a link of a connection apart, as its clients do: `scheme://user@host:port?fields#name`, the older
 * `ss://Base64`, and a bare `user:password@host:port`. Written by hand, because `URL` refuses what these
 * schemes do, such as several ports. Never throws. What could be read in two ways, because a password is not
 * encoded, is not read at all: the rest of the password would be shown, or another server contacted.
 */
export function readLink(text: string): LinkReading {
  const link = text.trim();
  const scheme = schemeOf(link);
  if (scheme === '') return bareProxy(link);
  const rest = link.slice(scheme.length + '://'.length);
  const kind = Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined;
  if (kind === undefined) return { scheme, problem: 'scheme' };
  const parts = base64Parts(scheme, rest) ?? partsOf(rest);
  if ('problem' in parts) return { scheme, problem: parts.problem };
  const { rawUser, address, query, fragment } = parts;
  const user = userOf(scheme, rawUser);
  const colon = rawUser.indexOf(':');
  const login = colon < 0 ? [rawUser, ''] : [rawUser.slice(0, colon), rawUser.slice(colon + 1)];
  const [name, password] = login.map(percentDecoded);
  if (user === undefined || name === undefined || password === undefined) {
    return { scheme, problem: 'user' };
  }
  if (kind.user && user === '') return { scheme, problem: 'user' };
  const read = readAddress(address, kind.port);
  if (typeof read === 'string') return { scheme, problem: read };
  return {
    scheme,
    ...read,
    user,
    login: { user: name, password },
    hasLogin: colon >= 0,
    fields: new LinkFields(query),
    name: nameDecoded(fragment),
  };
}

interface Parts {
  readonly rawUser: string;
  readonly address: string;
  readonly query: string;
  readonly fragment: string;
}

/** What of a link is before its parameters, these, and the name with its `#`, as they are written. */
export function splitLink(link: string): readonly [before: string, query: string, name: string] {
  const [, before = '', query = '', name = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(link) ?? [];
  return [before, query, name];
}

function partsOf(rest: string): Parts | { readonly problem: LinkProblem } {
  const [before, query, fragment] = splitLink(rest);
  const [, authority = '', path = ''] = /^([^/]*)(\/.*)?$/s.exec(before) ?? [];
  if (laterAddress.test(rest.slice(authority.length))) return { problem: 'user' };
  const at = authority.lastIndexOf('@');
  const rawUser = authority.slice(0, Math.max(0, at));
  if (!['', '/'].includes(path)) return { problem: at < 0 ? 'user' : 'link' };
  // Copied out of a page: clients take the parameters after it for others.
  if (query.includes('&amp;')) return { problem: 'link' };
  return { rawUser, address: authority.slice(at + 1), query, fragment: fragment.slice(1) };
}

/** A user in Base64 may have slashes, which end the address elsewhere. */
function base64Parts(scheme: string, rest: string): Parts | undefined {
  if (scheme === 'ss') return shadowsocksParts(rest);
  const [, key = '', address = '', query = '', fragment = ''] =
    /^([\w+/-]{43}=?)@([^/?#]*)\/?(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  const isTunnel = key !== '' && tunnelSchemes.includes(scheme);
  return isTunnel ? { rawUser: key, address, query, fragment } : undefined;
}

/** The older `ss://BASE64(method:password@host:port)#name`, and Base64 with a `/`. */
function shadowsocksParts(rest: string): Parts | undefined {
  const [, base64 = '', address, query = '', fragment = ''] =
    /^([\w+/=%-]+)(?:@([^/?#]*))?\/?(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) ?? [];
  const inside = base64Text(percentDecoded(base64) ?? '') ?? '';
  const [, pair = '', host = address] =
    /^([\w-]+:.+)@([^@]*)$/s.exec(inside) ?? /^([\w-]+:.+)$/s.exec(inside) ?? [];
  if (pair === '' || host === undefined) return undefined;
  const rawUser = Buffer.from(address === undefined ? pair : inside).toString('base64url');
  return { rawUser, address: address ?? host, query, fragment };
}

/** Of Shadowsocks the method and the password, which are Base64 or percent-encoded. */
function userOf(scheme: string, rawUser: string): string | undefined {
  const user = percentDecoded(rawUser);
  return scheme === 'ss' && user !== undefined && !rawUser.includes(':') ? base64Text(user) : user;
}

/** A bare `user:password@host:port`, in which nothing is encoded, and which has no name. */
function bareProxy(text: string): LinkReading {
  const at = text.lastIndexOf('@');
  const read = readAddress(text.slice(at + 1));
  if (at < 0 || /\s/.test(text)) return { scheme: '', problem: 'link' };
  if (typeof read === 'string') return { scheme: '', problem: read };
  const whole = text.slice(0, at);
  const colon = whole.indexOf(':');
  const [user, password] =
    colon < 0 ? [whole, ''] : [whole.slice(0, colon), whole.slice(colon + 1)];
  return {
    scheme: '',
    ...read,
    user: whole,
    login: { user, password },
    hasLogin: colon >= 0,
    fields: new LinkFields(''),
    name: '',
  };
}
