import {
  compile,
  createCoreContext,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
  type CoreOptions,
  type LocaleMessage,
} from '@intlify/core-base';
import { inject, shallowRef, type App, type InjectionKey } from 'vue';
import type { SettingsState } from '#contract/ipc/settings.ts';
import type { MessageKey } from './locales/messages.ts';

/** The languages there are, each its own chunk. */
const languages = {
  en: () => import('./locales/en.json'),
  ru: () => import('./locales/ru.json'),
} as const;

export type Language = SettingsState['resolvedLanguage'];
export type Values = Readonly<Record<string, string | number>>;

/** The words of the window. */
export interface Words {
  install(app: App): void;
  /** Begins to load a language that will probably be spoken. */
  fetch(language: Language): void;
  /** Loads a language if need be, switches to it, and tells the document. */
  speak(language: Language): Promise<void>;
  /**
   * A message, with its values if it has any; with `count`, the form of it that the count takes. A key
   * without a message says itself.
   */
  say(key: MessageKey, values?: Values, count?: number): string;
}

const wordsKey: InjectionKey<Words> = Symbol('words');

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
export function createWords(): Words {
  registerMessageCompiler(compile);
  registerMessageResolver(resolveValue);
  const messages: Record<string, LocaleMessage> = {};
  const context = createCoreContext<string, CoreOptions, object, object, object, string>({
    locale: 'en',
    fallbackLocale: 'en',
    missingWarn: false,
    fallbackWarn: false,
    messages,
    pluralRules: { ru: russianPlural },
  });
  const spoken = shallowRef<Language>();
  let latest: Language | undefined;
  /** Those without values, put together once: every row of a list has the same ones. */
  const plain = new Map<MessageKey, string>();
  const words: Words = {
    install(app) {
      app.provide(wordsKey, words);
    },
    fetch(language) {
      void languages[language]();
    },
    async speak(language) {
      latest = language;
      messages[language] ??= (await languages[language]()).default;
      // Another language was requested while this one was loading.
      if (latest !== language) return;
      plain.clear();
      spoken.value = language;
      document.documentElement.lang = language;
    },
    say(key, values, count) {
      // Read, so that who says it says it again in another language.
      const locale = spoken.value ?? 'en';
      const isPlain = values === undefined && count === undefined;
      const known = isPlain ? plain.get(key) : undefined;
      if (known !== undefined) return known;
      const chosen = count === undefined ? { locale } : { locale, plural: count };
      const said = String(translate(context, key, values ?? {}, chosen));
      if (isPlain) plain.set(key, said);
      return said;
    },
  };
  return words;
}

/** The words that the window was given. */
export function injectWords(): Words {
  const words = inject(wordsKey);
  if (words === undefined) throw new Error('The window has no words.');
  return words;
}
