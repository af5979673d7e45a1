import { fileIn } from '#contract/connection-url.ts';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';
import {
  maxLinesShown,
  type LeftOut,
  type ConnectionRecord,
  type ExportForm,
  type SecretPreview,
} from '#contract/ipc/connections.ts';
import type { ConnectionSecrets } from './storage/secrets.ts';
import { proxyUrl, readConnectionUrl } from './exports/connection-url.ts';
import { writtenTunnel } from './exports/conversions/written-tunnel.ts';
import { traitsOf } from './exports/traits.ts';
import { whatLeaves } from './exports/what-leaves.ts';

/** One connection as the service last gave it: what may be shown, and what may not. */
export interface Connection {
  readonly record: ConnectionRecord;
  readonly secrets: ConnectionSecrets;
}

export interface CopiedForm {
  readonly key: string;
  readonly form: ExportForm;
}

const unknownFields = {
  title: '',
  country: '',
  place: '',
  online: 'unknown',
  expiresAt: null,
  autoRenewal: null,
  autoRenewalDays: null,
  createdAt: null,
  server: null,
  flags: [],
  extendedSettings: null,
  locationId: null,
  serverId: null,
} as const satisfies Partial<ConnectionRecord>;

/** What a source knows of a connection; `makeConnection` works out the rest. */
export type ConnectionFacts = Pick<ConnectionRecord, 'key' | 'source' | 'protocol'> &
  Partial<Omit<ConnectionRecord, 'host' | 'forms'>> & {
    readonly secrets: {
      readonly connection_url: string;
      readonly xray_config?: string | undefined;
      readonly awg_config?: string | undefined;
    };
  };

export function makeConnection({ secrets: given, ...facts }: ConnectionFacts): Connection {
  const secrets = secretsOf(given);
  const { host, port } = readConnectionUrl(secrets.connection_url);
  const record: ConnectionRecord = {
    ...unknownFields,
    ...facts,
    country: (facts.country ?? '').toUpperCase(),
    host: port === null ? host : `${host}:${String(port)}`,
    forms: formsOf(facts.protocol, secrets),
  };
  return { record, secrets };
}

/** A connection URL that is a file is one, under the rule of its form. */
function secretsOf(given: ConnectionFacts['secrets']): ConnectionSecrets {
  const { connection_url: url } = given;
  const file = fileIn(url);
  const xray_config = given.xray_config ?? (file === 'xray' ? url : undefined);
  const awg_config = given.awg_config ?? (file === 'awg' ? url : undefined);
  return {
    connection_url: file === undefined ? url : '',
    ...(xray_config !== undefined && { xray_config }),
    ...(awg_config !== undefined && { awg_config }),
  };
}

/** A connection of which an answer has no more than its title. */
export function unreadableConnection(
  named: Pick<ConnectionRecord, 'key' | 'source' | 'title'>,
): Connection {
  return makeConnection({ ...named, protocol: '', secrets: { connection_url: '' } });
}

/** What can be read of the secrets without giving them away, one preview a form. */
export function previewsOf(
  { protocol, forms }: Pick<ConnectionRecord, 'protocol' | 'forms'>,
  secrets: ConnectionSecrets,
): SecretPreview[] {
  const url = readConnectionUrl(secrets.connection_url);
  return forms.map((form) => {
    const text = secretText(protocol, secrets, form) ?? '';
    const { leftOut = [] } = whatLeaves(form, text) ?? {};
    const written = form === 'awg' && secrets.awg_config === undefined;
    const readable = form === 'url' ? `${url.scheme}${url.host}${String(url.port ?? '')}` : '';
    return {
      form,
      ...url,
      hidden: Math.max(0, text.length - readable.length),
      traits: traitsOf(form, text),
      leftOut: shownOf(leftOut),
      ...(written && { written }),
    };
  });
}

export function shownOf(lines: readonly string[]): LeftOut {
  const different = [...new Set(lines)];
  return { lines: different.slice(0, maxLinesShown), different: different.length };
}

/** What it is read and replaced with: `config`, `cloud:3`, `proxy:3`, `paid`, a subconfig alone. */
export function scopeOf(key: string): string {
  const id = parseConnectionKey(key);
  if (id?.source === 'cloud' || id?.source === 'proxy') return serverScope(id.source, id.serverId);
  return id === undefined || id.source === 'subconfig' ? key : id.source;
}

/** The same of a record, without reading the keys of the longest scopes. */
export function recordScope({ key, source }: Pick<ConnectionRecord, 'key' | 'source'>): string {
  return source === 'config' || source === 'paid' ? source : scopeOf(key);
}

export function serverScope(source: 'cloud' | 'proxy', serverId: number | string): string {
  return `${source}:${String(serverId)}`;
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
      return secrets.awg_config ?? writtenTunnel(secrets.connection_url)?.text;
    case 'xray':
      return secrets.xray_config;
    case 'proxy-url':
      return proxyUrl(protocol, secrets.connection_url);
  }
}

const allForms: readonly ExportForm[] = ['url', 'awg', 'xray', 'proxy-url'];

function formsOf(protocol: string, secrets: ConnectionSecrets): ExportForm[] {
  return allForms.filter((form) => secretText(protocol, secrets, form) !== undefined);
}

export const connectionPath = (key: string) => `/connections/${encodeURIComponent(key)}`;

/** The page of the main window that looks for one that works, and copies it. */
export const findPath = '/connections?find';

/** The list of those alone that expire soon. */
export const expiringPath = '/connections?expiring';
