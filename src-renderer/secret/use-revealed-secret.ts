import { useDocumentVisibility, useIntervalFn, useWindowFocus } from '@vueuse/core';
import { onScopeDispose, readonly, ref, shallowRef, watch, type Ref } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';
import type { SecretRef } from '#contract/ipc/secrets.ts';
import { call } from '#renderer/lib/ipc.ts';
import { createLatest } from '#renderer/lib/latest.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';

/**
 * Something secret that is shown for a bounded time and then forgotten: at `until`, when the window
 * loses the focus or is hidden, when it is let go, when its component goes. The time is counted by a
 * clock that nobody sets; the system's clock ends it as well, because only that one runs in a sleep.
 *
 * @param onHide called when it is forgotten, also where it was still on its way
 */
export function useRevealedSecret<Secret>(
  reveal: () => Promise<Result<{ secret: Secret; until: number }>>,
  onHide: () => void = () => undefined,
) {
  const clock = useClockStore();
  const secret: Ref<Secret | null> = shallowRef(null);
  /** Milliseconds until it is forgotten. */
  const left = ref(0);
  /** When it is forgotten, by the computer's clock and by `performance.now()`. */
  let ends = { system: 0, monotonic: 0 };
  const error = shallowRef<Failure | null>(null);
  const requests = createLatest();

  function tick(): void {
    const { system, monotonic } = ends;
    left.value = Math.max(0, Math.min(system - clock.computerNow(), monotonic - performance.now()));
  }

  const ticking = useIntervalFn(
    () => {
      tick();
      if (left.value === 0) hide();
    },
    250,
    { immediate: false },
  );

  function hide(): void {
    requests.begin();
    secret.value = null;
    ticking.pause();
    onHide();
  }

  /** Something else is the secret from now on: nothing of this one stays. */
  function forget(): void {
    hide();
    error.value = null;
  }

  async function show(): Promise<void> {
    const isLatest = requests.begin();
    const answer = await reveal();
    if (!isLatest()) return;
    error.value = answer.ok ? null : answer.failure;
    secret.value = answer.ok ? answer.value.secret : null;
    if (!answer.ok) return;
    const { until } = answer.value;
    const lasts = until - clock.now();
    ends = { system: clock.computerNow() + lasts, monotonic: performance.now() + lasts };
    tick();
    ticking.resume();
  }

  const focused = useWindowFocus();
  const visibility = useDocumentVisibility();
  watch([() => focused.value, () => visibility.value], () => {
    if (!focused.value || visibility.value === 'hidden') hide();
  });
  onScopeDispose(hide);

  return {
    secret,
    error,
    left: readonly(left),
    show,
    hide,
    forget,
  };
}

/** The text of a secret, as `useRevealedSecret` shows it. */
export function useRevealedText(secret: () => SecretRef) {
  const { secret: text, ...revealed } = useRevealedSecret(async () => {
    const answer = await call('secrets.reveal', secret());
    if (!answer.ok) return answer;
    return { ok: true, value: { secret: answer.value.text, until: answer.value.until } };
  });
  return { text, ...revealed };
}
