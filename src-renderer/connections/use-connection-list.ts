import { useEventListener } from '@vueuse/core';
import { computed, ref, toRef, watch, type Ref } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { maxSelected } from '#contract/ipc/selection.ts';
import { rowSizes } from '#renderer/list/row-layout.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import { FrozenList } from '#renderer/list/frozen-list.ts';
import { createRowSelection } from '#renderer/list/row-selection.ts';

/** Its order is held while the pointer or the focus is on the list, rows are selected or checks run. */
function useHeldOrder(isSelecting: () => boolean) {
  const checks = useChecksStore();
  const hovered = ref(false);
  const focused = ref(false);
  const isUsed = ref(false);
  useEventListener(window, ['pointermove', 'pointerdown', 'keydown'], () => {
    isUsed.value = true;
  });
  // A window that is hidden under the pointer gets no event when the pointer leaves.
  useEventListener(document, 'visibilitychange', () => {
    if (!document.hidden) return;
    hovered.value = false;
    focused.value = false;
  });
  return {
    held: computed(() => hovered.value || isSelecting() || checks.progress.running),
    focused,
    /** Whether the user has done anything since: then nothing is shown in place of what is. */
    isUsed,
    events: {
      pointerenter: () => {
        hovered.value = true;
      },
      pointerleave: () => {
        hovered.value = false;
      },
      focusin: () => {
        focused.value = true;
      },
      focusout: ({ currentTarget, relatedTarget }: FocusEvent) => {
        const [list, next] = [currentTarget, relatedTarget];
        if (list instanceof Node && next instanceof Node && list.contains(next)) return;
        focused.value = false;
      },
    },
  };
}

/**
 * The list of connections as it is filtered and sorted now: its rows, the current one, and those
 * that are selected.
 *
 * @param wide the current connection is shown beside the list, so there is one once main has read every list
 */
export function useConnectionList(wide: Readonly<Ref<boolean>>) {
  const connections = useConnectionsStore();
  const unsaved = useUnsavedStore();
  const sync = useSyncStore();
  const checks = useChecksStore();
  const { held, focused, isUsed, events } = useHeldOrder(() => selection.selected.value.size > 0);
  const list = new FrozenList({
    ...rowSizes,
    height: innerHeight,
    valueOf: connections.latest,
    isHeld: () => held.value,
    isFocused: () => focused.value,
    current: () => connections.current?.key ?? null,
    isComplete: () => !sync.arriving,
  });
  const selection = createRowSelection({
    shown: () => list.shown.value,
    exists: (key) => connections.rowOf(key) !== undefined,
    max: maxSelected,
    selected: toRef(connections, 'selection'),
  });

  /** Key of the row that is shown because it came first. */
  let shownFirst: string | null = null;
  /** The last one that was opened otherwise. */
  let opened: ConnectionRow | null = null;
  function showFirst(row: ConnectionRow): void {
    if (connections.current?.key !== shownFirst) opened = connections.current;
    shownFirst = row.key;
    connections.setCurrent(row);
  }

  /**
   * After another search or filter the first match is current, unless the current one matches and was
   * not the first match of what was typed before, or something that was typed for it would be lost.
   * Where nothing matches, the one that was open before the search is.
   */
  function restart(rows: readonly ConnectionRow[], isSame = false): void {
    list.restart(rows, isSame);
    const [first] = rows;
    const { current } = connections;
    if (unsaved.hasChanges()) return;
    const follows = current?.key === shownFirst && connections.filter.search.trim() !== '';
    if (first === undefined) {
      if (follows && opened !== null) connections.setCurrent(connections.latest(opened));
      return;
    }
    if (!follows && list.positionOf(current?.key ?? null) >= 0) return;
    if (current !== null || (wide.value && !sync.arriving)) showFirst(first);
  }

  restart(connections.listed);
  void connections.readOnce();
  watch(
    [() => connections.listed, () => connections.filter, () => connections.order] as const,
    ([rows, ...query], [, ...queryBefore]) => {
      if (query.some((part, n) => part !== queryBefore[n])) {
        restart(rows, query[0] === queryBefore[0]);
      } else list.update(rows);
      selection.dropGone();
    },
  );
  watch(
    [() => !sync.arriving, () => checks.progress.running, () => held.value, () => focused.value],
    ([complete, runs], [wasComplete, ran]) => {
      // A pointer that rests where the list appeared is about to click nothing.
      const isFirst = complete && !wasComplete && !isUsed.value;
      const isChecked = ran && !runs && checks.progress.total > 1;
      const isAnew = isFirst || (isChecked && connections.order.by === 'check');
      if (isAnew) list.restart(connections.listed, true);
      list.release();
    },
  );
  watch(
    () => wide.value && !sync.arriving && connections.current === null && list.shown.value[0],
    (first) => {
      if (first && !unsaved.hasChanges()) showFirst(first);
    },
    { immediate: true },
  );

  return {
    list,
    selection,
    /** Listeners of the element that the list is in. */
    holdEvents: events,
  };
}
