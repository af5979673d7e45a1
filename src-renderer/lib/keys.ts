/** Whether the layout has Latin letters, as far as the letters that were pressed have shown. */
let hasLatin = true;

const latinLetter = /^[a-z]$/i;
const otherLetter = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * What a shortcut goes by: the letter or sign that the layout writes, and where the layout has no
 * Latin letters what the position has on the American one. A letter is a capital one; other keys have
 * their names. The keys of the digits are those, also where a layout writes them with Shift alone.
 */
export function shortcutKey({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  if (latinLetter.test(key)) return key.toUpperCase();
  if ((ctrlKey || metaKey) && /^Digit\d$/.test(code)) return code.slice('Digit'.length);
  if (hasLatin && !otherLetter.test(key)) return key;
  if (/^Key[A-Z]$/.test(code)) return code.slice('Key'.length);
  if (code === 'Comma' && !shiftKey) return ',';
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return key;
}

/** What an input method composes with is its own: no handler acts on it. */
export function watchKeys(): void {
  const before = (event: KeyboardEvent) => {
    if (latinLetter.test(event.key)) hasLatin = true;
    else if (otherLetter.test(event.key)) hasLatin = false;
    if (event.isComposing || event.key === 'Process') event.stopImmediatePropagation();
  };
  addEventListener('keydown', before, { capture: true });
  addEventListener('keyup', before, { capture: true });
}
