import type { SyncState } from '#contract/ipc/sync.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Emit } from './events.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

/** How fresh the data is, in a window without a main process: online, read two minutes ago. */
export function fakeSync(options: Pick<FakeOptions, 'sync'>, emit: Emit) {
  let sync: SyncState = {
    network: 'online',
    offlineSince: null,
    refreshedAt: Date.now() - 2 * 60_000,
    refreshing: false,
    waitingUntil: null,
    failure: null,
    paused: false,
    ...options.sync,
  };

  function set(changes: Partial<SyncState>): Result<SyncState> {
    sync = { ...sync, ...changes };
    emit('sync.changed', sync);
    return ok(sync);
  }

  const handlers: Handlers = {
    'sync.get': () => ok(sync),
    'sync.refresh': () => set({ refreshing: false, refreshedAt: Date.now() }),
    'sync.pause': ({ paused }) => set({ paused }),
  };
  return { handlers, set, state: (): SyncState => sync };
}
