// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pluralRules } from '#contract/locales/plural-rules.ts';

interface Messages {
  readonly [key: string]: string | Messages;
}

function leaves(messages: Messages, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value, `${path}${key}.`),
  );
}

/** The texts of a part of the program in both languages, and the source that says them. */
function read(part: string) {
  const folder = fileURLToPath(new URL(`../../${part}`, import.meta.url));
  // Read as text: imported, a message is a function already.
  const messages = (language: string): Map<string, string> =>
    new Map(
      leaves(JSON.parse(readFileSync(`${folder}/locales/${language}.json`, 'utf8')) as Messages),
    );
  const source = globSync('**/*.{ts,vue}', { cwd: folder })
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n');
  return { english: messages('en'), russian: messages('ru'), ...keysIn(source) };
}

function placeholders(message: string): string[] {
  return [...new Set(message.match(/\{\w+\}/g) ?? [])].sort();
}

/** Keys that are written out, and prefixes of keys of which a part is a value of the contract. */
function keysIn(source: string) {
  const literal = new Set(
    [...source.matchAll(/['"`]([a-zA-Z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key),
  );
  const prefixes = [...source.matchAll(/`([a-zA-Z]\w*(?:\.\w+)*\.)\$\{/g)].map(
    ([, prefix]) => prefix ?? '',
  );
  return { literal, prefixes };
}

describe.each([
  ['the window', read('src-renderer')],
  ['main', read('src-main/electron')],
])('the texts of %s', (_part, { english, russian, literal, prefixes }) => {
  test('are the same keys in both languages', () => {
    expect([...russian.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('take the same values in both languages', () => {
    const wrong = [...english].filter(
      ([key, message]) =>
        placeholders(message).join() !== placeholders(russian.get(key) ?? '').join(),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test('are never empty, never the same by mistake, and name no file of the documentation', () => {
    const untranslated = [...russian].filter(
      ([key, message]) =>
        /[a-z]{4}/i.test(message.replaceAll(/\{\w+\}/g, '')) &&
        !/[а-яё]/i.test(message) &&
        message === english.get(key),
    );
    expect(untranslated.map(([key]) => key)).toEqual([]);
    const wrong = ([, text]: [string, string]) => text.trim() === '' || /docs\/|\.md\b/.test(text);
    expect([...english, ...russian].filter(wrong)).toEqual([]);
  });

  test('are all used', () => {
    const unused = [...english.keys()].filter(
      (key) => !literal.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  test('have one form of a count more in Russian than in English', () => {
    const counted = [...english].filter(([, message]) => message.includes(' | '));
    expect(counted.length).toBeGreaterThan(2);
    for (const [key, message] of counted) {
      const forms = message.split(' | ').length;
      expect([key, [2, 3].includes(forms)]).toEqual([key, true]);
      expect([key, (russian.get(key) ?? '').split(' | ').length]).toEqual([key, forms + 1]);
    }
  });
});

describe('a Russian count', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [4, 2],
    [5, 3],
    [11, 3],
    [12, 3],
    [14, 3],
    [21, 1],
    [22, 2],
    [25, 3],
    [101, 1],
    [111, 3],
    [1002, 2],
    [1.5, 2],
    [-1, 1],
    [-0.5, 2],
  ])('of %d takes form %i of "0 | 1 | 2–4 | 5"', (count, form) => {
    expect(pluralRules.ru(count, 4)).toBe(form);
  });

  test('of nothing takes the form of many where there is none for nothing', () => {
    expect(pluralRules.ru(0, 3)).toBe(2);
    expect(pluralRules.ru(21, 3)).toBe(0);
  });
});

test.each([1.5, 0.5, -1.5, -3, 1e21, Number.MAX_VALUE, -0, NaN, Infinity])(
  'the number %d has a form in every language',
  (count) => {
    for (const rule of Object.values(pluralRules)) {
      for (const length of [2, 3, 4]) {
        expect(Array.from({ length }, (_, n) => n)).toContain(rule(count, length));
      }
    }
  },
);
