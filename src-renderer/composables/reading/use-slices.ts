import { computed, ref, watch, type ComputedRef, type Ref } from 'vue';
import type { Failure } from '#contract/failure.ts';

/** How many records a page of a history shows. */
export const sliceSize = 20;

/** The part of a history that a page asks for. */
export interface SliceInput {
  readonly query: { readonly limit: number; readonly offset: number };
}

/** What `useLibrary` answers for a history. */
interface SliceRead<Item> {
  readonly value: ComputedRef<readonly Item[] | undefined>;
  readonly fetchedAt: ComputedRef<number | null>;
  readonly failure: Readonly<Ref<Failure | null>>;
  readonly read: () => Promise<void>;
}

/**
 * A history page by page. The service does not say how long it is, so that each page asks for one
 * record more than it shows: where that comes, there is a next page.
 *
 * @param read makes the cached read of an input, as `(input) => useLibrary('payments.history', input)`
 */
export function useSlices<Item>(read: (input: () => SliceInput) => SliceRead<Item>) {
  const page = ref(1);
  const input = (): SliceInput => ({
    query: { limit: sliceSize + 1, offset: (page.value - 1) * sliceSize },
  });
  const library = read(input);
  const { value, fetchedAt, failure } = library;

  // A history that became shorter leaves pages that are no more.
  watch(value, (now) => {
    if (now?.length === 0 && page.value > 1) page.value -= 1;
  });

  return {
    page,
    /** What the shown page was asked with: names its secrets. */
    input,
    /** Absent while the page was never read. */
    items: computed(() => value.value?.slice(0, sliceSize)),
    more: computed(() => (value.value?.length ?? 0) > sliceSize),
    fetchedAt,
    failure,
    read: library.read,
  };
}

export type Slices<Item> = ReturnType<typeof useSlices<Item>>;
