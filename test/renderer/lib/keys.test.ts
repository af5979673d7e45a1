import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shortcutKey, watchKeys } from '#renderer/lib/keys.ts';
import { shortcutOf } from '#renderer/lib/shortcut-keys.ts';
import { listCommand } from '#renderer/list/list-keys.ts';

/** What the three rows of letters write on each layout. */
const american = 'qwertyuiopasdfghjklzxcvbnm';
const layouts = {
  American: american,
  AZERTY: 'azertyuiopqsdfghjklwxcvbn,',
  QWERTZ: 'qwertzuiopasdfghjklyxcvbnm',
  Dvorak: `',.pyfgcrlaoeuidhtn;qjkxbm`,
  Colemak: 'qwfpgjluy;arstdhneizxcvbkm',
  Russian: 'йцукенгшщзфывапролдячсмить',
  Greek: ';ςερτυθιοπασδφγηξκλζχψωβνμ',
} as const;
const positions = Array.from(american).map((letter) => `Key${letter.toUpperCase()}`);

function press(key: string, code: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey: true,
    cancelable: true,
    ...more,
  });
  window.dispatchEvent(event);
  return event;
}

watchKeys();
/** The next test knows nothing of the layout of the last one. */
beforeEach(() => press('a', 'KeyA'));

describe.each(Object.entries(layouts))('on the layout %s', (name, written) => {
  const isLatin = !['Russian', 'Greek'].includes(name);
  /** The key on which a user finds the letter of a shortcut. */
  const keyOf = (letter: string) => {
    const at = isLatin ? Array.from(written).indexOf(letter) : american.indexOf(letter);
    // Some layouts have letters beyond these positions.
    return [Array.from(written)[at] ?? letter, positions[at] ?? 'Semicolon'] as const;
  };

  test.each(['a', 'c', 'd', 'k', 's', 'z'])(
    'Ctrl and the key of %s are that shortcut',
    (letter) => {
      const [key, code] = keyOf(letter);
      expect(shortcutKey(press(key, code))).toBe(letter.toUpperCase());
      expect(shortcutKey(press(key.toUpperCase(), code, { shiftKey: true }))).toBe(
        letter.toUpperCase(),
      );
    },
  );

  test('no letter has two keys, and no sign is taken for a letter', () => {
    const found = positions.map((code, at) =>
      shortcutKey(press(Array.from(written)[at] ?? '', code)),
    );
    const letters = found.filter((key) => /^[A-Z]$/.test(key));
    expect(new Set(letters).size).toBe(letters.length);
    if (isLatin) {
      expect(
        letters
          .map((key) => key.toLowerCase())
          .toSorted()
          .join(''),
      ).toBe(
        Array.from(written)
          .filter((sign) => /[a-z]/.test(sign))
          .toSorted()
          .join(''),
      );
    }
  });
});

test.each([
  ['AZERTY', '!', 'Slash', '/', 'Period', true],
  ['QWERTZ', '-', 'Slash', '/', 'Digit7', true],
  ['Dvorak', 'z', 'Slash', '/', 'BracketLeft', false],
])(
  'on %s the sign of the position of the slash stays that sign',
  (_, sign, code, slash, at, shiftKey) => {
    expect(shortcutKey(press(sign, code, { ctrlKey: false }))).toBe(
      /[a-z]/.test(sign) ? sign.toUpperCase() : sign,
    );
    expect(shortcutKey(press(slash, at, { ctrlKey: false, shiftKey }))).toBe('/');
  },
);

test('on a layout without Latin letters the position of the slash searches, and so does the sign', () => {
  press('ф', 'KeyA');
  expect(shortcutKey(press('.', 'Slash', { ctrlKey: false }))).toBe('/');
  expect(shortcutKey(press(',', 'Slash', { ctrlKey: false, shiftKey: true }))).toBe('?');
  expect(shortcutKey(press('/', 'Backslash', { ctrlKey: false, shiftKey: true }))).toBe('/');
});

test('sections open by their digit, also where a layout writes it with Shift alone', () => {
  expect(shortcutKey(press('&', 'Digit1'))).toBe('1');
  expect(shortcutKey(press('б', 'Comma'))).toBe(',');
  press('w', 'Comma');
  expect(shortcutKey(press('w', 'Comma'))).toBe('W');
});

test('a letter that AltGr writes is no command of the list', () => {
  const polish = { ctrlKey: true, altKey: true };
  for (const [key, code] of [
    ['ą', 'KeyA'],
    ['ć', 'KeyC'],
    ['đ', 'KeyD'],
    ['a', 'KeyA'],
  ] as const) {
    expect(listCommand(press(key, code, polish), true)).toBeNull();
  }
});

test('a shortcut of the system is recorded by the letter on its key', () => {
  expect(shortcutOf(press('a', 'KeyQ', { shiftKey: true }))).toBe('Control+Shift+A');
  expect(shortcutOf(press('ф', 'KeyA', { shiftKey: true }))).toBe('Control+Shift+A');
  expect(shortcutOf(press('å', 'KeyA', { altKey: true }))).toBe('Control+Alt+A');
});

describe('while an input method composes', () => {
  const seen: string[] = [];
  const note = (event: Event) => {
    if (event instanceof KeyboardEvent) seen.push(event.key);
  };
  beforeEach(() => {
    document.body.addEventListener('keydown', note);
  });
  afterEach(() => {
    document.body.removeEventListener('keydown', note);
    seen.length = 0;
  });

  test('no handler of the window sees a key, and the input method keeps it', () => {
    fc.assert(
      fc.property(fc.constantFrom('Enter', 'Escape', 'Process', 'Tab', 'a', ' '), (key) => {
        const isComposing = key !== 'Process';
        const event = new KeyboardEvent('keydown', {
          key,
          isComposing,
          bubbles: true,
          cancelable: true,
        });
        document.body.dispatchEvent(event);
        expect([seen, event.defaultPrevented]).toEqual([[], false]);
      }),
      { numRuns: 30 },
    );
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(seen).toEqual(['Enter']);
  });
});
