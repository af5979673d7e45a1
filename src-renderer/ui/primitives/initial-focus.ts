/** Marks the control that has the focus when the panel around it opens. */
const initialFocusSelector = '[data-initial-focus]';

/** Gives the focus to the marked control in an element; whether there was one. */
export function focusInitial(element: HTMLElement): boolean {
  const control = element.querySelector<HTMLElement>(initialFocusSelector);
  control?.focus();
  return control !== null;
}
