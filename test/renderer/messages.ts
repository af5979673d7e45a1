import { readFileSync } from 'node:fs';
import type english from '#renderer/locales/en.json';

type Messages = typeof english;

/** The texts of the window as they are written: an import of them is compiled here. */
export const messages = { en: read('en'), ru: read('ru') } as const;

function read(language: 'en' | 'ru'): Messages {
  const file = new URL(`../../src-renderer/locales/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Messages;
}
