import { defineQueryOptions, useQuery } from '@pinia/colada';
import { computed, type Ref } from 'vue';
import type { ConnectionSource } from '#contract/ipc/connections.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { valueOf } from '#renderer/composables/failure-error.ts';
import { call } from '#renderer/ipc.ts';
import { noFilter } from '#renderer/stores/connections.ts';
import { useSessionStore } from '#renderer/stores/session.ts';

/** As many rows as main answers with at once. */
const pageSize = 200;

/** The key that the states of every source begin with. */
export const connectionStatesKeys = 'connection states';

async function readStates(source: ConnectionSource): Promise<Map<string, StateOfConnection>> {
  const states = new Map<string, StateOfConnection>();
  const filter = { ...noFilter, sources: [source] };
  const order = { by: 'title', descending: false } as const;
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const query = { filter, order, offset, limit: pageSize };
    const page = valueOf(await call('connections.query', query));
    total = page.total;
    for (const { key, state } of page.rows) states.set(key, state);
  }
  return states;
}

const connectionStatesQuery = defineQueryOptions(
  ({ account, source }: { account: string; source: ConnectionSource }) => ({
    key: [connectionStatesKeys, account, source],
    query: () => readStates(source),
  }),
);

/**
 * The one state of each connection of a source as main derives it, by key; read again when one of
 * them changes (`query-cache.ts`). A connection that main does not know is not in it.
 */
export function useConnectionStates(
  source: ConnectionSource,
): Readonly<Ref<ReadonlyMap<string, StateOfConnection>>> {
  const account = useSessionStore().state.account?.id ?? '';
  const { data } = useQuery(() => connectionStatesQuery({ account, source }));
  return computed(() => data.value ?? new Map());
}
