import { useElementSize } from '@vueuse/core';
import { watch, type Ref } from 'vue';
import type { FrozenList } from './frozen-list.ts';
import { rowHeight } from './row-layout.ts';

/** The list's scroller: what of the list is in view follows it, and it follows the list. */
export function useListScroll(scroller: Readonly<Ref<HTMLElement | null>>, list: FrozenList) {
  const { height } = useElementSize(scroller);
  watch(height, (pixels) => {
    if (pixels > 0) list.height.value = pixels;
  });
  watch(
    list.top,
    (top) => {
      if (scroller.value !== null && scroller.value.scrollTop !== top)
        scroller.value.scrollTop = top;
    },
    { flush: 'post' },
  );

  return {
    onScroll: (): void => {
      if (scroller.value !== null) list.top.value = scroller.value.scrollTop;
    },
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
  };
}
