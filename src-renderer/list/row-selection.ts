import { computed, shallowRef, type Ref } from 'vue';

interface RowSelectionOptions {
  /** The rows of the list in the order that is shown. */
  readonly shown: () => readonly { readonly key: string }[];
  /** Whether the account has the connection: a row that is held in its place may be gone. */
  readonly exists: (key: string) => boolean;
  readonly max: number;
  /** Their keys, where they outlive the list. */
  readonly selected?: Ref<ReadonlySet<string>>;
}

export type RowSelection = ReturnType<typeof createRowSelection>;

/** The rows that are selected to do something with all of them. What is gone is not selected. */
export function createRowSelection({
  shown,
  exists,
  max,
  selected = shallowRef(new Set()),
}: RowSelectionOptions) {
  /** How many rows were meant where that is more than `max`, otherwise `null`. */
  const meant = shallowRef<number | null>(null);
  /** Key of the row at which a range begins; `null` where nothing is selected. */
  let anchor: string | null = null;
  /** Key of the row that was toggled last, or that a range was extended to. */
  const end = shallowRef<string | null>(null);
  /** What was selected before the range. */
  let before: ReadonlySet<string> = new Set();

  function set(keys: Iterable<string>): void {
    const next = [...new Set(keys)].filter(exists);
    selected.value = new Set(next.slice(0, max));
    meant.value = next.length > max ? next.length : null;
  }
  // Those that outlived the list may be gone.
  set(selected.value);

  return {
    selected,
    meant,
    end,
    /** How many of the selected a search or filter hides. */
    hidden: computed(() => {
      const isSelected = ({ key }: { readonly key: string }) => selected.value.has(key);
      return selected.value.size === 0
        ? 0
        : selected.value.size - shown().filter(isSelected).length;
    }),
    /** Selects one row, or deselects it; ranges begin there. */
    toggle: (key: string): void => {
      const next = new Set(selected.value);
      if (!next.delete(key)) next.add(key);
      set(next);
      before = selected.value;
      anchor = selected.value.size === 0 ? null : key;
      end.value = anchor;
    },
    /** Selects everything from the last toggled row, or from the one at `start`, to `position`. */
    extend: (position: number, start: number): void => {
      const rows = shown();
      const anchored = rows.findIndex(({ key }) => key === anchor);
      const from = anchored < 0 ? start : anchored;
      anchor = rows[from]?.key ?? null;
      end.value = rows[position]?.key ?? null;
      const range = rows.slice(Math.min(from, position), Math.max(from, position) + 1);
      set([...before, ...range.map(({ key }) => key)]);
    },
    /** Selects these, too. */
    all: (rows: readonly { readonly key: string }[]): void => {
      const keys = new Set(rows.map(({ key }) => key));
      before = new Set([...selected.value].filter((key) => !keys.has(key)));
      anchor = rows[0]?.key ?? null;
      end.value = null;
      set([...keys, ...before]);
    },
    clear: (): void => {
      anchor = null;
      end.value = null;
      before = new Set();
      if (selected.value.size > 0) set([]);
    },
    dropGone: (): void => {
      if (![...selected.value].every(exists)) set(selected.value);
      before = new Set([...before].filter(exists));
    },
  };
}
