import { computed, type Ref } from 'vue';
import type { PagedList } from '#renderer/composables/list/paged-list.ts';

/** The drawn rows, `first` to `end` (exclusive), and the position at which elements are counted from 0. */
interface Layout {
  readonly first: number;
  readonly end: number;
  readonly origin: number;
}

/**
 * Which elements the rows are drawn in. A row that stays in view keeps its element; one that leaves
 * gives it to the row `slots` further. After a jump, when none stays, the elements keep their order:
 * moving an element costs as much as making it.
 *
 * @param slots how many rows are drawn at once
 */
export function useRowElements(rendered: PagedList['rendered'], slots: Readonly<Ref<number>>) {
  const layout = computed<Layout>((before) => {
    const { first = 0, rows = [] } = rendered.value ?? {};
    const end = first + rows.length;
    const { origin } = before ?? { origin: 0 };
    const jumped = before !== undefined && (first >= before.end || end <= before.first);
    return { first, end, origin: jumped ? origin + first - before.first : origin };
  });

  /** The number of the element that the row at a position is drawn in. */
  return (position: number): number => {
    const along = (position - layout.value.origin) % slots.value;
    return along < 0 ? along + slots.value : along;
  };
}
