import { nextTick } from 'vue';

/** Its outcome takes the keyboard, unless the user pressed anything meanwhile. */
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
