import { computed } from 'vue';
import IconCopy from '~icons/lucide/copy';
import IconRadar from '~icons/lucide/radar';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import {
  lastWorking,
  nextCandidates,
  nextWorking,
  purposeOf,
} from '#contract/connections/next-working.ts';
import { useConnectionActions } from '#renderer/lib/use-connection-actions.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

/** What answered just now; else a search among a few, and what worked last. */
export function useNextWorking(row: () => ConnectionRow) {
  const { t } = useI18n();
  const { number } = useFormat();
  const { copy } = useConnectionActions();
  const checks = useChecksStore();
  const connections = useConnectionsStore();
  const clock = useClockStore();

  const next = computed(() => nextWorking(connections.all(), row(), clock.minute));
  const candidates = computed(() => nextCandidates(connections.all(), row(), clock.minute));
  const last = computed(() =>
    next.value === undefined ? lastWorking(connections.all(), row(), clock.minute) : undefined,
  );
  const search = computed(() => (checks.search?.failed === row().key ? checks.search : null));
  const isSearching = computed(() => search.value?.tried === null);

  function nothing(): string {
    if (connections.count === 1) return t('check.find.nothing');
    const purpose = purposeOf(row().protocol);
    if (purpose === 'vpn') return t('check.find.noMore');
    const protocol = purpose === 'telegram' ? 'MTProto' : 'HTTP / SOCKS5';
    return t('check.find.nothingLike', { protocol });
  }

  return {
    next,
    last,
    isSearching,
    current: computed(() => {
      const { keys = [] } = search.value ?? {};
      const key = keys[Math.min(checks.progress.done, keys.length - 1)];
      return key === undefined ? undefined : connections.rowOf(key);
    }),
    /** What the search found out, or why there is none. */
    outcome: computed(() => {
      const { tried, keys = [] } = search.value ?? {};
      if (tried === null || tried === undefined || tried === 0) {
        return candidates.value.length === 0 && last.value === undefined ? nothing() : '';
      }
      const result = connections.rowOf(keys[tried - 1] ?? '')?.check?.result.outcome;
      if (result === 'offline') return t('check.long.offline');
      const none = t('check.find.none', { n: number(tried) });
      return candidates.value.length === 0 ? `${none} ${t('check.find.noMore')}` : none;
    }),
    /** One button for all steps, so that the focus stays where Enter takes the next step. */
    action: computed(() => {
      if (isSearching.value) return { label: t('check.stop'), icon: null };
      if (next.value !== undefined) return { label: t('action.copy'), icon: IconCopy };
      if (candidates.value.length === 0) return null;
      return {
        label: t(search.value === null ? 'check.find.action' : 'check.find.more'),
        icon: IconRadar,
      };
    }),
    act: (): void => {
      if (isSearching.value) void checks.cancel();
      else if (next.value !== undefined) void copy(next.value);
      else checks.findNext(row());
    },
  };
}

export type NextWorking = ReturnType<typeof useNextWorking>;
