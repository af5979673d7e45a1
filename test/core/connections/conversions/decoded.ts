import { parse } from 'yaml';
import { z } from 'zod';

/**
 * What a link says, read back from the form of another program. The schemas are strict and were
 * written from the programs' own options (sing-box: `option/*.go`; Mihomo: its pages on proxies), so a
 * name that they do not have fails here, as it does there.
 */
export interface LinkFacts {
  readonly scheme: string;
  /** Before `@`, decoded; a proxy's and Shadowsocks' as `user:password`. */
  readonly user: string;
  readonly server: string;
  readonly port: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly name: string;
}

const port = z.int().min(1).max(65_535);
const text = z.string().min(1);
const on = z.literal(true);

const SingBoxTls = z.strictObject({
  enabled: on,
  server_name: text.optional(),
  insecure: on.optional(),
  alpn: z.array(text).min(1).optional(),
  utls: z.strictObject({ enabled: on, fingerprint: text }).optional(),
  reality: z
    .strictObject({
      enabled: on,
      public_key: z.string().regex(/^[\w-]{43}$/),
      short_id: z
        .string()
        .regex(/^(?:[\da-f]{2}){1,8}$/i)
        .optional(),
    })
    .optional(),
});
const SingBoxTransport = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ws'),
    path: text.optional(),
    headers: z.strictObject({ Host: text }).optional(),
  }),
  z.strictObject({ type: z.literal('grpc'), service_name: text.optional() }),
]);
const singBoxServer = { tag: text, server: text, server_port: port };
const SingBoxOutbound = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('vless'),
    ...singBoxServer,
    uuid: z.uuid(),
    flow: z.literal('xtls-rprx-vision').optional(),
    tls: SingBoxTls.optional(),
    transport: SingBoxTransport.optional(),
  }),
  z.strictObject({
    type: z.literal('trojan'),
    ...singBoxServer,
    password: text,
    tls: SingBoxTls.optional(),
    transport: SingBoxTransport.optional(),
  }),
  z.strictObject({
    type: z.literal('shadowsocks'),
    ...singBoxServer,
    method: text,
    password: text,
  }),
  z.strictObject({
    type: z.literal('hysteria2'),
    ...singBoxServer,
    server_ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
    obfs: z.strictObject({ type: z.literal('salamander'), password: text }).optional(),
    password: text,
    tls: SingBoxTls,
  }),
  z.strictObject({
    type: z.literal('socks'),
    ...singBoxServer,
    version: z.literal('5'),
    username: text.optional(),
    password: text.optional(),
  }),
  z.strictObject({
    type: z.literal('http'),
    ...singBoxServer,
    username: text.optional(),
    password: text.optional(),
  }),
]);
const prefix = z.string().regex(/^[\da-f.:]+\/\d{1,3}$/i);
const SingBoxEndpoint = z.strictObject({
  type: z.literal('wireguard'),
  tag: text,
  mtu: z.int().optional(),
  address: z.array(prefix).min(1),
  private_key: z.base64(),
  peers: z.tuple([
    z.strictObject({
      address: text,
      port,
      public_key: z.base64(),
      pre_shared_key: z.base64().optional(),
      allowed_ips: z.array(prefix).min(1),
      persistent_keepalive_interval: z.int().optional(),
    }),
  ]),
});

/** The configuration of sing-box that this text is; throws where it is none. */
export const readSingBox = (json: string) =>
  z
    .strictObject({
      outbounds: z.array(SingBoxOutbound).optional(),
      endpoints: z.array(SingBoxEndpoint).optional(),
    })
    .parse(JSON.parse(json));

/** The one connection that a configuration of sing-box has. */
export function linkOfSingBox(json: string): LinkFacts {
  const { outbounds = [], endpoints = [] } = readSingBox(json);
  const [one] = [...outbounds, ...endpoints];
  if (!one || outbounds.length + endpoints.length > 1) throw new Error('not one connection');
  if (one.type === 'wireguard') {
    const [peer] = one.peers;
    const isAll = peer.allowed_ips.join() === '0.0.0.0/0,::/0';
    return {
      scheme: 'wireguard',
      user: one.private_key,
      server: peer.address,
      port: peer.port,
      name: one.tag,
      parameters: said({
        publickey: peer.public_key,
        presharedkey: peer.pre_shared_key,
        address: one.address.join(),
        allowedips: isAll ? undefined : peer.allowed_ips.join(),
        mtu: one.mtu,
        keepalive: peer.persistent_keepalive_interval,
      }),
    };
  }
  const where = { server: one.server, port: one.server_port, name: one.tag };
  switch (one.type) {
    case 'vless':
    case 'trojan': {
      const { tls, transport } = one;
      return {
        ...where,
        scheme: one.type,
        user: one.type === 'vless' ? one.uuid : one.password,
        parameters: said({
          flow: one.type === 'vless' ? one.flow : undefined,
          type: transport?.type,
          path: transport?.type === 'ws' ? transport.path : undefined,
          host: transport?.type === 'ws' ? transport.headers?.Host : undefined,
          serviceName: transport?.type === 'grpc' ? transport.service_name : undefined,
          security: tls === undefined ? 'none' : tls.reality ? 'reality' : 'tls',
          sni: tls?.server_name,
          allowInsecure: tls?.insecure && 1,
          alpn: tls?.alpn?.join(),
          fp: tls?.utls?.fingerprint,
          pbk: tls?.reality?.public_key,
          sid: tls?.reality?.short_id,
        }),
      };
    }
    case 'shadowsocks':
      return { ...where, scheme: 'ss', user: `${one.method}:${one.password}`, parameters: {} };
    case 'hysteria2':
      return {
        ...where,
        scheme: 'hysteria2',
        user: one.password,
        parameters: said({
          sni: one.tls.server_name,
          insecure: one.tls.insecure && 1,
          obfs: one.obfs?.type,
          'obfs-password': one.obfs?.password,
          mport: one.server_ports?.map(hopOf).join(),
        }),
      };
    case 'socks':
    case 'http': {
      const user = `${one.username ?? ''}:${one.password ?? ''}`;
      return { ...where, scheme: one.type === 'http' ? 'http' : 'socks5', user, parameters: {} };
    }
  }
}

function hopOf(range: string): string {
  const [from = '', to = ''] = range.split(':');
  return from === to ? from : `${from}-${to}`;
}

const mihomoServer = { name: text, server: text, port };
const mihomoTls = {
  alpn: z.array(text).min(1).optional(),
  'client-fingerprint': text.optional(),
  'skip-cert-verify': on.optional(),
  'reality-opts': z
    .strictObject({ 'public-key': text, 'short-id': z.string().min(2).optional() })
    .optional(),
  network: z.enum(['tcp', 'ws', 'grpc', 'xhttp']),
  'ws-opts': z
    .strictObject({ path: text, headers: z.strictObject({ Host: text }).optional() })
    .optional(),
  'grpc-opts': z.strictObject({ 'grpc-service-name': z.string() }).optional(),
};
const MihomoProxy = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('vless'),
    ...mihomoServer,
    udp: on,
    uuid: z.uuid(),
    flow: z.literal('xtls-rprx-vision').optional(),
    'packet-encoding': z.literal('xudp'),
    encryption: text.optional(),
    tls: on.optional(),
    servername: text.optional(),
    ...mihomoTls,
    'xhttp-opts': z
      .strictObject({
        path: text,
        host: text.optional(),
        mode: z.enum(['auto', 'stream-one', 'stream-up', 'packet-up']).optional(),
      })
      .optional(),
  }),
  z.strictObject({
    type: z.literal('trojan'),
    ...mihomoServer,
    udp: on,
    password: text,
    sni: text.optional(),
    ...mihomoTls,
  }),
  z.strictObject({
    type: z.literal('ss'),
    ...mihomoServer,
    udp: on,
    cipher: text,
    password: text,
  }),
  z.strictObject({
    type: z.literal('hysteria2'),
    ...mihomoServer,
    ports: z
      .string()
      .regex(/^[\d,-]+$/)
      .optional(),
    password: text,
    obfs: z.literal('salamander').optional(),
    'obfs-password': text.optional(),
    sni: text.optional(),
    'skip-cert-verify': on.optional(),
  }),
  z.strictObject({
    type: z.enum(['http', 'socks5']),
    ...mihomoServer,
    username: text.optional(),
    password: text.optional(),
  }),
  z.strictObject({
    type: z.literal('wireguard'),
    ...mihomoServer,
    udp: on,
    ip: prefix.optional(),
    ipv6: prefix.optional(),
    'private-key': z.base64(),
    'public-key': z.base64(),
    'pre-shared-key': z.base64().optional(),
    'allowed-ips': z.array(prefix).min(1).optional(),
    'persistent-keepalive': z.int().optional(),
    mtu: z.int().optional(),
    'remote-dns-resolve': on.optional(),
    dns: z.array(text).min(1).optional(),
    'amnezia-wg-option': z.record(z.string(), z.union([z.int(), text])).optional(),
  }),
]);

/** The proxies of a configuration of Mihomo, as a parser of YAML 1.2 reads it; throws where it is none. */
export const readMihomo = (yaml: string) =>
  z.strictObject({ proxies: z.array(MihomoProxy) }).parse(parse(yaml)).proxies;

/** The one connection that a configuration of Mihomo has. */
export function linkOfMihomo(yaml: string): LinkFacts {
  const [one, ...more] = readMihomo(yaml);
  if (!one || more.length > 0) throw new Error('not one connection');
  const where = { server: one.server, port: one.port, name: one.name };
  switch (one.type) {
    case 'vless':
    case 'trojan': {
      const reality = one['reality-opts'];
      const isTls = one.type === 'trojan' || one.tls === true;
      const xhttp = one.type === 'vless' ? one['xhttp-opts'] : undefined;
      return {
        ...where,
        scheme: one.type,
        user: one.type === 'vless' ? one.uuid : one.password,
        parameters: said({
          flow: one.type === 'vless' ? one.flow : undefined,
          encryption: one.type === 'vless' ? one.encryption : undefined,
          type: one.network === 'tcp' ? undefined : one.network,
          path: one['ws-opts']?.path ?? xhttp?.path,
          host: one['ws-opts']?.headers?.Host ?? xhttp?.host,
          mode: xhttp?.mode,
          serviceName: one['grpc-opts']?.['grpc-service-name'],
          security: !isTls ? 'none' : reality ? 'reality' : 'tls',
          sni: one.type === 'vless' ? one.servername : one.sni,
          allowInsecure: one['skip-cert-verify'] && 1,
          alpn: one.alpn?.join(),
          fp: one['client-fingerprint'],
          pbk: reality?.['public-key'],
          sid: reality?.['short-id'],
        }),
      };
    }
    case 'ss':
      return { ...where, scheme: 'ss', user: `${one.cipher}:${one.password}`, parameters: {} };
    case 'hysteria2':
      return {
        ...where,
        scheme: 'hysteria2',
        user: one.password,
        parameters: said({
          sni: one.sni,
          insecure: one['skip-cert-verify'] && 1,
          obfs: one.obfs,
          'obfs-password': one['obfs-password'],
          mport: one.ports,
        }),
      };
    case 'http':
    case 'socks5': {
      const user = `${one.username ?? ''}:${one.password ?? ''}`;
      return { ...where, scheme: one.type, user, parameters: {} };
    }
    case 'wireguard':
      return {
        ...where,
        scheme: 'wireguard',
        user: one['private-key'],
        parameters: said({
          publickey: one['public-key'],
          presharedkey: one['pre-shared-key'],
          address: [one.ip, one.ipv6].filter((each) => each !== undefined).join(),
          allowedips: one['allowed-ips']?.join(),
          dns: one['remote-dns-resolve'] && one.dns?.join(),
          mtu: one.mtu,
          keepalive: one['persistent-keepalive'],
          ...one['amnezia-wg-option'],
        }),
      };
  }
}

/** The parameters of these, as a link writes them. */
function said(given: Readonly<Record<string, string | number | undefined>>) {
  const all = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
}
