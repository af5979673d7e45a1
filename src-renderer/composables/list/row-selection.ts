import { computed, shallowRef } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';
import { createLatest } from '#renderer/composables/latest.ts';

interface RowSelectionOptions {
  /** Reads the keys of a range of the list as it is filtered and sorted now. */
  readonly keys: (
    offset: number,
    limit: number,
  ) => Promise<Result<{ readonly keys: readonly string[] }>>;
  /** How many rows may be selected at once. */
  readonly max: number;
  readonly onFailure: (failure: Failure) => void;
}

/**
 * The rows that are selected to do something with all of them. A range is requested by positions,
 * because most rows of a long list are not in the window; main answers with their keys.
 */
export function createRowSelection({ keys, max, onFailure }: RowSelectionOptions) {
  const selected = shallowRef<ReadonlySet<string>>(new Set());
  /** How many rows were meant where that is more than `max`, otherwise `null`. */
  const meant = shallowRef<number | null>(null);
  /** Where a range begins; `null` where nothing is selected or requested. */
  let anchor: number | null = null;
  /** What was selected before the range. */
  let before: ReadonlySet<string> = new Set();
  const requests = createLatest();

  function set(next: ReadonlySet<string>, count = next.size): void {
    selected.value = next.size <= max ? next : new Set([...next].slice(0, max));
    meant.value = count > max ? count : null;
  }

  async function add(offset: number, limit: number): Promise<void> {
    const isLatest = requests.begin();
    const base = before;
    const answer = await keys(offset, Math.min(limit, max));
    if (!isLatest()) return;
    if (answer.ok) {
      const next = new Set([...base, ...answer.value.keys]);
      set(next, limit > max ? Math.max(limit, next.size) : next.size);
    } else {
      if (selected.value.size === 0) anchor = null;
      onFailure(answer.failure);
    }
  }

  return {
    selected,
    meant,
    count: computed(() => selected.value.size),
    /** Selects one row, or deselects it; ranges begin there. */
    toggle: (key: string, position: number): void => {
      requests.begin();
      const next = new Set(selected.value);
      if (!next.delete(key)) next.add(key);
      set(next);
      before = selected.value;
      anchor = next.size === 0 ? null : position;
    },
    /** Selects everything from the last toggled row, or from `start`, to `position`. */
    extend: (position: number, start: number): Promise<void> => {
      anchor ??= start;
      const first = Math.min(anchor, position);
      return add(first, Math.abs(position - anchor) + 1);
    },
    all: (total: number): Promise<void> => {
      before = new Set();
      anchor = 0;
      return add(0, total);
    },
    clear: (): void => {
      requests.begin();
      anchor = null;
      before = new Set();
      if (selected.value.size > 0) set(new Set());
    },
  };
}
