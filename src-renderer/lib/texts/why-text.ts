import { serverOf } from '#contract/check-history.ts';
import { failureCause, isAboutServer, type DatedCheck } from '#contract/check-result.ts';
import type { WhyFact, Why } from '#contract/connections/why-not-working.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useCheckText } from './check-text.ts';
import { visible } from './connection-text.ts';
import { useOptionText } from './option-text.ts';
import { useFormat } from './use-format.ts';

function useFactText() {
  const { t } = useI18n();
  const { ago, date, number, timeLeft } = useFormat();
  const { short } = useCheckText();
  const { status, gigabytes } = useOptionText();

  function expiry({ expiresAt, autoRenewal }: Extract<WhyFact, { kind: 'expiry' }>, now: number) {
    const at = expiresAt * 1000;
    const values = { date: date(at), left: timeLeft(expiresAt, now) };
    const sentence = t(at <= now ? 'time.expired' : 'time.expires', values);
    if (autoRenewal === null) return sentence;
    return `${sentence}, ${t(autoRenewal ? 'why.fact.autoOn' : 'why.fact.autoOff')}`;
  }

  function fact(of: WhyFact, now: number): string {
    switch (of.kind) {
      case 'expiry':
        return expiry(of, now);
      case 'option':
        return t('why.fact.option', { status: status(of.status), age: ago(of.at, now) });
      case 'traffic': {
        const { usedBytes, limitBytes, at } = of;
        const age = ago(at, now);
        const used = gigabytes(usedBytes);
        return limitBytes > 0
          ? t('why.fact.traffic', { used, limit: gigabytes(limitBytes), age })
          : t('why.fact.trafficAlone', { used, age });
      }
      case 'reboot':
        return t('state.rebooting');
      case 'check':
        return t('why.fact.check', { found: short(of.check), age: ago(of.check.at, now) });
      case 'server': {
        const { online, at } = of;
        const isNow = at === null || online === 'unknown';
        const state = isNow
          ? t(`online.${online}`)
          : t(`online.seen.${online}`, { age: ago(at, now) });
        return t('why.fact.server', { state });
      }
      case 'copy':
        return of.copiedAt === null
          ? t('why.cause.changed')
          : t('why.fact.copied', { age: ago(of.copiedAt, now) });
      case 'device-limit': {
        const { total, limit, at } = of;
        const values = { total: number(total), limit: number(limit), age: ago(at, now) };
        return t('why.fact.devices', values);
      }
      case 'device-blocked': {
        const { name, seenAt, at } = of;
        const values = { name: visible(name), seen: ago(seenAt, now), age: ago(at, now) };
        return t('why.fact.blocked', values);
      }
      case 'unreached':
        return t('why.fact.unreached');
    }
  }

  return fact;
}

/** After these nothing was connected. */
const unconnected: readonly string[] = ['unreachable', 'no-answer', 'key-unanswered', 'refused'];

/** Why a connection does not work, in words: a verdict, what it means, and the facts with their ages. */
export function useWhyText() {
  const { t } = useI18n();
  const { ago } = useFormat();
  const { meaning } = useCheckText();
  const fact = useFactText();
  const { status } = useOptionText();
  const title = ({ cause }: Why): string => t(`why.cause.${cause}`);
  /** A fact with its age, where the state in the head of the page does not say it already. */
  function below(of: WhyFact, now: number, leading: DatedCheck | undefined): string {
    if (of.kind === 'expiry' || of.kind === 'reboot') return '';
    if (of.kind === 'server' && of.at === null && of.online === 'online' && !leading) return '';
    return of.kind === 'check' && of.check === leading
      ? t('why.fact.checked', { age: ago(of.check.at, now) })
      : fact(of, now);
  }

  /** The fact that decided, unless the verdict says no less. */
  function quiet({ evidence: [first] }: Why, now: number, leading: DatedCheck | undefined): string {
    const isSaid = first === undefined || (first.kind === 'server' && first.at === null);
    return isSaid ? '' : below(first, now, leading);
  }

  /** How far a check came that failed; empty where it did not fail. */
  function tried({ result, at }: DatedCheck, host: string, now: number): string {
    const cause = failureCause(result);
    if (cause === undefined) return '';
    const age = ago(at, now);
    if (cause === 'dns-failed') return t('why.tried.name', { age, host: serverOf(host) });
    return t(`why.tried.${unconnected.includes(cause) ? 'way' : 'handshake'}`, { age, host });
  }

  /** What the verdict means for the user: of a check, what that found. */
  function advice({ cause, evidence }: Why): string {
    switch (cause) {
      case 'network':
      case 'fails-here':
      case 'works-here':
      case 'answers-here': {
        const [first] = evidence;
        if (first?.kind !== 'check') return '';
        const isCommon = cause === 'network' && isAboutServer(first.check.result);
        return isCommon ? t('check.noNames') : meaning(first.check);
      }
      default:
        return t(`why.text.${cause === 'unknown' ? 'unclear' : cause}`);
    }
  }

  return {
    /** What is wrong, and what that means. */
    verdict: (why: Why): string => `${title(why)}. ${advice(why)}`,
    quiet,
    /** What else it rests on, and how far a check came that failed. */
    factsBelow: (why: Why, now: number, leading: DatedCheck | undefined, host: string): string[] =>
      why.evidence.flatMap((each, n) => {
        const isInHead = n === 0 && quiet(why, now, leading) !== '';
        const said = isInHead ? '' : below(each, now, leading);
        const isLeading = each.kind === 'check' && each.check === leading;
        return (isLeading && tried(each.check, visible(host), now)) || said || [];
      }),
    /** A few words in place of a row's state, where that would not say what is wrong; else `null`. */
    word({ cause, evidence }: Why): string | null {
      if (cause === 'traffic') return t('paid.status.limited');
      const [first] = evidence;
      return cause === 'option-off' && first?.kind === 'option' ? status(first.status) : null;
    },
    /** All of it, as a tip. */
    sentence: (why: Why, now: number): string =>
      `${[title(why), ...why.evidence.map((each) => fact(each, now))].join('. ')}.`,
    /** What the button of an action says; empty where the page has that button anyway. */
    button({ action }: Why): string {
      switch (action.kind) {
        case 'renew':
          return t('shop.renewOpen');
        case 'check':
        case 'try-there':
        case 'find':
        case 'next':
          return '';
        default:
          return t(`why.do.${action.kind}`);
      }
    },
  };
}
