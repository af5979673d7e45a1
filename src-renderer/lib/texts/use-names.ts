import { useI18n } from '#renderer/lib/i18n.ts';
import { useFormat } from './use-format.ts';

/** "Phone, TV, Router and 4 more": the first of many by name. `all`: how many there are; `max`: how many are named. */
export function useNames() {
  const { t } = useI18n();
  const { number } = useFormat();
  return (names: readonly string[], all = names.length, max = 3): string => {
    const what = names.slice(0, max).join(', ');
    const n = all - Math.min(names.length, max);
    return n === 0 ? what : t('journal.andMore', { what, n: number(n) });
  };
}
