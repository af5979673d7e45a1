import { computed, watch } from 'vue';
import { maxSelected } from '#contract/ipc/selection.ts';
import { listCommand, movedPosition } from './list-keys.ts';
import { createRowSelection } from './row-selection.ts';

interface CheckedRowsOptions {
  /** Keys of the rows in the order that is shown. */
  readonly shown: () => readonly string[];
  /** Keys of all rows, also of those that a search hides. */
  readonly all?: () => readonly string[];
  readonly copy?: () => unknown;
}

export type CheckedRows = ReturnType<typeof useCheckedRows>;

/** Rows that Page Up and Page Down pass. */
const page = 10;

/** Shift selects from the last one, arrows go on, Ctrl+A selects all, Escape none. */
export function useCheckedRows({ shown, all = shown, copy }: CheckedRowsOptions) {
  const rows = computed(() => shown().map((key) => ({ key })));
  const keys = computed(() => new Set(all()));
  const selection = createRowSelection({
    shown: () => rows.value,
    exists: (key) => keys.value.has(key),
    max: maxSelected,
  });
  const { selected, hidden } = selection;
  watch(keys, () => {
    selection.dropGone();
  });
  const isAll = computed(
    () => rows.value.length > 0 && rows.value.every(({ key }) => selected.value.has(key)),
  );

  function positionOf(key: string): number {
    return rows.value.findIndex((row) => row.key === key);
  }

  /** Moves to another box, and with Shift selects up to it. Answers whether the key does that. */
  function move(event: KeyboardEvent): boolean {
    const list = event.currentTarget instanceof Element ? event.currentTarget : null;
    const boxes = [...(list?.querySelectorAll<HTMLElement>('[type=checkbox]') ?? [])];
    const from = boxes.findIndex((box) => box === event.target);
    if (from < 0) return false;
    const moves = { from, hasCurrent: true, page, length: boxes.length };
    const position = movedPosition(event, moves);
    if (position === undefined) return false;
    boxes[position]?.focus();
    if (event.shiftKey) selection.extend(position, from);
    return true;
  }

  function run(event: KeyboardEvent): boolean {
    const command = listCommand(event, selected.value.size > 0);
    if (command === 'selectAll') selection.all(rows.value);
    else if (selected.value.size === 0) return false;
    else if (command === 'escape') selection.clear();
    else if (command === 'copySelection' && copy !== undefined) copy();
    else return false;
    return true;
  }

  return {
    selected,
    hidden,
    isAll,
    toggle(key: string, { shiftKey }: MouseEvent): void {
      const position = positionOf(key);
      if (shiftKey) selection.extend(position, position);
      else selection.toggle(key);
    },
    toggleAll(): void {
      if (isAll.value) selection.clear();
      else selection.all(rows.value);
    },
    clear: selection.clear,
    /** A key was pressed in the element that holds the rows, and no other box. */
    onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || !(move(event) || run(event))) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
