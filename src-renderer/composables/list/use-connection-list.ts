import { useEventListener } from '@vueuse/core';
import { computed, ref, watch, type Ref } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { ok } from '#contract/failure.ts';
import { maxSelected } from '#contract/ipc/selection.ts';
import { createLatest } from '#renderer/composables/latest.ts';
import { call } from '#renderer/ipc.ts';
import { useClipboardStore } from '#renderer/stores/clipboard.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useSyncStore } from '#renderer/stores/sync.ts';
import { PagedList, type PagedListOptions } from './paged-list.ts';
import { createRowSelection } from './row-selection.ts';

/** A view that has not moved for this long rests. */
const restMs = 120;

function whenIdle(work: () => void, jumped: boolean): void {
  if (jumped) setTimeout(work, restMs);
  else requestIdleCallback(work, { timeout: restMs });
}

/**
 * Whether the pointer or the focus is on the list, whose order is held meanwhile. `released` counts
 * how often either left: nothing is about to be clicked then, and the keyboard goes by the current
 * row, so a new order may be shown.
 */
function useHeldOrder() {
  const hovered = ref(false);
  const focused = ref(false);
  const released = ref(0);
  const leave = () => {
    hovered.value = false;
    released.value += 1;
  };
  // A window that is hidden under the pointer gets no event when the pointer leaves.
  useEventListener(document, 'visibilitychange', () => {
    if (document.hidden) leave();
  });
  return {
    isHeld: () => hovered.value || focused.value,
    released,
    events: {
      pointerenter: () => {
        hovered.value = true;
      },
      pointerleave: leave,
      focusin: () => {
        focused.value = true;
      },
      focusout: ({ currentTarget, relatedTarget }: FocusEvent) => {
        const [list, next] = [currentTarget, relatedTarget];
        if (list instanceof Node && next instanceof Node && list.contains(next)) return;
        focused.value = false;
        if (!hovered.value) released.value += 1;
      },
    },
  };
}

/** The rows that are selected to do something with all of them. */
function useConnectionSelection(paged: PagedList) {
  const connections = useConnectionsStore();
  const clipboard = useClipboardStore();
  return createRowSelection({
    max: maxSelected,
    /** Cached rows are what is drawn, also while main has another order already. */
    async keys(offset, limit) {
      const rows = Array.from({ length: limit }, (_, n) => paged.at(offset + n));
      if (rows.every((row) => row !== undefined)) return ok({ keys: rows.map(({ key }) => key) });
      return call('connections.keys', connections.query({ offset, limit }));
    },
    onFailure: (failure) => {
      clipboard.fail(failure);
    },
  });
}

/**
 * The list of connections as it is filtered and sorted now: its rows, the current one, and those
 * that are selected.
 *
 * @param options.wide the current connection is shown beside the list, so there always is one
 * @param options.initialRows how many rows fit into the window
 */
export function useConnectionList(
  options: Pick<PagedListOptions, 'initialRows' | 'scrollBy'> & { readonly wide: Ref<boolean> },
) {
  const connections = useConnectionsStore();
  const sync = useSyncStore();
  const held = useHeldOrder();
  const paged = new PagedList({
    read: connections.read,
    isHeld: held.isHeld,
    isComplete: () => sync.state.refreshedAt !== null,
    initialRows: options.initialRows,
    scrollBy: options.scrollBy,
    whenIdle,
  });
  watch(held.released, () => {
    if (paged.pending.value) void paged.applyUnlessHeld();
  });
  const selection = useConnectionSelection(paged);
  const currentKey = computed(() => connections.current?.key ?? null);
  /** Of several searches and addresses under way, the last sets the current row. */
  const choices = createLatest();
  let settled = Promise.resolve();

  /** After another search or filter the first match is current, unless the current one matches. */
  async function restart(): Promise<void> {
    selection.clear();
    const isLatest = choices.begin();
    const located = await paged.restart(currentKey.value ?? undefined);
    const first = paged.at(0);
    if (!isLatest() || located >= 0 || first === undefined) return;
    if (options.wide.value || connections.current !== null) connections.setCurrent(first);
  }

  watch(
    [() => connections.filter, () => connections.order],
    () => {
      settled = restart();
    },
    { immediate: true },
  );

  /** The current row keeps up with its values, and with an account that lost it. */
  watch(paged.rendered, (now) => {
    const fresh = now?.rows.find((row) => row.key === currentKey.value);
    if (fresh !== undefined) connections.setCurrent(fresh);
    else if (connections.current === null && options.wide.value)
      connections.setCurrent(now?.rows[0] ?? null);
  });

  watch(
    () => connections.changes,
    () => void paged.refresh(),
    { flush: 'sync' },
  );

  return {
    paged,
    selection,
    currentKey,
    /** Listeners of the element that the list is in. */
    holdEvents: held.events,
    /** Resolves when the rows of the last search or filter are there. */
    settled: () => settled,
    /** Makes a row current, also while a search is under way. */
    setCurrent: (row: ConnectionRow): void => {
      choices.begin();
      connections.setCurrent(row);
    },
  };
}
