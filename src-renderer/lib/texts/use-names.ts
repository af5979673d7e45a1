import { useI18n } from '#renderer/lib/i18n.ts';
import { useFormat } from './use-format.ts';

/** "Phone, TV, Router and 4 more": the first of many by name. `all`: how many there are; `most`: how many are named. */
export function useNames() {
  const { t } = useI18n();
  const { number } = useFormat();
  return (names: readonly string[], all = names.length, most = 3): string => {
    const what = names.slice(0, most).join(', ');
    const n = all - Math.min(names.length, most);
    return n === 0 ? what : t('journal.andMore', { what, n: number(n) });
  };
}
