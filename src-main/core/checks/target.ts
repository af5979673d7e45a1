import type { TextPlace, UndeterminedReason } from '#contract/check-result.ts';
import type { Address } from '#core/connections/texts/address.ts';
import type { AmneziaOptions } from './packets/amnezia.ts';
import type { MtprotoSecret } from './packets/mtproto.ts';
import type { WireGuardKeys } from './packets/wireguard.ts';

export interface XrayTarget extends Address {
  readonly kind: 'xray';
  readonly security: 'none' | 'tls' | 'reality';
  /** `null`: no server name is sent. */
  readonly serverName: string | null;
  /** Clients refuse a certificate that is not valid: the URL does not tell them otherwise. */
  readonly needsValidCertificate: boolean;
  readonly alpn: readonly string[];
  readonly transport: 'tcp' | 'websocket' | 'grpc' | 'xhttp';
  readonly path: string;
  readonly hostHeader: string;
}

interface ShadowsocksTarget extends Address {
  readonly kind: 'shadowsocks';
}

export interface HysteriaTarget extends Address {
  readonly kind: 'hysteria';
  /** The password of salamander; `null` without obfuscation. */
  readonly salamander: string | null;
}

export interface WireGuardTarget extends Address {
  readonly kind: 'wireguard';
  readonly keys: WireGuardKeys;
  readonly amnezia: AmneziaOptions;
}

export interface MtprotoTarget extends Address {
  readonly kind: 'mtproto';
  readonly secret: MtprotoSecret;
}

export interface ProxyTarget extends Address {
  readonly kind: 'http-proxy' | 'socks5';
  readonly user: string;
  readonly password: string;
}

export type Target =
  | XrayTarget
  | ShadowsocksTarget
  | HysteriaTarget
  | WireGuardTarget
  | MtprotoTarget
  | ProxyTarget;

export type TargetOrReason =
  | Target
  | {
      readonly kind: 'undetermined';
      readonly reason: UndeterminedReason;
      /** With `not-understood`: the place. */
      readonly at?: TextPlace;
    };
