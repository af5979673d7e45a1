import { useI18n } from '#renderer/lib/i18n.ts';
import { useFormat } from './use-format.ts';

const maxNames = 3;

/** "Phone, TV, Router and 4 more": the first of many by name. `all`: how many there are. */
export function useNames() {
  const { t } = useI18n();
  const { number } = useFormat();
  return (names: readonly string[], all = names.length): string => {
    const what = names.slice(0, maxNames).join(', ');
    const n = all - Math.min(names.length, maxNames);
    return n === 0 ? what : t('journal.andMore', { what, n: number(n) });
  };
}
