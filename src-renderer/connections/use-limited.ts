import { computed } from 'vue';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** What is done with no more than so many at a time: with more, its line is disabled and says so. */
export function useLimited(count: () => number, max: number) {
  const { t } = useI18n();
  const { number } = useFormat();
  const tooMany = computed(() => count() > max);
  return {
    tooMany,
    limited: (what: string): string =>
      tooMany.value ? t('selection.atMost', { what, n: number(max) }) : what,
  };
}
