import type {
  BatchChange,
  BatchItem,
  BatchProblem,
  BatchStop,
  BatchSummary,
  PlannedItem,
} from '#contract/ipc/batches.ts';
import type { Failure } from '#contract/failure.ts';
import { protocolName, useConnectionText, visible } from '#renderer/lib/texts/connection-text.ts';
import { useCheckText } from '#renderer/lib/texts/check-text.ts';
import { useFailureText } from '#renderer/lib/texts/failure-text.ts';
import { useAmounts } from '#renderer/lib/texts/use-amounts.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

export function useBatchText() {
  const { t } = useI18n();
  const { date, inDays, number } = useFormat();
  const { inCurrency } = useAmounts();
  const connections = useConnectionsStore();
  const checks = useCheckText();
  const whyStopped = useStopText();
  const words = useConnectionText();

  /** What a thing is called: its name, or as its connection is shown. */
  function name({ key, name: own, title }: Pick<PlannedItem, 'key' | 'name' | 'title'>): string {
    if (visible(own) !== '') return visible(own);
    const row = connections.rowOf(key);
    if (row === undefined) return t('batch.unnamed');
    // A rename shows what it was called before, also afterwards.
    return words.title(title === undefined ? row : { ...row, title: '' });
  }

  function price({ price: cost, autoRenewal }: PlannedItem): string {
    if (cost !== null) return inCurrency(cost.amount, cost.currency);
    return autoRenewal === true ? t('batch.effect.unpriced') : '';
  }

  /** What happens to it; empty where the batch says that already. */
  function effect(item: PlannedItem | BatchItem): string {
    const { title, days, device, autoRenewal, settings } = item;
    if (settings !== undefined) return setTo(settings.to.protocol, settings.place);
    if (device !== undefined) return t(`batch.effect.${device}`);
    if (title !== undefined) {
      if (title.to !== null) return visible(title.to);
      const row = connections.rowOf(item.key);
      return row === undefined ? t('batch.effect.untitled') : words.title({ ...row, title: '' });
    }
    if (autoRenewal === false) return t('batch.effect.autoOff');
    const turnedOn = autoRenewal === true ? t('batch.effect.autoOn') : '';
    const { expiresAt } = { expiresAt: undefined, ...item };
    const until =
      expiresAt === undefined ? '' : t('journal.until', { date: date(expiresAt * 1000) });
    const period = days === null ? '' : inDays(days);
    const cost = 'state' in item ? price(item) : '';
    return [turnedOn, until || period, cost].filter((part) => part !== '').join(' · ');
  }

  /** "Renamed 1 of 4, 3 not certain", and why it stopped. */
  function outcome({ action, undoes, counts, total, stopped, failure }: BatchSummary): string {
    const done = number(counts.done);
    const n = counts.done === total ? done : t('list.found', { n: done, all: number(total) });
    const others = (['failed', 'unknown', 'finding-out', 'open'] as const)
      .filter((state) => counts[state] > 0)
      .map((state) => t(`batch.ended.${state}`, { n: number(counts[state]) }));
    const isEarly = action === 'repair' && (stopped !== null || counts.done === 0);
    const what = undoes ? 'undo' : isEarly ? 'early' : action;
    const said = `${[t(`batch.ended.${what}`, { n }), ...others].join(', ')}.`;
    return stopped === null ? said : `${said} ${whyStopped(stopped, failure)}`;
  }

  return {
    name,
    outcome,
    effect,
    price,
    problem: (problem: BatchProblem): string => t(`batch.problem.${problem}`),
    state({ state, settings, found }: BatchItem): string {
      if (settings === undefined || state !== 'done') return t(`batch.state.${state}`);
      return found === undefined ? t('batch.unchecked') : checks.headline({ result: found, at: 0 });
    },
    /** "Renaming", "Undo renaming". Renewals and removals are never undone. */
    title: ({ action, undoes }: Pick<BatchSummary, 'action' | 'undoes'>): string =>
      !undoes || action === 'renew' || action === 'delete'
        ? t(`batch.doing.${action}`)
        : t(`batch.undoing.${action}`),
    /** What the button says that begins it. */
    start: (change: BatchChange, n: number): string =>
      n === 0
        ? t(`batch.begin.${change.action}`)
        : t(`batch.start.${startOf(change)}`, { n: number(n) }),
    money: (roubles: number): string => inCurrency(roubles, 'RUB'),
  };
}

function useStopText() {
  const { t } = useI18n();
  const describe = useFailureText();
  return (stopped: BatchStop, failure: Failure | null): string => {
    const isUnclear = stopped === 'failure' && failure?.kind === 'outcome-unknown';
    const why = failure === null ? '' : describe(failure, Infinity).title;
    return t(`batch.stopped.${isUnclear ? 'unclear' : stopped}`, { why });
  };
}

function setTo(protocol: string, place: string): string {
  return [visible(place), protocolName(protocol)].filter((part) => part !== '').join(' · ');
}

function startOf(change: BatchChange) {
  switch (change.action) {
    case 'devices':
      return change.change;
    case 'auto-renewal':
      return change.settings.some(({ enabled }) => enabled) ? 'autoOn' : 'autoOff';
    default:
      return change.action;
  }
}
