import type { AwgParameter } from '#contract/rules/awg.ts';
import type { ServerKeys } from './credentials.ts';

/** What a user switched on; the wire's `flags`. Only `true` is stored. */
export type Options = Readonly<Record<string, true>>;

/** AmneziaWG parameters under their wire names; `port` is UDP. */
export type AwgParameters = Record<AwgParameter, number>;

/** What every configuration has, wherever it lives: its secret, and what the service issued for it. */
export interface Connection {
  /** Hexadecimal; every key and password is derived from it. */
  secret: string;
  protocol: string;
  options: Options;
  /** Set when a user replaced the Xray configuration; `null` keeps the server's own public key. */
  custom_xray: { xray_config: string; public_key: string | null } | null;
  awg: AwgParameters | null;
  /** Where a bridge goes out, at the time it was made. */
  bridge: { readonly connection_url: string } | null;
  connection_url: string;
  xray_config: string | null;
  awg_config: string | null;
}

export interface Endpoint {
  /** Host name, IPv4 literal, or IPv6 literal in brackets. */
  readonly host: string;
  readonly secret: string;
  readonly keys: ServerKeys;
  readonly portRange: 'authority' | 'mport';
  /** What the URL calls the connection after `#`. */
  readonly label: string;
}

export const vlessProtocols: ReadonlySet<string> = new Set(['vless', 'vless-2410']);

export function hasOption(connection: Pick<Connection, 'options'>, name: string): boolean {
  return connection.options[name] === true;
}

/** Extended settings show an `xray_config` (specification, part 1, VPN configuration). */
export function isExtended(connection: Pick<Connection, 'options'>): boolean {
  return hasOption(connection, 'use_extended_settings');
}
