import { useEventListener, useResizeObserver } from '@vueuse/core';
import { computed, ref, shallowReactive, watch, type Directive, type Ref } from 'vue';

/** Pixels between a toast and what is around it. */
const gap = 12;
const bars = shallowReactive(new Set<HTMLElement>());

/** Pixels that a toast covers at the end of what scrolls; 0 while there is none. */
export const toastRoom = ref(0);

/** For what stands at the bottom of the window and must not be covered: toasts are shown above it. */
export const vToastAbove: Directive<HTMLElement> = {
  mounted: (element) => void bars.add(element),
  beforeUnmount: (element) => void bars.delete(element),
};

/** Where a toast stands, pixels from the bottom of the window; what scrolls gets room for it at its end. */
export function useToastPlace(toast: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const bottom = ref(0);
  function measure(): void {
    const height = toast.value?.offsetHeight ?? 0;
    if (height === 0) return;
    const boxes = [...bars].map((bar) => bar.getBoundingClientRect());
    let edge = innerHeight;
    for (const box of boxes.toSorted((one, other) => other.bottom - one.bottom))
      if (box.height > 0 && box.bottom - 1 > edge - gap - height) edge = Math.min(edge, box.top);
    bottom.value = innerHeight - edge + gap;
    toastRoom.value = height + 2 * gap;
  }
  const seen = computed(() => [toast.value, ...bars]);
  useResizeObserver(seen, measure);
  useEventListener(window, ['resize', 'scroll'], measure, { capture: true, passive: true });
  watch(seen, measure, { flush: 'post' });
  watch([() => toast.value, () => toastRoom.value], ([element]) => {
    if (element === null) toastRoom.value = 0;
    document.documentElement.style.setProperty('--toast-room', `${String(toastRoom.value)}px`);
  });
  return bottom;
}
