import { computed, shallowRef } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';

export interface PickedRowsOptions {
  /** Reads the keys of a stretch of the list as it is filtered and sorted now. */
  readonly keys: (
    offset: number,
    limit: number,
  ) => Promise<Result<{ readonly keys: readonly string[] }>>;
  readonly onFailure: (failure: Failure) => void;
}

/**
 * The rows that are picked to do something with all of them. A range is asked for by its places,
 * because most rows of a long list are not in the window; main answers with their keys.
 */
export function pickedRows({ keys, onFailure }: PickedRowsOptions) {
  const picked = shallowRef<ReadonlySet<string>>(new Set());
  /** Where a range begins; `null` where nothing is picked, nor asked for. */
  let anchor: number | null = null;
  /** What was picked before the range. */
  let before: ReadonlySet<string> = new Set();
  /** Answers to an earlier question are dropped. */
  let asked = 0;

  async function add(offset: number, limit: number): Promise<void> {
    asked += 1;
    const mine = asked;
    const base = before;
    const answer = await keys(offset, limit);
    if (mine !== asked) return;
    if (answer.ok) picked.value = new Set([...base, ...answer.value.keys]);
    else {
      if (picked.value.size === 0) anchor = null;
      onFailure(answer.failure);
    }
  }

  return {
    picked,
    count: computed(() => picked.value.size),
    /** Picks one row, or leaves it out again; ranges begin there. */
    toggle: (key: string, position: number): void => {
      asked += 1;
      const next = new Set(picked.value);
      if (!next.delete(key)) next.add(key);
      picked.value = next;
      before = next;
      anchor = next.size === 0 ? null : position;
    },
    /** Picks everything from where the last pick was, or from `start`, up to here. */
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
      asked += 1;
      anchor = null;
      before = new Set();
      if (picked.value.size > 0) picked.value = new Set();
    },
  };
}
