import { ShortcutKeys } from '#contract/ipc/shortcut-keys.ts';
import { shortcutKey } from './keys.ts';

const named: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** The key of an event apart from modifiers: its letter, or its place where a modifier changes that. */
function keyName(event: KeyboardEvent): string {
  const { code } = event;
  const letter = shortcutKey(event);
  if (/^[A-Z]$/.test(letter)) return letter;
  return named[code] ?? code.replace(/^Key|^Digit/, '');
}

/** The keys of an event as a global shortcut; `null` where they cannot be one. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const keys = [
    event.ctrlKey && 'Control',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    event.metaKey && 'Super',
    keyName(event),
  ].filter((key) => key !== false);
  const checked = ShortcutKeys.safeParse(keys.join('+'));
  return checked.success ? checked.data : null;
}

const macSymbols: Readonly<Record<string, string>> = {
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Super: '⌘',
};

/** The keys of a shortcut, as the keyboard of this system names them. */
export function keyLabels(keys: string, isMac: boolean): string[] {
  const other: Readonly<Record<string, string>> = { Control: 'Ctrl' };
  return keys.split('+').map((key) => (isMac ? macSymbols : other)[key] ?? key);
}
