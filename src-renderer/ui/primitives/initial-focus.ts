/** Gives the focus to the control in an element that is marked for it, with its text selected; whether there was one. */
export function focusInitial(element: HTMLElement): boolean {
  const control = element.querySelector<HTMLElement>('[data-initial-focus]');
  control?.focus();
  if (control instanceof HTMLInputElement) control.select();
  return control !== null;
}
