import { useEventListener, useMutationObserver } from '@vueuse/core';
import { onScopeDispose } from 'vue';

const focusableSelector = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]:not([tabindex="-1"])',
].join(',');

function isFocusable(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    element.matches(focusableSelector) &&
    element.tabIndex >= 0 &&
    element.checkVisibility()
  );
}

const focusableIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll(focusableSelector)].filter(isFocusable);

/** Where a control stood when it got the focus. */
interface Place {
  readonly control: HTMLElement;
  /** What it stood in, from the inside out, without the body. */
  readonly ancestors: readonly Element[];
  /** All controls of the window in their order. */
  readonly controls: readonly HTMLElement[];
}

function placeOf(control: HTMLElement): Place {
  const ancestors: Element[] = [];
  for (let at = control.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    ancestors.push(at);
  }
  return { control, ancestors, controls: focusableIn(document.body) };
}

/** Parts of the window that a person goes back from, to where they were before, when nothing is left in them. */
const asideSelector = '[data-focus-aside]';

/**
 * The control to go on with: in the closest surviving element around the lost control that has any,
 * the next one after it, otherwise the one before it, otherwise one that is new there.
 */
function neighbourOf({ control, ancestors, controls }: Place): HTMLElement | undefined {
  const at = controls.indexOf(control);
  const inOrder = [...controls.slice(at + 1), ...controls.slice(0, Math.max(0, at)).reverse()];
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    const known = inOrder.find((other) => ancestor.contains(other) && isFocusable(other));
    const found = known ?? focusableIn(ancestor).find((other) => other !== control);
    if (found !== undefined) return found;
    if (ancestor.matches(asideSelector)) return undefined;
  }
  return undefined;
}

/** How many earlier places are remembered, for when nothing is left where the focus was. */
const maxHistory = 20;

/**
 * Hands the focus on when the control that has it is removed or disabled by what it did. The browser
 * would leave it on the body, and the keyboard at the top of the window. A control that is only busy
 * gets the focus back when it is done; until then its surroundings have it, so that a second press
 * does nothing else.
 */
export function useFocusRecovery(): void {
  let history: readonly Place[] = [];
  /** A busy control whose focus its surroundings hold meanwhile. */
  let parked: { readonly place: Place; readonly holder: HTMLElement } | undefined;
  let frame = 0;

  function park(place: Place): boolean {
    const holder = place.ancestors.find((one) => one.isConnected);
    if (!(holder instanceof HTMLElement)) return false;
    if (!holder.hasAttribute('tabindex')) holder.tabIndex = -1;
    parked = { place, holder };
    holder.focus({ preventScroll: true });
    return true;
  }

  function unpark(): void {
    if (parked === undefined) return;
    const { place, holder } = parked;
    if (document.activeElement !== holder && document.activeElement !== document.body) {
      parked = undefined;
    } else if (!place.control.isConnected || !place.control.matches('[aria-busy=true]')) {
      parked = undefined;
      recover(place);
    }
  }

  /** Gives the focus back to a control, or to its neighbour, or to what had it before. */
  function recover(place: Place): void {
    if (isFocusable(place.control)) {
      place.control.focus({ preventScroll: true });
      return;
    }
    if (place.control.isConnected && place.control.matches('[aria-busy=true]') && park(place))
      return;
    const earlier = history.findLast(({ control }) => isFocusable(control))?.control;
    const target = neighbourOf(place) ?? earlier ?? document.querySelector('main');
    if (target === null) return;
    if (!isFocusable(target)) target.tabIndex = -1;
    target.focus();
  }

  function check(): void {
    frame = 0;
    unpark();
    const last = history.at(-1);
    if (last === undefined || document.activeElement !== document.body) return;
    if (!isFocusable(last.control)) recover(last);
  }

  /** After components, dialogs and popovers have handed on the focus themselves. */
  function checkSoon(): void {
    if (frame === 0) frame = requestAnimationFrame(check);
  }

  useEventListener(document, 'focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === parked?.holder) return;
    const others = history.filter(({ control }) => control !== target);
    history = [...others, placeOf(target)].slice(-maxHistory);
  });
  // A click beside all controls: the person left, and the focus is where they put it.
  useEventListener(document, 'pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(focusableSelector) === null) history = [];
  });
  useMutationObserver(document.body, checkSoon, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'aria-busy', 'style', 'hidden', 'open'],
  });
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
  });
}
