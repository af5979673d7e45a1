export interface Tls {
  /** `null`: the server's own name or address. */
  readonly serverName: string | null;
  readonly alpn: readonly string[];
  /** Whose handshake is imitated; `null` where the URL does not say. */
  readonly fingerprint: string | null;
  readonly insecure: boolean;
  readonly reality: { readonly publicKey: string; readonly shortId: string } | null;
}

/** What carries VLESS and Trojan. Empty texts are what the URL does not say. */
export type Transport =
  | { readonly kind: 'tcp' }
  | { readonly kind: 'ws'; readonly path: string; readonly host: string }
  | { readonly kind: 'grpc'; readonly serviceName: string }
  | {
      readonly kind: 'xhttp';
      readonly path: string;
      readonly host: string;
      readonly mode: string;
    };

interface Server {
  /** A name or an address, without brackets. */
  readonly server: string;
  readonly port: number;
}

export interface Vless extends Server {
  readonly kind: 'vless';
  readonly uuid: string;
  /** Empty or `xtls-rprx-vision`. */
  readonly flow: string;
  /** Empty where VLESS itself does not encrypt. */
  readonly encryption: string;
  readonly tls: Tls | null;
  readonly transport: Transport;
}

interface Trojan extends Server {
  readonly kind: 'trojan';
  readonly password: string;
  readonly tls: Tls | null;
  readonly transport: Transport;
}

interface Shadowsocks extends Server {
  readonly kind: 'shadowsocks';
  readonly method: string;
  readonly password: string;
}

export interface Hysteria extends Server {
  readonly kind: 'hysteria2';
  readonly password: string;
  /** Ports between which a client changes, such as `443` and `20000-29999`; empty for none. */
  readonly hops: readonly string[];
  /** The password of Salamander; `null` without obfuscation. */
  readonly salamander: string | null;
  readonly tls: Tls;
}

export interface Tunnel extends Server {
  readonly kind: 'wireguard';
  readonly privateKey: string;
  readonly publicKey: string;
  readonly presharedKey: string | null;
  /** With their prefix lengths, as in `10.0.0.2/32`. */
  readonly addresses: readonly string[];
  readonly allowedIps: readonly string[];
  readonly dns: readonly string[];
  readonly mtu: number | null;
  /** Seconds. */
  readonly keepalive: number | null;
  /** AmneziaWG's parameters by their names in a `.conf`, as written there. */
  readonly amnezia: ReadonlyMap<string, string>;
}

export interface PlainProxy extends Server {
  readonly kind: 'http' | 'socks5';
  readonly user: string;
  readonly password: string;
}

/** A connection, taken apart as far as other programs name its parts. */
export type Proxy = Vless | Trojan | Shadowsocks | Hysteria | Tunnel | PlainProxy;

/** A connection that was read, its name, and what of it no program but its own would take over. */
export interface ReadProxy {
  readonly proxy: Proxy;
  /** As its URL says; empty where it says none. */
  readonly name: string;
  readonly lost: readonly string[];
}
