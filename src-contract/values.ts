import { z } from 'zod';

/** Identifier of a record: a whole number unless the specification says otherwise. */
export const Id = z.int();

/** Seconds since 1970-01-01T00:00:00Z. */
export const UnixSeconds = z.number();

/** Whole roubles, as the service gives them. */
export const Roubles = z.number();

/**
 * A string of a known vocabulary that may grow: known values are typed, unknown ones pass.
 * For what the service sends; what Culvert sends uses a closed `z.enum`.
 */
export function openEnum<const Known extends readonly string[]>(known: Known) {
  const schema: z.ZodType<Known[number] | (string & {}), Known[number] | (string & {})> =
    z.string();
  return Object.assign(schema, { known });
}

const text = (min: number, max: number) => z.string().min(min).max(max);

/** Title of a configuration or subscription: 1 to 64 characters (part 3, Limits 7). */
export const Title64 = text(1, 64);

/** Title of a proxy: 1 to 100 characters. */
export const Title100 = text(1, 100);

/** Name of an API key: 1 to 64 characters. */
export const ApiKeyName = text(1, 64);

/** Promocode: 4 to 32 characters. */
export const Promocode = text(4, 32);

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
export const Protocol = z.enum(protocols);

/** What may be created on a cloud server: the nine and `mtproto`. */
export const CloudProtocol = z.enum([...protocols, 'mtproto']);

/** Protocols of proxies and subconfigs. */
export const proxyProtocols = ['http', 'socks5', 'mtproto'] as const;
export const ProxyProtocol = z.enum(proxyProtocols);

/** `svc_<prefix8>_<secret24>` (part 3, Authentication 3). The alphabet is not shown: visible ASCII. */
export const ApiKey = z.string().regex(/^svc_[\x21-\x7e]{8}_[\x21-\x7e]{24}$/);
