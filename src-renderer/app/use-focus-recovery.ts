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

/** What the Tab key reaches in an element, in its order. */
const tabStopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(focusableSelector)].filter(
    (one) => one.tabIndex >= 0 && canHoldFocus(one),
  );

/** A part of the window, such as a toast, from which the focus goes back to where it was before. */
const asideSelector = '[data-focus-aside]';

/** Links to other pages: the focus stays among them, and does not come to them from elsewhere. */
const navigationSelector = 'nav, [role="tablist"]';

/**
 * The position of a control when it got the focus. The references are weak: a removed control would
 * otherwise keep the content of its component in memory, for example a secret.
 */
interface Place {
  readonly control: WeakRef<HTMLElement>;
  /** From the inside out, without the body. */
  readonly ancestors: readonly WeakRef<Element>[];
  /** The other tab stops of the window: the next ones in their order, then the earlier ones backwards. */
  readonly others: readonly WeakRef<HTMLElement>[];
  /** The page that was open. */
  readonly page: WeakRef<Element> | undefined;
  /** It was a tab of that page. */
  readonly isTab: boolean;
}

/** The page that is open: what `main` shows. */
const openPage = (): Element | undefined =>
  document.querySelector('main')?.firstElementChild ?? undefined;

const weakly = <Item extends Element>(item: Item): WeakRef<Item> => new WeakRef(item);

function placeOf(control: HTMLElement): Place {
  const ancestors: Element[] = [];
  for (let at = control.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    ancestors.push(at);
  }
  const tabStops = tabStopsIn(document.body);
  const at = tabStops.indexOf(control);
  const page = openPage();
  const others = [...tabStops.slice(at + 1), ...tabStops.slice(0, Math.max(0, at)).reverse()];
  return {
    control: weakly(control),
    ancestors: ancestors.map(weakly),
    others: others.map(weakly),
    page: page && weakly(page),
    isTab: control.closest('main nav') !== null,
  };
}

/**
 * Whether the focus is on the dialog around a lost control: the library of dialogs hands it to the
 * dialog itself, before which every control of it would have to be passed again.
 */
function isDialogAround({ ancestors, control }: Place, element: Element): boolean {
  return (
    element.matches('[role=dialog], [role=alertdialog]') &&
    control.deref()?.isConnected !== true &&
    ancestors.some((ancestor) => ancestor.deref() === element)
  );
}

/** The control of a place, while it can hold the focus. */
function focusableOf({ control }: Place): HTMLElement | undefined {
  const element = control.deref();
  return element !== undefined && canHoldFocus(element) ? element : undefined;
}

/**
 * The control to go on with: in the closest surviving element around the lost control that has any,
 * the next one after it, otherwise the one before it, otherwise one that is new there.
 */
function neighbourOf({ ancestors, others }: Place): HTMLElement | undefined {
  const inOrder = others.map((other) => other.deref());
  const around = ancestors.map((ancestor) => ancestor.deref());
  const isElsewhere = (element: Element): boolean => {
    const navigation = element.closest(navigationSelector);
    return navigation !== null && !around.includes(navigation);
  };
  for (const ancestor of around) {
    if (ancestor?.isConnected !== true) continue;
    const known = inOrder.find(
      (other) =>
        other !== undefined &&
        ancestor.contains(other) &&
        canHoldFocus(other) &&
        !isElsewhere(other),
    );
    const found = known ?? tabStopsIn(ancestor).find((other) => !isElsewhere(other));
    if (found !== undefined) return found;
    if (ancestor.matches(asideSelector)) return undefined;
  }
  return undefined;
}

/** Where the focus goes on another page: to the tab that led to it, else to the page's beginning. */
const startOfPage = ({ isTab }: Place): HTMLElement | null =>
  (isTab ? document.querySelector<HTMLElement>('main nav [aria-current=page]') : null) ??
  document.querySelector('main');

/** How many earlier places are remembered, for when nothing is left where the focus was. */
const maxHistory = 20;

/**
 * Hands the focus on when the control that has it is removed, hidden or disabled by what it did. The
 * browser would leave it on the body, and the keyboard at the top of the window. With another page
 * there it never goes to a control of that page that happens to be first.
 *
 * A removed control has lost the focus at once: it is handed on behind the change and the components
 * that hand it on themselves after it, but before any further event. A hidden or disabled one keeps
 * the focus until the next frame is drawn, and loses it here just before that.
 */
export function useFocusRecovery(): void {
  let history: readonly Place[] = [];
  let frame = 0;

  function earlierControl(): HTMLElement | undefined {
    const earlier = history.findLast((place) => focusableOf(place) !== undefined);
    return earlier && focusableOf(earlier);
  }

  function isLost(last: Place, active: Element | null): boolean {
    return (
      active === document.body ||
      active === last.control.deref() ||
      (active !== null && isDialogAround(last, active))
    );
  }

  function recover(): void {
    const last = history.at(-1);
    const { activeElement } = document;
    if (last === undefined || focusableOf(last) !== undefined) return;
    if (!isLost(last, activeElement)) return;
    const target =
      last.page?.deref() === openPage()
        ? (neighbourOf(last) ?? earlierControl() ?? document.querySelector('main'))
        : startOfPage(last);
    if (target === null) return;
    if (!canHoldFocus(target)) target.tabIndex = -1;
    target.focus();
  }

  useEventListener(document, 'focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const last = history.at(-1);
    if (last !== undefined && isDialogAround(last, target)) return;
    const others = history.filter(({ control }) => control.deref() !== target);
    history = [...others, placeOf(target)].slice(-maxHistory);
  });
  // A click beside all controls: the user left, and the focus is where they put it.
  useEventListener(document, 'pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(focusableSelector) === null) history = [];
  });
  useMutationObserver(
    document.body,
    () => {
      // Two turns: for components that wait for what they changed, and for those that call them.
      void nextTick()
        .then(nextTick)
        .then(() => {
          // One that is hidden or disabled keeps it until the frame.
          if (document.activeElement !== history.at(-1)?.control.deref()) recover();
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
