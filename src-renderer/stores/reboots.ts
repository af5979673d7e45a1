import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { afterReading, isRebootOver, type Reboot } from '#contract/reboot.ts';
import { useSessionStore } from './session.ts';
import { useSyncStore } from './sync.ts';

/** The cloud servers that are rebooting. It outlives the page that began it. */
export const useRebootsStore = defineStore('reboots', () => {
  const session = useSessionStore();
  const sync = useSyncStore();
  const going = shallowReactive(new Map<string, Reboot>());
  /** Numbers of servers mean something within one account only. */
  const name = (id: number) => `${session.state.account?.id ?? ''} ${String(id)}`;

  return {
    of: (id: number): Reboot | undefined => going.get(name(id)),
    begin(id: number, now: number) {
      going.set(name(id), { startedAt: now, wentDown: false });
    },
    /** Takes in what the time and the server's statistics say; once over, everything is read anew. */
    note(id: number, stats: ServerStats | undefined, now: number) {
      const before = going.get(name(id));
      if (before === undefined) return;
      const after = afterReading(before, stats);
      if (!isRebootOver(after, stats, now)) {
        if (after !== before) going.set(name(id), after);
        return;
      }
      going.delete(name(id));
      void sync.refresh();
    },
  };
});
