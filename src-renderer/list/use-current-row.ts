import { computed, watch } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import type { FrozenList } from './frozen-list.ts';

/** The position of the current row in the list, and the moves to another row. */
export function useCurrentRow(list: FrozenList, scrollTo: (position: number) => void) {
  const connections = useConnectionsStore();
  const key = computed(() => connections.current?.key ?? null);
  const found = computed(() => list.positionOf(key.value));
  /** Its position, or its last one if it is gone: moves continue from there. */
  let position = 0;
  watch(
    found,
    (at) => {
      if (at >= 0) position = at;
    },
    { immediate: true, flush: 'sync' },
  );

  function goTo(at: number): void {
    const row = list.shown.value[at];
    if (row === undefined) return;
    scrollTo(at);
    if (row.key !== key.value) connections.setCurrent(row);
  }

  return {
    key,
    position: (): number => position,
    row: (): ConnectionRow | undefined => list.shown.value[found.value],
    goTo,
    /** Moves to the row after the current one, or to the first. */
    goToNext(): void {
      const next = key.value === null ? 0 : position + 1;
      goTo(Math.min(next, list.shown.value.length - 1));
    },
  };
}
