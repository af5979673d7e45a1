import { z } from 'zod';
import type {
  Connection,
  ConnectionLine,
  ConnectionRest,
  ConnectionSecrets,
} from '#core/connections/connection.ts';
import { restOf } from '#core/connections/connection.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';
import { column, valueAt } from './columns.ts';
import { carryOver } from './earlier-layout.ts';
import { groupsFor, openGroups, storedGroup, type GroupKind } from './groups.ts';
import { lineChanges, readLines } from './lines.ts';
import { detailSchemas, secretSchemas } from './schemas.ts';
import { initialLines, layout, listChange, StoredList } from './stored-list.ts';

/**
 * The sealed copy of all connections: the list with the lines of the first screen, all lines in
 * chunks, and what else is shown and the secrets of a few connections each in two groups.
 */
export interface ConnectionStore {
  /** What is known of all of them. */
  readonly list: Omit<StoredList, 'first'>;
  /** The lines of the first screen, in the order they were saved. */
  first(): readonly ConnectionLine[];
  /** All lines, in that order. */
  lines(): ConnectionLine[];
  rest(key: string): ConnectionRest | undefined;
  secrets(key: string): ConnectionSecrets | undefined;
  /** Of these, or of all; opens each record once. */
  rests(keys?: readonly string[]): ReadonlyMap<string, ConnectionRest>;
  secretsOf(keys?: readonly string[]): ReadonlyMap<string, ConnectionSecrets>;
  /**
   * Writes what changed, in one transaction: the lines in their order, the rest and secrets of
   * `changed`, and the removal of those of `removed`.
   */
  save(change: {
    readonly lines: readonly ConnectionLine[];
    /** The language in whose order they are. */
    readonly language: string;
    readonly changed: readonly Connection[];
    readonly removed: readonly string[];
    readonly scopes: Readonly<Record<string, number>>;
    readonly favourites: readonly string[];
    /** Their own record, where the user has just changed them. */
    readonly choices?: SealedChange | undefined;
  }): void;
}

const detailGroups: GroupKind<ConnectionRest> = {
  purpose: 'details',
  fields: [
    'previews',
    'flags',
    'extendedSettings',
    'titleRule',
    'locationId',
    'serverId',
    'tlsDomain',
  ],
  schema: storedGroup(
    z.object({
      previews: column(detailSchemas.previews),
      flags: column(detailSchemas.flags),
      extendedSettings: column(detailSchemas.extendedSettings),
      titleRule: column(detailSchemas.titleRule),
      locationId: column(detailSchemas.locationId),
      serverId: column(detailSchemas.serverId),
      tlsDomain: column(detailSchemas.tlsDomain),
    }),
    (columns, n): ConnectionRest => {
      const tlsDomain = valueAt(columns.tlsDomain, n);
      return {
        previews: valueAt(columns.previews, n),
        flags: valueAt(columns.flags, n),
        extendedSettings: valueAt(columns.extendedSettings, n),
        titleRule: valueAt(columns.titleRule, n),
        locationId: valueAt(columns.locationId, n),
        serverId: valueAt(columns.serverId, n),
        ...(tlsDomain !== null && { tlsDomain }),
      };
    },
  ),
};

const secretGroups: GroupKind<ConnectionSecrets> = {
  purpose: 'secrets',
  fields: ['connection_url', 'xray_config', 'awg_config'],
  schema: storedGroup(
    z.object({
      connection_url: column(secretSchemas.connection_url),
      xray_config: column(secretSchemas.xray_config),
      awg_config: column(secretSchemas.awg_config),
    }),
    (columns, n): ConnectionSecrets => {
      const xray_config = valueAt(columns.xray_config, n);
      const awg_config = valueAt(columns.awg_config, n);
      return {
        connection_url: valueAt(columns.connection_url, n),
        ...(xray_config !== null && { xray_config }),
        ...(awg_config !== null && { awg_config }),
      };
    },
  ),
};

const empty: StoredList = {
  version: layout,
  count: 0,
  chunks: 0,
  groups: 1,
  scopes: {},
  first: [],
};

/**
 * Opens the sealed connections of an account, and carries them over from the previous layout where
 * they have it. A record that is unreadable counts as absent.
 */
export function openConnectionStore(vault: SealedVault): ConnectionStore {
  const details = openGroups(vault, detailGroups);
  const secrets = openGroups(vault, secretGroups);
  const stored = vault.read('connections', 'list', StoredList);
  const complete = stored && !stored.carried ? stored : undefined;
  const carried = complete ? undefined : carryOver(vault, details, secrets);
  let list = complete ?? carried?.list ?? stored ?? empty;
  let leaving = carried?.leaving ?? [];

  return {
    get list() {
      return list;
    },
    first: () => list.first,
    lines: () => readLines(vault, list.chunks),
    rest: (key) => details.read(key, list.groups),
    secrets: (key) => secrets.read(key, list.groups),
    rests: (keys) => details.readMany(list.groups, keys),
    secretsOf: (keys) => secrets.readMany(list.groups, keys),
    save({ lines, language, changed, removed, scopes, favourites, choices }) {
      const { chunks, changes } = lineChanges(vault, lines, list.chunks);
      const groups = groupsFor(lines.length, list.groups);
      const change = { from: list.groups, to: groups, removed };
      const rests = new Map(changed.map(({ entry }) => [entry.key, restOf(entry)]));
      const texts = new Map(changed.map((each) => [each.entry.key, each.secrets]));
      const next: StoredList = {
        version: layout,
        count: lines.length,
        chunks,
        groups,
        scopes: { ...scopes },
        language,
        first: initialLines(lines),
        favourites: [...favourites],
      };
      vault.write([
        ...changes,
        ...details.changes({ ...change, put: rests }),
        ...secrets.changes({ ...change, put: texts }),
        ...leaving,
        ...(choices ? [choices] : []),
        listChange(next),
      ]);
      list = next;
      leaving = [];
    },
  };
}
