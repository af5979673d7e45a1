import { ref } from 'vue';

const holdMs = 350;

/**
 * The eye beside a masked secret: holding it shows until it is let go, a short press shows until the
 * next one, or for as long as the secret lasts.
 */
export function useEye(options: {
  readonly shown: () => boolean;
  readonly show: () => unknown;
  readonly hide: () => void;
}) {
  /** When the press that is going on began; `null` between presses. */
  const pressedAt = ref<number | null>(null);

  function press(): void {
    if (options.shown()) {
      options.hide();
      return;
    }
    pressedAt.value = performance.now();
    options.show();
  }

  function release(): void {
    if (pressedAt.value !== null && performance.now() - pressedAt.value >= holdMs) options.hide();
    pressedAt.value = null;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.type === 'keyup') release();
    else if (!event.repeat) press();
  }

  /** Listeners of the button, for `v-on`. */
  return {
    pointerdown(event: PointerEvent): void {
      if (event.button !== 0) return;
      // So that letting go is heard wherever the pointer is by then.
      if (event.currentTarget instanceof Element)
        event.currentTarget.setPointerCapture(event.pointerId);
      press();
    },
    pointerup: release,
    pointercancel: release,
    blur: release,
    keydown: onKey,
    keyup: onKey,
  };
}
