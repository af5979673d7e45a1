import { onScopeDispose, shallowRef, type Ref } from 'vue';
import type { ConnectionSource } from '#contract/ipc/connections.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { call, listen } from '#renderer/ipc.ts';
import { noFilter } from '#renderer/stores/connections.ts';

/** As many rows as main answers with at once. */
const pageSize = 200;

/**
 * The one state of each connection of a source as main derives it, by key; kept up with every
 * change. A connection that main does not know is not in it.
 */
export function useConnectionStates(
  source: ConnectionSource,
): Readonly<Ref<ReadonlyMap<string, StateOfConnection>>> {
  const states = shallowRef<ReadonlyMap<string, StateOfConnection>>(new Map());
  /** Of several reads under way, the last counts. */
  let newest = 0;

  async function read(): Promise<void> {
    newest += 1;
    const mine = newest;
    const found = new Map<string, StateOfConnection>();
    for (let offset = 0, total = 1; offset < total; offset += pageSize) {
      const { search, expiring, favourites, working } = noFilter;
      const lists = { sources: [source], countries: [], protocols: [], states: [] };
      const filter = { search, ...lists, expiring, favourites, working };
      const order = { by: 'title', descending: false } as const;
      const answer = await call('connections.query', { filter, order, offset, limit: pageSize });
      if (mine !== newest || !answer.ok) return;
      total = answer.value.total;
      for (const { key, state } of answer.value.rows) found.set(key, state);
    }
    states.value = found;
  }

  void read();
  onScopeDispose(listen('connections.changed', () => void read()));
  return states;
}
