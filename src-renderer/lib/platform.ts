/** Whether the system is macOS, which writes and presses its shortcuts with ⌘. */
export function isMac(): boolean {
  return navigator.platform.startsWith('Mac');
}

/** The key that most shortcuts begin with, as it is written. */
export function commandKey(): string {
  return isMac() ? '⌘' : 'Ctrl';
}
