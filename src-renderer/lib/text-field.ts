/** Whether a key was pressed in something that takes text, where letters are no shortcuts. */
export function inTextField(event: Event): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
  );
}

/** Whether a key press can be a shortcut: not handled yet, and no modifier but Shift. */
export function isPlainKey(event: KeyboardEvent): boolean {
  const { defaultPrevented, ctrlKey, metaKey, altKey } = event;
  return !defaultPrevented && !ctrlKey && !metaKey && !altKey && !inTextField(event);
}
