import { useIntervalFn, usePreferredReducedMotion } from '@vueuse/core';
import { computed, ref, watch } from 'vue';
import type { QrRows } from '#contract/ipc/secrets.ts';

/** How long each of several codes is shown before the next, milliseconds: scanners need a part of it. */
const turnMs = 1_500;

/** They turn by themselves until the user turns them, or where motion is unwanted. */
export function useTurningCodes(codes: () => readonly QrRows[]) {
  const motion = usePreferredReducedMotion();
  const at = ref(0);
  const turning = useIntervalFn(() => step(1), turnMs, { immediate: false });

  function step(by: number): void {
    const { length } = codes();
    at.value = length === 0 ? 0 : (at.value + by + length) % length;
  }

  watch([() => codes(), () => motion.value], ([now], [before]) => {
    if (now !== before) at.value = 0;
    if (now.length > 1 && motion.value !== 'reduce') turning.resume();
    else turning.pause();
  });

  return {
    /** The one that is shown; `null` where there is none. */
    rows: computed(() => codes()[at.value] ?? null),
    /** Which of how many it is; `null` where there is one. */
    turn: computed(() => (codes().length > 1 ? { at: at.value, count: codes().length } : null)),
    turnBy: (by: number): void => {
      turning.pause();
      step(by);
    },
  };
}
