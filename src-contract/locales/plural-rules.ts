import type { Language } from '#contract/constants.ts';

/** The forms of a counted message, in their order; before them may stand one for nothing at all. */
const forms = { en: ['one', 'other'], ru: ['one', 'few', 'many'] } as const;

/** The form for a number: "0 | 1 | more" in English, "0 | 1 | 2–4 | 5 and more" in Russian. */
function pluralRule(language: Language) {
  const own: readonly string[] = forms[language];
  // Made when the first number is counted: that takes a moment of a start.
  let rules: Intl.PluralRules | undefined;
  return (count: number, length: number): number => {
    const hasNone = length > own.length;
    if (hasNone && count === 0) return 0;
    const named = own.indexOf((rules ??= new Intl.PluralRules(language)).select(count));
    const at = named === -1 ? own.indexOf(Number.isFinite(count) ? 'few' : 'many') : named;
    return Math.min(at + Number(hasNone), length - 1);
  };
}

/** The plural rule of every language, in the form that vue-i18n and its core take. */
export const pluralRules: Readonly<Record<Language, ReturnType<typeof pluralRule>>> = {
  en: pluralRule('en'),
  ru: pluralRule('ru'),
};
