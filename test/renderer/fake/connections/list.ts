import type { Events } from '#contract/ipc.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConnectionRows } from '#contract/ipc/connections.ts';
import { noFilter, titleOrder, type ConnectionQuery } from '#contract/list/query.ts';
import { rowsText } from '#contract/list/rows-text.ts';
import type { SyncState } from '#contract/ipc/sync.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import { fakeConnections, fakePaidConnections, type FakeConnection } from './connections.ts';
import { inOrder } from './query.ts';
import { withoutSecret } from './secrets.ts';

type Filter = ConnectionQuery['filter'];
type Order = ConnectionQuery['order'];

/** The list of connections, in a window without a main process. */
export class FakeConnectionList {
  readonly #sync: () => Pick<SyncState, 'network' | 'refreshedAt'>;
  readonly #publish: (change: Events['connections.changed']) => void;
  #connections: readonly FakeConnection[];
  #revision = 1;

  /**
   * @param sync how fresh the list is: while the network is offline nothing recent is known
   * @param publish called when the list has changed
   */
  constructor(
    options: Pick<FakeOptions, 'count' | 'library'>,
    sync: () => Pick<SyncState, 'network' | 'refreshedAt'>,
    publish: (change: Events['connections.changed']) => void,
  ) {
    this.#sync = sync;
    this.#publish = publish;
    this.#connections = [
      ...fakeConnections(options.count ?? 'demo', Date.now()),
      ...fakePaidConnections(options.library?.['paidOptions.list'], Date.now()),
    ];
  }

  all(): readonly FakeConnection[] {
    return this.#connections;
  }

  find<Answer>(key: string, use: (row: FakeConnection) => Answer): Result<Answer> {
    const row = this.#connections.find((one) => one.key === key);
    return row === undefined ? fail('not-found') : ok(use(row));
  }

  inOrder(filter: Filter, order: Order): readonly FakeConnection[] {
    return inOrder(this.#connections, { filter, order });
  }

  rows(): ConnectionRows {
    const sorted = this.inOrder(noFilter, titleOrder);
    return {
      list: 1,
      revision: this.#revision,
      count: sorted.length,
      rows: this.#textOf(sorted),
      recents: [],
    };
  }

  /** A row with its state as it is known now: offline, only an expiry is certain. */
  asKnown(row: FakeConnection): FakeConnection {
    const { network, refreshedAt } = this.#sync();
    if (network !== 'offline' || row.state.state === 'expired') return row;
    return { ...row, state: { ...row.state, state: 'unknown', since: refreshedAt } };
  }

  /** Changes one connection, as the user does. */
  alter(key: string, changes: Partial<FakeConnection>): Result<FakeConnection> {
    this.#connections = this.#connections.map((row) =>
      row.key === key ? { ...row, ...changes } : row,
    );
    this.#changed([key]);
    return this.find(key, (row) => row);
  }

  /** Changes connections as a refresh would, and publishes it. */
  change(alterAll: (all: FakeConnection[]) => FakeConnection[]): void {
    const before = this.#connections.map(({ key }) => key);
    this.#connections = alterAll([...this.#connections]);
    const there = new Set(this.#connections.map(({ key }) => key));
    this.#changed(
      null,
      before.filter((key) => !there.has(key)),
    );
  }

  /** Publishes that states may be others now. */
  stateChanged(): void {
    this.#changed(null);
  }

  #textOf(connections: readonly FakeConnection[]): string {
    return rowsText(connections.map((row) => withoutSecret(this.asKnown(row))));
  }

  #changed(keys: readonly string[] | null, removed: readonly string[] = []): void {
    this.#revision += 1;
    const changed = this.#connections.filter(({ key }) => keys?.includes(key) ?? true);
    const [put, revision] = [this.#textOf(changed), this.#revision];
    this.#publish({ list: 1, revision, put, removed });
  }
}
