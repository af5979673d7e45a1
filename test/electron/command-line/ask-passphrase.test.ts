import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askPassphrase } from '#electron/command-line/ask-passphrase.ts';

/** A terminal on which somebody types, and what it shows. */
function terminal(typed: readonly string[], isTTY = true) {
  const input = new PassThrough();
  const raw: boolean[] = [];
  const shown: string[] = [];
  let line = 0;
  const next = () => {
    if (line < typed.length) input.write(typed[line]);
    else input.end();
    line += 1;
  };
  const output = {
    write(text: string) {
      shown.push(text);
      if (text !== '\n') setImmediate(next);
      return true;
    },
  };
  if (!isTTY) for (const text of typed) input.write(text);
  const setRawMode = (on: boolean) => raw.push(on);
  const ask = (isNew: boolean) =>
    askPassphrase(
      {
        input: Object.assign(input, { isTTY, setRawMode }) as unknown as NodeJS.ReadStream,
        output: output as unknown as NodeJS.WriteStream,
      },
      isNew,
      'en',
    );
  return { ask, raw, shown };
}

it('a new passphrase is typed twice, as a terminal edits it, and never shown', async () => {
  const { ask, raw, shown } = terminal(['fivf\u007Fe words\r', 'five words\r']);
  expect(await ask(true)).toBe('five words');
  expect(shown).toEqual(['Passphrase: ', '\n', 'Again: ', '\n']);
  expect(raw).toEqual([true, false, true, false]);
});

it.each([
  ['the two are not the same', ['one\r', 'other\r'], true],
  ['it is empty', ['\r'], true],
  ['it is given up by Ctrl+C', ['one\u0003'], false],
])('there is no passphrase where %s', async (_, typed, isNew) => {
  expect(await terminal(typed).ask(isNew)).toBeUndefined();
});

it('a passphrase is the first line of a standard input that is no terminal', async () => {
  expect(await terminal(['пять слов\nmore\n'], false).ask(true)).toBe('пять слов');
});
