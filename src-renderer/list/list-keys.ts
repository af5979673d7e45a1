import { shortcutKey } from '#renderer/lib/keys.ts';

/** What a key does in the list of connections, other than moving. A letter alone searches. */
export function listCommand(event: KeyboardEvent, hasSelection: boolean) {
  const { key, altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  // AltGr, with which layouts write signs, is Ctrl and Alt on Windows.
  const letter = control && !altKey ? shortcutKey(event) : '';
  if (letter === 'A') return 'selectAll';
  if (letter === 'C') {
    if (hasSelection) return 'copySelection';
    // Text that is marked in the window is what the system copies.
    return String(getSelection()) === '' ? 'copy' : null;
  }
  if (key === 'Escape') return 'escape';
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return 'menu';
  if (key === 'Enter') return control ? null : 'copy';
  if (letter === 'D') return shiftKey ? null : 'favourite';
  if (key === ' ') return 'toggle';
  return key === 'ArrowRight' ? 'open' : null;
}

/** The position that a key moves to; `page`: how many rows the view shows. */
export function movedPosition(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  list: {
    readonly from: number;
    readonly hasCurrent: boolean;
    readonly page: number;
    readonly length: number;
  },
): number | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const { from, hasCurrent, page, length } = list;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: hasCurrent ? from + 1 : 0,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: length - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.max(0, Math.min(target, length - 1));
}
