import { injectWords, type Values } from '#renderer/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';

/** The words of the chosen language. A key that does not exist is a type error. */
export function useWords() {
  const words = injectWords();
  return {
    t: (key: MessageKey, values?: Values): string => words.say(key, values),
    /** The form of the message that `count` takes; `{n}` in it is the count. */
    plural: (key: MessageKey, count: number, values: Values = {}): string =>
      words.say(key, { n: count, ...values }, count),
  };
}
