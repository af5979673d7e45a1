import { useElementSize } from '@vueuse/core';
import { computed, nextTick, watch, type Ref } from 'vue';
import type { PagedList } from '#renderer/composables/list/paged-list.ts';
import { rowHeight } from './row-height.ts';

/** Rows beyond either edge. One is enough: rows are drawn in the frame in which the view moves. */
const overscan = 1;

/** The list's scroller: what of the list is in view follows it, and it follows the list. */
export function useListScroll(scroller: Readonly<Ref<HTMLElement | null>>, paged: PagedList) {
  const { height } = useElementSize(scroller);
  /** How many rows the view shows at once, or before it is measured, how many are drawn. */
  const slots = computed(() => {
    const visible = Math.ceil(height.value / rowHeight) + 2 * overscan + 1;
    const drawn = paged.rendered.value?.rows.length ?? 0;
    return height.value === 0 ? Math.max(visible, drawn) : visible;
  });

  function showAt(top: number): void {
    const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
    paged.setViewport({ top, first, end: first + slots.value });
  }

  function onScroll(): void {
    if (scroller.value !== null) showAt(scroller.value.scrollTop);
  }

  watch(height, onScroll);
  // A list that starts over is drawn from its top.
  watch(paged.rendered, async (now) => {
    if (now?.top !== 0) return;
    await nextTick();
    if (scroller.value !== null && scroller.value.scrollTop !== 0) scroller.value.scrollTop = 0;
  });

  return {
    height,
    slots,
    onScroll,
    /** Scrolls just as far as it takes for the row at a position to be in view. */
    scrollTo: (position: number): void => {
      const element = scroller.value;
      if (element === null) return;
      const top = position * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight - element.clientHeight;
      }
    },
    /** Keeps the rows in view where they are after `rows` of them were added above, or removed if negative. */
    scrollBy: async (rows: number): Promise<void> => {
      const top = (scroller.value?.scrollTop ?? 0) + rows * rowHeight;
      showAt(top);
      await nextTick();
      if (scroller.value !== null) scroller.value.scrollTop = top;
    },
  };
}
