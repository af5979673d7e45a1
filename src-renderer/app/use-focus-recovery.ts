import { useEventListener, useMutationObserver } from '@vueuse/core';
import { nextTick, onScopeDispose } from 'vue';

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

/** What a user sees as one thing: it gets the focus when the control in it that had it is gone. */
const partSelector =
  'section, article, form, fieldset, main, [role=dialog], [role=alertdialog], [role=region]';

/** Things of one kind, of which the next one takes the place of one that is gone. */
const rowSelector = 'ul, ol, [role=list], [role=group]';

/** A part of the window, such as a toast, from which the focus goes back to where it was before. */
const asideSelector = '[data-focus-aside]';

/** An element around a control, and where in it the control lay. */
interface Around {
  readonly element: WeakRef<Element>;
  readonly position: number;
}

/**
 * Where a control is when it gets the focus. The references are weak: a removed control would
 * otherwise keep the content of its component in memory, for example a secret.
 */
interface Place {
  readonly control: WeakRef<HTMLElement>;
  /** From the inside out, without the body. */
  readonly around: readonly Around[];
  /** The page that was open. */
  readonly page: WeakRef<Element> | undefined;
  /** It was a tab of that page. */
  readonly isTab: boolean;
}

/** The page that is open: what `main` shows. */
const openPage = (): Element | undefined =>
  document.querySelector('main')?.firstElementChild ?? undefined;

function placeOf(control: HTMLElement): Place {
  const around: Around[] = [];
  for (let at: Element = control; at.parentElement; at = at.parentElement) {
    const { parentElement: parent } = at;
    if (parent === document.body) break;
    around.push({ element: new WeakRef(parent), position: [...parent.children].indexOf(at) });
  }
  const page = openPage();
  return {
    control: new WeakRef(control),
    around,
    page: page && new WeakRef(page),
    isTab: control.closest('main nav') !== null,
  };
}

function focusableOf({ control }: Place): HTMLElement | undefined {
  const element = control.deref();
  return element !== undefined && canHoldFocus(element) ? element : undefined;
}

/** The control of a row of things that follows the one at a position, or the nearest before it. */
function controlNear(row: Element, position: number): HTMLElement | undefined {
  const things = [...row.children];
  return [...things.slice(position), ...things.slice(0, position).reverse()]
    .flatMap((thing) => [thing, ...thing.querySelectorAll(focusableSelector)])
    .filter((one) => one instanceof HTMLElement)
    .find((control) => control.tabIndex >= 0 && canHoldFocus(control));
}

/** How many earlier places are remembered, for when nothing is left around the last one. */
const maxPlaces = 20;

/**
 * Hands the focus on when the control that has it is removed, hidden or disabled by what it did and
 * the action names no place for its outcome. The browser would leave it on the body, and the keyboard
 * at the top of the window. It goes to what follows in the same list or group, else to the part around
 * the control; from a toast or a dialog to where it was before; on another page to the page, or to the
 * tab that led to it.
 *
 * A removed control has lost the focus at once: it is handed on behind the change and the components
 * that hand it on themselves after it, but before any further event. A hidden or disabled one keeps
 * the focus until the next frame is drawn, and loses it here just before that.
 */
export function useFocusRecovery(): void {
  /** The last is the one that has the focus. */
  let places: readonly Place[] = [];
  let frame = 0;

  function targetOf({ around, page, isTab }: Place): HTMLElement | null {
    const main = document.querySelector('main');
    if (page?.deref() !== openPage()) {
      return (isTab && document.querySelector<HTMLElement>('main nav [aria-current=page]')) || main;
    }
    for (const { element, position } of around) {
      const outer = element.deref();
      if (!(outer instanceof HTMLElement) || !outer.isConnected) continue;
      if (outer.matches(asideSelector)) break;
      const near = outer.matches(rowSelector) ? controlNear(outer, position) : undefined;
      if (near !== undefined) return near;
      if (outer.matches(partSelector) && outer.checkVisibility()) return outer;
    }
    return places.map(focusableOf).findLast((control) => control !== undefined) ?? main;
  }

  /** The library of dialogs hands the focus of a lost control to the whole dialog around it. */
  function isDialogAround(element: Element | null): boolean {
    const last = places.at(-1);
    return (
      element?.matches('[role=dialog], [role=alertdialog]') === true &&
      last?.control.deref()?.isConnected !== true &&
      last?.around.some((one) => one.element.deref() === element) === true
    );
  }

  function recover(): void {
    const { activeElement: active } = document;
    const last = places.at(-1);
    if (last === undefined || focusableOf(last) !== undefined) return;
    if (active !== document.body && active !== last.control.deref() && !isDialogAround(active)) {
      return;
    }
    const target = targetOf(last);
    if (target === null) return;
    if (!canHoldFocus(target)) target.tabIndex = -1;
    target.focus();
  }

  useEventListener(document, 'focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || isDialogAround(target)) return;
    const others = places.filter(({ control }) => control.deref() !== target);
    places = [...others, placeOf(target)].slice(-maxPlaces);
  });
  // A click beside all controls: the user left, and the focus is where they put it.
  useEventListener(document, 'pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(focusableSelector) === null) places = [];
  });
  useMutationObserver(
    document.body,
    () => {
      // Two turns: for components that wait for what they changed, and for those that call them.
      void nextTick()
        .then(nextTick)
        .then(() => {
          // One that is hidden or disabled keeps it until the frame.
          if (document.activeElement !== places.at(-1)?.control.deref()) recover();
        });
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        recover();
      });
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
