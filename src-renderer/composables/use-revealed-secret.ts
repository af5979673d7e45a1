import { useDocumentVisibility, useIntervalFn, useWindowFocus } from '@vueuse/core';
import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';
import { createLatest } from './latest.ts';

/**
 * Something secret that is shown for a bounded time and then forgotten: at `until`, when the window
 * loses the focus or is hidden, when it is let go, when its component goes.
 */
export function useRevealedSecret<Secret>(
  reveal: () => Promise<Result<{ secret: Secret; until: number }>>,
) {
  const secret: Ref<Secret | null> = shallowRef(null);
  const until = ref(0);
  const now = ref(0);
  const error = shallowRef<Failure | null>(null);
  const requests = createLatest();

  const ticking = useIntervalFn(
    () => {
      now.value = Date.now();
      if (now.value >= until.value) hide();
    },
    250,
    { immediate: false },
  );

  function hide(): void {
    requests.begin();
    secret.value = null;
    ticking.pause();
  }

  async function show(): Promise<void> {
    const isLatest = requests.begin();
    const answer = await reveal();
    if (!isLatest()) return;
    error.value = answer.ok ? null : answer.failure;
    if (!answer.ok) return;
    now.value = Date.now();
    until.value = answer.value.until;
    secret.value = answer.value.secret;
    ticking.resume();
  }

  const focused = useWindowFocus();
  const visibility = useDocumentVisibility();
  watch([focused, visibility], () => {
    if (!focused.value || visibility.value === 'hidden') hide();
  });
  onScopeDispose(hide);

  return {
    secret,
    error,
    /** Milliseconds until it is forgotten. */
    left: computed(() => Math.max(0, until.value - now.value)),
    show,
    hide,
  };
}
