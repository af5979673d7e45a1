import { createHash } from 'node:crypto';
import { owningKey, parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { DatedCheck } from '#contract/check-result.ts';
import type {
  ConnectionDetail,
  ConnectionRow,
  ConnectionSource,
  ExportForm,
  SecretPreview,
} from '#contract/ipc/connections.ts';
import type { OnlineState, StateOfConnection } from '#contract/rules/connection-state.ts';
import type { StatsRequest } from '#core/stats/stats-sources.ts';
import { previewOf, proxyUrl, readConnectionUrl } from './exports/connection-url.ts';

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

/** What the list searches, sorts and shows of a connection: the index holds these and nothing else. */
export interface ConnectionLine extends Omit<
  ConnectionRow,
  'favourite' | 'check' | 'state' | 'unreadable'
> {
  /** The part of the account it was read with and is replaced with: `config`, `cloud:3`, `paid`. */
  readonly scope: string;
  /** As its list says. */
  readonly online: OnlineState;
  readonly autoRenewalDays: number | null;
  /** Digest of its other stored fields, to detect that it changed without opening them. */
  readonly fingerprint: string;
}

/** What is shown of a connection that is looked at. */
export interface ConnectionRest {
  readonly previews: readonly SecretPreview[];
  readonly flags: readonly string[];
  readonly extendedSettings: boolean | null;
  readonly titleRule: ConnectionDetail['titleRule'];
  readonly locationId: number | null;
  readonly serverId: number | null;
  readonly tlsDomain?: string;
}

/** Everything about a connection that is not secret. */
export type ConnectionEntry = ConnectionLine & ConnectionRest;

/** The fields of a line, in the order in which they are stored. */
export const lineFields = [
  'key',
  'scope',
  'source',
  'title',
  'protocol',
  'country',
  'place',
  'host',
  'online',
  'expiresAt',
  'autoRenewal',
  'autoRenewalDays',
  'createdAt',
  'server',
  'forms',
  'fingerprint',
] as const satisfies readonly (keyof ConnectionLine)[];

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
  const rest: ConnectionRest = {
    flags: facts.flags ?? [],
    extendedSettings: facts.extendedSettings ?? null,
    titleRule: facts.titleRule,
    locationId: facts.locationId ?? null,
    serverId: facts.serverId ?? null,
    ...(facts.tlsDomain !== undefined && { tlsDomain: facts.tlsDomain }),
    previews,
  };
  return {
    secrets,
    entry: {
      ...rest,
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
      server: facts.server,
      forms,
      fingerprint: fingerprintOf([rest, secrets]),
    },
  };
}

/** A connection of which an answer has no more than its title. */
export function unreadableConnection(
  scope: string,
  { key, source, title }: Pick<ConnectionLine, 'key' | 'source' | 'title'>,
): Connection {
  return makeConnection({
    key,
    scope,
    source,
    title,
    protocol: '',
    country: '',
    place: '',
    online: null,
    expiresAt: null,
    autoRenewal: null,
    autoRenewalDays: null,
    createdAt: null,
    titleRule: null,
    server: null,
    secrets: { connection_url: '' },
  });
}

/** 96 bits of SHA-256: two versions of one connection differ in it if they differ at all. */
function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

export function lineOf(entry: ConnectionLine): ConnectionLine {
  return Object.fromEntries(
    lineFields.map((field) => [field, entry[field]]),
  ) as unknown as ConnectionLine;
}

export function restOf(entry: ConnectionEntry): ConnectionRest {
  const lines: ReadonlySet<string> = new Set(lineFields);
  return Object.fromEntries(
    Object.entries(entry).filter(([field]) => !lines.has(field)),
  ) as unknown as ConnectionRest;
}

/**
 * How the statistics of a connection's server are requested, through the connection itself or the
 * cloud server that it is on; a subconfig's through its configuration.
 */
export function statsRequestOf(key: string): StatsRequest | undefined {
  const id = parseConnectionKey(owningKey(key));
  switch (id?.source) {
    case 'config':
      return { id: 'configs.serverStats', input: { path: { config_id: id.configId } } };
    case 'cloud':
    case 'proxy':
      return { id: 'cloudServers.serverStats', input: { path: { id: id.serverId } } };
    case 'paid': {
      const path = { id: id.optionId, configId: id.configId };
      return { id: 'paidOptions.configStats', input: { path } };
    }
    default:
      return undefined;
  }
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

/** The list row of a connection. */
export function rowOf(
  entry: ConnectionLine,
  favourite: boolean,
  check: DatedCheck | undefined,
  state: StateOfConnection,
): ConnectionRow {
  return {
    key: entry.key,
    source: entry.source,
    title: entry.title,
    protocol: entry.protocol,
    country: entry.country,
    place: entry.place,
    host: entry.host,
    state,
    expiresAt: entry.expiresAt,
    autoRenewal: entry.autoRenewal,
    createdAt: entry.createdAt,
    favourite,
    server: entry.server,
    forms: entry.forms,
    ...(check && { check }),
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

/** The page of the main window that shows one connection. */
export const connectionPath = (key: string) => `/connections/${encodeURIComponent(key)}`;
