/** Gives the focus to the control in an element that is marked for it; whether there was one. */
export function focusInitial(element: HTMLElement): boolean {
  const control = element.querySelector<HTMLElement>('[data-initial-focus]');
  control?.focus();
  return control !== null;
}
