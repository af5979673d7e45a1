import { createI18n } from 'vue-i18n';
import type { SettingsState } from '../src-contract/bridge/settings.ts';

/** The languages there are, each its own chunk. */
const messages = {
  en: () => import('./locales/en.json'),
  ru: () => import('./locales/ru.json'),
} as const;

export type Language = SettingsState['resolvedLanguage'];

/**
 * Which of the forms "0 | 1 | 2–4 | 5 and more" of a Russian message a count takes. A message of
 * three forms leaves the zero out.
 */
export function russianPlural(count: number, forms: number): number {
  const n = Math.abs(Math.trunc(count));
  if (forms === 4 && n === 0) return 0;
  const teen = n % 100 >= 11 && n % 100 <= 14;
  const last = n % 10;
  const form = !teen && last === 1 ? 1 : !teen && last >= 2 && last <= 4 ? 2 : 3;
  return Math.min(form, forms) - (forms === 4 ? 0 : 1);
}

/** The words of the window, with no language loaded yet. */
export function createWords() {
  return createI18n({
    legacy: false,
    locale: 'en',
    fallbackLocale: 'en',
    missingWarn: false,
    fallbackWarn: false,
    messages: {},
    pluralRules: { ru: russianPlural },
  });
}
export type Words = ReturnType<typeof createWords>;

/** Loads a language if need be, switches to it, and tells the document. */
export async function speak(words: Words, language: Language): Promise<void> {
  const { global } = words;
  if (!(global.availableLocales as readonly string[]).includes(language)) {
    const loaded = await messages[language]();
    global.setLocaleMessage(language, loaded.default);
  }
  global.locale.value = language;
  document.documentElement.lang = language;
  document.documentElement.dir = 'ltr';
}
