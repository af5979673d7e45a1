import { carryOver } from './earlier-layout.ts';
import { groupsFor, openGroups, type GroupKind } from './groups.ts';
import { fromColumns, inColumns, lineChanges, readLines } from './lines.ts';
import { firstSize, layout, type KeptList } from './list.ts';
import {
  restOf,
  type Connection,
  type ConnectionLine,
  type ConnectionRest,
  type ConnectionSecrets,
} from '#core/connections/connection.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/**
 * The sealed copy of all connections: the list with the lines of the first screen, all lines in
 * chunks, and what else is shown and the secrets of a few connections each in two groups.
 */
export interface ConnectionStore {
  /** What is known of all of them. */
  readonly list: Omit<KeptList, 'first'>;
  /** The lines of the first screen, in the order they were saved. */
  first(): ConnectionLine[];
  /** All lines, in that order. */
  lines(): ConnectionLine[];
  rest(key: string): ConnectionRest | undefined;
  secrets(key: string): ConnectionSecrets | undefined;
  /** Of these, or of all; opens each record once. */
  rests(keys?: readonly string[]): ReadonlyMap<string, ConnectionRest>;
  secretsOf(keys?: readonly string[]): ReadonlyMap<string, ConnectionSecrets>;
  /**
   * Writes what changed, in one transaction: the lines in their order, the rest and secrets of
   * `fresh`, and the removal of those of `gone`.
   */
  save(change: {
    readonly lines: readonly ConnectionLine[];
    /** The language in whose order they are. */
    readonly language: string;
    readonly fresh: readonly Connection[];
    readonly gone: readonly string[];
    readonly scopes: Readonly<Record<string, number>>;
    readonly favourites: readonly string[];
    /** Their own record, where the person has just changed them. */
    readonly chosen?: SealedChange | undefined;
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
  at: (columns, n) => ({
    previews: columns.previews[n] as ConnectionRest['previews'],
    flags: columns.flags[n] as ConnectionRest['flags'],
    extendedSettings: columns.extendedSettings[n] as ConnectionRest['extendedSettings'],
    titleRule: columns.titleRule[n] as ConnectionRest['titleRule'],
    locationId: columns.locationId[n] as ConnectionRest['locationId'],
    serverId: columns.serverId[n] as ConnectionRest['serverId'],
    ...optional('tlsDomain', columns.tlsDomain[n]),
  }),
};

const secretGroups: GroupKind<ConnectionSecrets> = {
  purpose: 'secrets',
  fields: ['connection_url', 'xray_config', 'awg_config'],
  at: (columns, n) => ({
    connection_url: columns.connection_url[n] as string,
    ...optional('xray_config', columns.xray_config[n]),
    ...optional('awg_config', columns.awg_config[n]),
  }),
};

/** A field that is there or not, of a column in which `null` says that it is not. */
function optional<Field extends string>(
  field: Field,
  value: unknown,
): { [Name in Field]?: string } {
  return typeof value === 'string' ? ({ [field]: value } as { [Name in Field]: string }) : {};
}

const nothing: KeptList = {
  version: layout,
  count: 0,
  chunks: 0,
  groups: 1,
  scopes: {},
  first: { count: 0, columns: {} },
};

/**
 * Opens the sealed connections of an account, and carries them over from the layout before where
 * they have it. A record that cannot be opened counts as absent.
 */
export function openConnectionStore(vault: SealedVault): ConnectionStore {
  const details = openGroups(vault, detailGroups);
  const secrets = openGroups(vault, secretGroups);
  const kept = vault.read<KeptList>('connections', 'list');
  const known = kept?.version === layout ? kept : undefined;
  const whole = known && !known.carried ? known : undefined;
  const carried = whole ? undefined : carryOver(vault, details, secrets);
  let list = whole ?? carried?.list ?? known ?? nothing;
  let leaving = carried?.leaving ?? [];

  return {
    get list() {
      return list;
    },
    first: () => fromColumns(list.first),
    lines: () => readLines(vault, list.chunks),
    rest: (key) => details.read(key, list.groups),
    secrets: (key) => secrets.read(key, list.groups),
    rests: (keys) => details.readMany(list.groups, keys),
    secretsOf: (keys) => secrets.readMany(list.groups, keys),
    save({ lines, language, fresh, gone, scopes, favourites, chosen }) {
      const { chunks, changes } = lineChanges(vault, lines, list.chunks);
      const groups = groupsFor(lines.length, list.groups);
      const change = { from: list.groups, to: groups, gone };
      const rests = new Map(fresh.map(({ entry }) => [entry.key, restOf(entry)]));
      const texts = new Map(fresh.map((each) => [each.entry.key, each.secrets]));
      const next: KeptList = {
        version: layout,
        count: lines.length,
        chunks,
        groups,
        scopes,
        language,
        first: inColumns(lines.slice(0, firstSize)),
        favourites,
      };
      vault.write([
        ...changes,
        ...details.changes({ ...change, put: rests }),
        ...secrets.changes({ ...change, put: texts }),
        ...leaving,
        ...(chosen ? [chosen] : []),
        { purpose: 'connections', name: 'list', value: next },
      ]);
      list = next;
      leaving = [];
    },
  };
}
