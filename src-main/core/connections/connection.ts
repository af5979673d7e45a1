import { createHash } from 'node:crypto';
import type {
  ConnectionDetail,
  ConnectionRow,
  ConnectionSource,
  ExportForm,
  OnlineState,
  SecretPreview,
} from '../../../src-contract/bridge.ts';
import { previewOf, proxyUrl, readConnectionUrl } from './connection-url.ts';

/** The secrets of one connection, byte for byte as the service gave them. */
export interface ConnectionSecrets {
  readonly connection_url: string;
  readonly xray_config?: string;
  readonly awg_config?: string;
}

/** One connection as the service last gave it: what may be shown, and what may not. */
export interface Connection {
  readonly entry: ConnectionEntry;
  readonly secrets: ConnectionSecrets;
}

/** Everything about a connection that is not secret; the index holds these and nothing else. */
export interface ConnectionEntry extends Omit<ConnectionRow, 'favourite'> {
  /** The part of the account it was read with and is replaced with: `config`, `cloud:3`, `paid`. */
  readonly scope: string;
  readonly previews: readonly SecretPreview[];
  readonly createdAt: number | null;
  readonly autoRenewalDays: number | null;
  readonly flags: readonly string[];
  readonly extendedSettings: boolean | null;
  readonly titleRule: ConnectionDetail['titleRule'];
  /** Of its secrets, to tell that they changed without opening them. */
  readonly fingerprint: string;
  /** How its server's statistics are asked for: an endpoint and its input. */
  readonly stats: StatsRoute | null;
  readonly locationId: number | null;
  readonly serverId: number | null;
  readonly tlsDomain?: string;
}

export interface StatsRoute {
  readonly id:
    | 'configs.serverStats'
    | 'cloudServers.serverStats'
    | 'paidOptions.stats'
    | 'paidOptions.configStats';
  readonly input: { readonly path: Readonly<Record<string, number>> };
}

/** What a source knows of a connection; `makeConnection` works out the rest. */
export interface ConnectionFacts {
  readonly key: string;
  readonly scope: string;
  readonly source: ConnectionSource;
  readonly title: string | null;
  readonly protocol: string;
  readonly country: string;
  readonly place: string;
  readonly online: boolean | null;
  readonly expiresAt: number | null;
  readonly autoRenewal: boolean | null;
  readonly autoRenewalDays: number | null;
  readonly createdAt: number | null;
  readonly flags?: readonly string[] | undefined;
  readonly extendedSettings?: boolean | undefined;
  readonly titleRule: ConnectionDetail['titleRule'];
  readonly server: string | null;
  readonly stats: StatsRoute | null;
  readonly locationId?: number | null;
  readonly serverId?: number;
  readonly tlsDomain?: string | undefined;
  readonly secrets: {
    readonly connection_url: string;
    readonly xray_config?: string | undefined;
    readonly awg_config?: string | undefined;
  };
}

/** Builds a connection from what its source knows. */
export function makeConnection(facts: ConnectionFacts): Connection {
  const secrets: ConnectionSecrets = {
    connection_url: facts.secrets.connection_url,
    ...(facts.secrets.xray_config !== undefined && { xray_config: facts.secrets.xray_config }),
    ...(facts.secrets.awg_config !== undefined && { awg_config: facts.secrets.awg_config }),
  };
  const url = readConnectionUrl(secrets.connection_url);
  const forms = formsOf(facts.protocol, secrets);
  const previews = forms.map((form) =>
    previewOf(form, secretText(facts.protocol, secrets, form) ?? '', url),
  );
  return {
    secrets,
    entry: {
      key: facts.key,
      scope: facts.scope,
      source: facts.source,
      title: facts.title ?? '',
      protocol: facts.protocol,
      country: facts.country.toUpperCase(),
      place: facts.place,
      host: url.port === null ? url.host : `${url.host}:${String(url.port)}`,
      online: onlineState(facts.online),
      expiresAt: facts.expiresAt,
      autoRenewal: facts.autoRenewal,
      autoRenewalDays: facts.autoRenewalDays,
      createdAt: facts.createdAt,
      flags: facts.flags ?? [],
      extendedSettings: facts.extendedSettings ?? null,
      titleRule: facts.titleRule,
      server: facts.server,
      stats: facts.stats,
      locationId: facts.locationId ?? null,
      serverId: facts.serverId ?? null,
      ...(facts.tlsDomain !== undefined && { tlsDomain: facts.tlsDomain }),
      forms,
      previews,
      fingerprint: createHash('sha256').update(JSON.stringify(secrets)).digest('base64url'),
    },
  };
}

/** The text of one form, or `undefined` when the connection has no such form. */
export function secretText(
  protocol: string,
  secrets: ConnectionSecrets,
  form: ExportForm,
): string | undefined {
  switch (form) {
    case 'url':
      return secrets.connection_url === '' ? undefined : secrets.connection_url;
    case 'awg':
      return secrets.awg_config;
    case 'xray':
      return secrets.xray_config;
    case 'proxy-url':
      return proxyUrl(protocol, secrets.connection_url);
  }
}

/** What of an entry a list line shows. */
export function rowOf(entry: ConnectionEntry, favourite: boolean): ConnectionRow {
  return {
    key: entry.key,
    source: entry.source,
    title: entry.title,
    protocol: entry.protocol,
    country: entry.country,
    place: entry.place,
    host: entry.host,
    online: entry.online,
    expiresAt: entry.expiresAt,
    autoRenewal: entry.autoRenewal,
    favourite,
    server: entry.server,
    forms: entry.forms,
  };
}

const allForms: readonly ExportForm[] = ['url', 'awg', 'xray', 'proxy-url'];

function formsOf(protocol: string, secrets: ConnectionSecrets): ExportForm[] {
  return allForms.filter((form) => secretText(protocol, secrets, form) !== undefined);
}

function onlineState(online: boolean | null): OnlineState {
  if (online === null) return 'unknown';
  return online ? 'online' : 'offline';
}
