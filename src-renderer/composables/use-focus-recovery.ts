import { useEventListener, useMutationObserver } from '@vueuse/core';
import { onScopeDispose } from 'vue';

const focusableSelector = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]',
].join(',');

const canHoldFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.matches(focusableSelector) && element.checkVisibility();

/** What the Tab key reaches in an element, in its order. */
const tabStopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(focusableSelector)].filter(
    (one) => one.tabIndex >= 0 && canHoldFocus(one),
  );

/** A part of the window, such as a toast, from which the focus goes back to where it was before. */
const asideSelector = '[data-focus-aside]';

/** Where a control stood when it got the focus. */
interface Place {
  readonly control: HTMLElement;
  /** From the inside out, without the body. */
  readonly ancestors: readonly Element[];
  /** All tab stops of the window. */
  readonly tabStops: readonly HTMLElement[];
}

function placeOf(control: HTMLElement): Place {
  const ancestors: Element[] = [];
  for (let at = control.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    ancestors.push(at);
  }
  return { control, ancestors, tabStops: tabStopsIn(document.body) };
}

/**
 * The control to go on with: in the closest surviving element around the lost control that has any,
 * the next one after it, otherwise the one before it, otherwise one that is new there.
 */
function neighbourOf({ control, ancestors, tabStops }: Place): HTMLElement | undefined {
  const at = tabStops.indexOf(control);
  const inOrder = [...tabStops.slice(at + 1), ...tabStops.slice(0, Math.max(0, at)).reverse()];
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    const known = inOrder.find((other) => ancestor.contains(other) && canHoldFocus(other));
    const found = known ?? tabStopsIn(ancestor)[0];
    if (found !== undefined) return found;
    if (ancestor.matches(asideSelector)) return undefined;
  }
  return undefined;
}

/** How many earlier places are remembered, for when nothing is left where the focus was. */
const maxHistory = 20;

/**
 * Hands the focus on when the control that has it is removed, hidden or disabled by what it did. The
 * browser would leave it on the body, and the keyboard at the top of the window. It waits for the
 * next frame, so that components, dialogs and popovers can hand it on themselves.
 */
export function useFocusRecovery(): void {
  let history: readonly Place[] = [];
  let frame = 0;

  function recover(): void {
    frame = 0;
    const last = history.at(-1);
    const { activeElement } = document;
    if (last === undefined || canHoldFocus(last.control)) return;
    if (activeElement !== document.body && activeElement !== last.control) return;
    const earlier = history.findLast(({ control }) => canHoldFocus(control))?.control;
    const target = neighbourOf(last) ?? earlier ?? document.querySelector('main');
    if (target === null) return;
    if (!canHoldFocus(target)) target.tabIndex = -1;
    target.focus();
  }

  useEventListener(document, 'focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const others = history.filter(({ control }) => control !== target);
    history = [...others, placeOf(target)].slice(-maxHistory);
  });
  // A click beside all controls: the person left, and the focus is where they put it.
  useEventListener(document, 'pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(focusableSelector) === null) history = [];
  });
  useMutationObserver(
    document.body,
    () => {
      if (frame === 0) frame = requestAnimationFrame(recover);
    },
    {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'style', 'hidden', 'open'],
    },
  );
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
  });
}
