import type { ConnectionSecrets } from '#core/connections/connection.ts';
import { percentDecoded } from '#core/connections/exports/connection-url.ts';
import {
  isSendable,
  noAmnezia,
  readSignature,
  type AmneziaOptions,
  type HeaderRange,
} from './packets/amnezia.ts';
import { keyBytes } from './packets/wireguard.ts';
import type { Place, WireGuardTarget } from './target.ts';

/** The parts of a URL that say how its server is spoken to. */
export interface UrlDetails {
  /** The text before `@`, not decoded. */
  readonly user: string;
  readonly query: URLSearchParams;
}

/** Looks a parameter up by its name in lower case. */
type Parameters = (name: string) => string | undefined;

/**
 * A WireGuard or AmneziaWG server as its `.conf` text describes it, which says more than the URL, or
 * else as the URL does. `undefined` when it is not described whole.
 */
export function wireGuardTarget(
  secrets: ConnectionSecrets,
  place: Place | undefined,
  { user, query }: UrlDetails,
): WireGuardTarget | undefined {
  const { awg_config: config } = secrets;
  const given = config === undefined ? ofQuery(user, query) : ofConfig(config);
  const where = config === undefined ? place : (endpointOf(given('endpoint')) ?? place);
  const amnezia = amneziaOf(given);
  const privateKey = keyOf(given('privatekey'));
  const publicKey = keyOf(given('publickey'));
  const shared = given('presharedkey');
  const presharedKey = shared === undefined ? Buffer.alloc(keyBytes) : keyOf(shared);
  if (!where || !amnezia || !privateKey || !publicKey || !presharedKey) return undefined;
  return { kind: 'wireguard', ...where, keys: { privateKey, publicKey, presharedKey }, amnezia };
}

function ofQuery(user: string, query: URLSearchParams): Parameters {
  const values = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  // A query writes a space for the plus sign of Base64 where it was not encoded.
  return (name) =>
    name === 'privatekey' ? percentDecoded(user) : values.get(name)?.replaceAll(' ', '+');
}

function ofConfig(text: string): Parameters {
  const values = new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
  return (name) => values.get(name);
}

function endpointOf(text = ''): Place | undefined {
  const [, bracketed, plain, portText] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]\s]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(portText);
  if (host === undefined || !(port >= 1 && port <= 65_535)) return undefined;
  return { host, ports: [{ from: port, to: port }] };
}

function keyOf(text = ''): Buffer | undefined {
  const bytes = Buffer.from(/^[\w+/-]{43}=?$/.test(text) ? text : '', 'base64');
  return bytes.byteLength === keyBytes ? bytes : undefined;
}

function amneziaOf(given: Parameters): AmneziaOptions | undefined {
  const number = (name: string) => {
    const text = given(name) ?? '0';
    return /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  };
  const header = (name: string, usual: HeaderRange) => {
    const text = given(name);
    return text === undefined ? usual : headerRange(text);
  };
  const [initiationType, responseType, cookieType] = [
    header('h1', noAmnezia.initiationType),
    header('h2', noAmnezia.responseType),
    header('h3', noAmnezia.cookieType),
  ];
  const texts = ['i1', 'i2', 'i3', 'i4', 'i5'].flatMap((name) => given(name) || []);
  const signatures = texts.map(readSignature).filter((packet) => packet !== undefined);
  if (!initiationType || !responseType || !cookieType || signatures.length < texts.length) {
    return undefined;
  }
  const options: AmneziaOptions = {
    junkCount: number('jc'),
    junkMin: number('jmin'),
    junkMax: number('jmax'),
    initiationPadding: number('s1'),
    responsePadding: number('s2'),
    cookiePadding: number('s3'),
    initiationType,
    responseType,
    cookieType,
    signatures,
  };
  const numbers = Object.values(options).filter((value) => typeof value === 'number');
  return numbers.every(Number.isInteger) && isSendable(options) ? options : undefined;
}

/** One value, or from AmneziaWG 2 on a range such as `5-1000`. */
function headerRange(text: string): HeaderRange | undefined {
  const [, from, to] = /^(\d{1,10})(?:\s*-\s*(\d{1,10}))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to ?? from) };
  return range.from <= range.to && range.to < 2 ** 32 ? range : undefined;
}
