import { shallowRef, watch, type App } from 'vue';
import { createI18n as createVueI18n, useI18n as useVueI18n } from 'vue-i18n';
import type { Language } from '#contract/constants.ts';
import { pluralRules } from '#contract/locales/plural-rules.ts';
import { loadMessages } from '#renderer/locales/load-messages.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';

type Values = Readonly<Record<string, string | number>>;

export type MessageLoaders = typeof loadMessages;

/** The texts of the window, with none loaded yet: a plugin that gives every template its `t`. */
export function createI18n() {
  const i18n = createVueI18n({
    legacy: false,
    locale: 'en',
    fallbackLocale: 'en',
    missingWarn: false,
    fallbackWarn: false,
    pluralRules,
  });
  return {
    global: i18n.global,
    install(app: App): void {
      app.use(i18n).config.globalProperties.t = i18n.global.t;
    },
  };
}

type I18n = ReturnType<typeof createI18n>;

/** The language requested last, which may still be loading. */
const requested = new WeakMap<I18n, Language>();

/**
 * Switches the window to a language, loading its messages first, and sets the document's language.
 * Of several calls the last one counts, whichever language is loaded last.
 *
 * @param load loads the messages of each language
 */
export async function setLanguage(
  i18n: I18n,
  language: Language,
  load: MessageLoaders = loadMessages,
): Promise<void> {
  const { global } = i18n;
  requested.set(i18n, language);
  const { default: messages } = await load[language]();
  if (requested.get(i18n) !== language) return;
  global.setLocaleMessage(language, messages);
  global.locale.value = language;
  document.documentElement.lang = language;
}

/** vue-i18n's `t`, with keys that are checked by type. */
export interface Translate {
  /** With values, or in the form for a count, of which `{n}` in it is the number. */
  (key: MessageKey, valuesOrCount?: Values | number): string;
  /** In the form for a count, with further values; `n` among them replaces the plain count. */
  (key: MessageKey, values: Values, count: number): string;
}

declare module 'vue' {
  interface ComponentCustomProperties {
    t: Translate;
  }
}

/** vue-i18n's `useI18n`, always of the window's one scope. A key that does not exist is a type error. */
export function useI18n(): { t: Translate } {
  const { t } = useVueI18n({ useScope: 'global' });
  return { t };
}

/** Names in the language that the window does not speak; empty until they are loaded. */
export function useOtherNames(): (key: MessageKey) => string {
  const i18n = useVueI18n({ useScope: 'global' });
  const loaded = shallowRef<Language | null>(null);
  watch(
    i18n.locale,
    async (now) => {
      const other = now === 'ru' ? 'en' : 'ru';
      i18n.setLocaleMessage(other, (await loadMessages[other]()).default);
      loaded.value = other;
    },
    { immediate: true },
  );
  return (key) =>
    loaded.value === null ? '' : i18n.t(key, { name: '', title: '' }, { locale: loaded.value });
}
