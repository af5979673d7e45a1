import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  guidePictures,
  pictureFile,
  pictureLanguages,
  pictureThemes,
} from '#test/renderer/guide-pictures.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

function textsOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf);
}

const guides = [
  { language: 'en', path: 'docs/guide.md' },
  { language: 'ru', path: 'docs/guide.ru.md' },
] as const;

describe.each(guides)('the guide in $language', ({ language, path }) => {
  it('names what is on screen by the words that are on screen', () => {
    const texts = new Set(textsOf(JSON.parse(read(`src-renderer/locales/${language}.json`))));
    const named = [...read(path).matchAll(/\*\*([^*]+)\*\*/gu)].map(([, words = '']) => words);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((words) => !texts.has(words))).toEqual([]);
  });

  it('shows the pictures that `npm run pictures` takes, in both themes', () => {
    const shown = [...read(path).matchAll(/"\.\/images\/guide\/([^"]+)"/gu)].map(
      ([, file = '']) => file,
    );
    const taken = Object.keys(guidePictures).flatMap((name) =>
      pictureThemes.map((theme) => pictureFile(name, language, theme)),
    );
    expect(shown.toSorted()).toEqual(taken.toSorted());
    expect(taken.filter((file) => !existsSync(join(root, 'docs/images/guide', file)))).toEqual([]);
    expect(pictureLanguages).toContain(language);
  });
});
