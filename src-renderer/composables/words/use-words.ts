import { useI18n } from 'vue-i18n';
import type { MessageKey } from '../../locales/messages.ts';

type Values = Readonly<Record<string, string | number>>;

/** The words of the chosen language. A key that does not exist is a type error. */
export function useWords() {
  const { t } = useI18n({ useScope: 'global' });
  return {
    t: (key: MessageKey, values: Values = {}): string => t(key, values),
    /** The form of the message that `count` takes; `{n}` in it is the count. */
    plural: (key: MessageKey, count: number, values: Values = {}): string =>
      t(key, { n: count, ...values }, count),
  };
}
