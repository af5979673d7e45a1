import {
  isAboutServer,
  isProof,
  type CheckResult,
  type DatedCheck,
  type FailureCause,
} from '#contract/check-result.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useFormat } from './use-format.ts';

/** What a check found, in words: never a colour alone, and never the server's own state. */
export function useCheckText() {
  const { t } = useI18n();
  const { ago, number } = useFormat();

  /** "42 ms": never less than one. */
  function delay(ms: number): string {
    return t('check.ms', { n: number(Math.max(1, Math.round(ms))) });
  }

  /** "42 ms", or what went wrong in a word or two. */
  function short({ result }: DatedCheck): string {
    return result.outcome === 'answers' ? delay(result.ms) : t(`check.short.${result.outcome}`);
  }

  /** "Works from here · 42 ms", or "Fails from here · No answer". */
  function headline(check: DatedCheck): string {
    const { result, elsewhere, earlier } = check;
    const isPast = elsewhere ?? earlier ?? false;
    if (result.outcome !== 'answers') {
      const fails = isAboutServer(result) && !isPast;
      return fails ? `${t('check.fails')} · ${short(check)}` : short(check);
    }
    if (isPast) return `${t('check.answered')} · ${short(check)}`;
    return `${t(isProof(result.depth) ? 'check.works' : 'check.answers')} · ${short(check)}`;
  }

  function meaning({ result }: DatedCheck): string {
    if (result.outcome === 'undetermined') return undetermined(result);
    if (result.outcome === 'answers') {
      const found = t(`check.depth.${result.depth}`);
      return isProof(result.depth) ? found : `${found} ${t('check.unproven')}`;
    }
    if (result.outcome === 'certificate') return t(`check.certificate.${result.certificate}`);
    return t(`check.long.${result.outcome}`);
  }

  /** Why several fail, and what helps, where that is known. */
  function commonCause(cause: FailureCause | null): string {
    if (cause === null || cause === 'certificate') return '';
    return t(cause === 'dns-failed' ? 'check.noNames' : `check.long.${cause}`);
  }

  /** Why nothing was sent, and which part of its text was not understood. */
  function undetermined({ reason, at }: Extract<CheckResult, { outcome: 'undetermined' }>): string {
    const meant = t(`check.undetermined.${reason}`);
    if (at === undefined) return meant;
    const worded = (['link', 'user', 'host', 'port', 'Peer', 'AmneziaWG'] as const).find(
      (each) => each === at,
    );
    const what = worded === undefined ? at : t(`check.at.${worded}`);
    return `${meant} ${t('check.at.said', { what })}`;
  }

  /** "2 minutes ago", and that it was in another network where it was. */
  function age({ at, elsewhere }: DatedCheck, now: number): string {
    return elsewhere ? t('check.elsewhere', { age: ago(at, now) }) : ago(at, now);
  }

  return {
    delay,
    short,
    headline,
    meaning,
    commonCause,
    age,
    /** All of it with its age. */
    sentence: (check: DatedCheck, now: number): string =>
      `${t('check.label')}: ${short(check)}, ${age(check, now)}. ${meaning(check)}`,
  };
}
