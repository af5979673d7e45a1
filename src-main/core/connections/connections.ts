import type {
  ConnectionDetail,
  ConnectionPage,
  ConnectionQuery,
  ConnectionRow,
  ConnectionRows,
  ExportForm,
} from '#contract/ipc/connections.ts';
import type { ConnectionFacets } from '#contract/list/facets.ts';
import type { StatsRequest } from '#core/stats/stats-sources.ts';
import type { Connection, ConnectionEntry, ConnectionLine } from './connection.ts';

/** The elements of an answer that could not be read. */
export interface UnreadableLines {
  /** Those whose keys are known. */
  readonly lines: readonly Pick<ConnectionLine, 'key' | 'source' | 'title'>[];
  /** Whether a connection that is not in the answer may be one that could not be read. */
  readonly mayBe: (key: string) => boolean;
}

/** All connections of one account: searchable without their secrets, stored sealed. */
export interface Connections {
  /** All rows, or the first so many, in the order of titles. Publishes first what has changed. */
  rows(limit?: number): ConnectionRows;
  query(query: ConnectionQuery): ConnectionPage;
  facets(): ConnectionFacets;
  /** What the list knows of it. */
  line(key: string): ConnectionLine | undefined;
  /** Everything about it but its secrets, which costs opening a record. */
  entry(key: string): ConnectionEntry | undefined;
  row(key: string): ConnectionRow | undefined;
  detail(key: string): ConnectionDetail | undefined;
  all(): readonly ConnectionLine[];
  /** Opens the one requested secret; `undefined` when there is none of that form. */
  secret(key: string, form: ExportForm): string | undefined;
  /** The same for many, in the requested order. */
  secrets(
    requested: readonly { readonly key: string; readonly form: ExportForm }[],
  ): readonly (string | undefined)[];
  /**
   * Takes over what the service answered for a scope, in place of all it had there. What could not
   * be read of the answer stays as it was known, or is there by its title alone.
   */
  accept(scope: string, connections: readonly Connection[], unreadable?: UnreadableLines): void;
  /** Forgets the scopes that the account no longer has. Those of subconfigs follow their owners. */
  keepScopes(scopes: ReadonlySet<string>): void;
  /** Removes what was last read before, Unix milliseconds. */
  removeOlderThan(at: number): void;
  retitle(key: string, title: string | null): void;
  statsRequests(server: string): readonly StatsRequest[];
  setFavourite(key: string, favourite: boolean): void;
  /** Called when these connections have new check results. */
  checksChanged(keys: readonly string[]): void;
  /** Derives the states again, and publishes those that changed. */
  statesChanged(): void;
  /** Remembers that it was copied, newest first. */
  remember(key: string): void;
  favourites(): readonly string[];
  recents(): readonly string[];
  /** Publishes nothing more. */
  stop(): void;
}
