import type { DatedCheck } from '#contract/check-result.ts';
import { useI18n } from '#renderer/i18n.ts';
import { useFormat } from './use-format.ts';

/** What a check found, in words: never a colour alone, and never the server's own state. */
export function useCheckWords() {
  const { t } = useI18n();
  const { ago, number } = useFormat();

  /** "42 ms", or what went wrong in a word or two. */
  function short({ result }: DatedCheck): string {
    return result.outcome === 'answers'
      ? t('check.ms', { n: number(Math.max(1, Math.round(result.ms))) })
      : t(`check.short.${result.outcome}`);
  }

  /** What that means. */
  function meaning({ result }: DatedCheck): string {
    if (result.outcome === 'answers') return t(`check.depth.${result.depth}`);
    if (result.outcome === 'untold') return t(`check.untold.${result.reason}`);
    return t(`check.long.${result.outcome}`);
  }

  return {
    short,
    meaning,
    /** All of it with its age. */
    sentence: (check: DatedCheck, now: number): string =>
      `${t('check.label')}: ${short(check)}, ${ago(check.at, now)}. ${meaning(check)}`,
  };
}
