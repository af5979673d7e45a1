import { nextTick } from 'vue';

/**
 * Begins to follow an action that was just called. What it answers takes the keyboard to the outcome,
 * unless the user pressed anything meanwhile.
 */
export function followAction(): (outcome: () => HTMLElement | null | undefined) => Promise<void> {
  let isElsewhere = false;
  for (const type of ['pointerdown', 'keydown']) {
    window.addEventListener(
      type,
      () => {
        isElsewhere = true;
      },
      { capture: true, once: true, passive: true },
    );
  }
  return async (outcome) => {
    await nextTick();
    const element = outcome();
    if (isElsewhere || !element) return;
    element.tabIndex = -1;
    element.focus();
  };
}
