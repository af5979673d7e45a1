import { watch } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { PagedList } from '#renderer/composables/list/paged-list.ts';

/**
 * Where the current row stands in the list, and the moves to another one.
 *
 * @param options.current the key of the current row
 * @param options.onCurrent another row became the current one
 */
export function useCurrentRow(
  paged: PagedList,
  options: {
    readonly current: () => string | null;
    readonly scrollTo: (position: number) => void;
    readonly onCurrent: (row: ConnectionRow) => void;
  },
) {
  /** Position of the current row when it was last drawn, for when it has scrolled out of view. */
  let lastPosition = 0;
  /** A position whose row becomes current as soon as it has been read. */
  let pending: number | null = null;

  /** Within the list. */
  function clamp(position: number): number {
    const length = paged.rendered.value?.length ?? 0;
    return Math.max(0, Math.min(length - 1, position));
  }

  /** Makes the row at a position current and scrolls to it; where it was not read yet, once it has been. */
  function goTo(position: number): void {
    const target = clamp(position);
    const row = paged.at(target);
    pending = row === undefined ? target : null;
    options.scrollTo(target);
    if (row === undefined) return;
    lastPosition = target;
    if (row.key !== options.current()) options.onCurrent(row);
  }

  watch(paged.rendered, (now) => {
    if (now === null) return;
    const position = now.rows.findIndex((row) => row.key === options.current());
    if (position >= 0) lastPosition = now.first + position;
    if (pending !== null) goTo(pending);
  });

  return {
    position: (): number => lastPosition,
    /** `undefined` where it is not cached, or another row has taken its place. */
    row(): ConnectionRow | undefined {
      const row = paged.at(lastPosition);
      return row?.key === options.current() ? row : undefined;
    },
    clamp,
    goTo,
    /** Moves to the row after the current one, or to the first. */
    goToNext(): void {
      goTo(options.current() === null ? 0 : lastPosition + 1);
    },
    /** A row that was pressed becomes the current one, without scrolling. */
    press(row: ConnectionRow, position: number): void {
      pending = null;
      lastPosition = position;
      options.onCurrent(row);
    },
  };
}
