import type {
  BatchAction,
  BatchItem,
  BatchItemState,
  BatchProblem,
  BatchStop,
  BatchSummary,
  PlannedItem,
} from '#contract/ipc/batches.ts';
import { visible } from '#renderer/composables/texts/connection-text.ts';
import { useAmounts } from '#renderer/composables/texts/use-amounts.ts';
import { useConnectionText } from '#renderer/composables/texts/connection-text.ts';
import { useFormat } from '#renderer/composables/texts/use-format.ts';
import { useI18n } from '#renderer/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';

const titles: Readonly<Record<BatchAction, MessageKey>> = {
  rename: 'batch.title.rename',
  'auto-renewal': 'batch.title.autoRenewal',
  renew: 'batch.title.renew',
  delete: 'batch.title.delete',
  devices: 'batch.title.devices',
};

const starts: Readonly<Record<BatchAction, MessageKey>> = {
  rename: 'batch.start.rename',
  'auto-renewal': 'batch.start.autoRenewal',
  renew: 'batch.start.renew',
  delete: 'batch.start.delete',
  devices: 'batch.start.devices',
};

const problems: Readonly<Record<BatchProblem, MessageKey>> = {
  gone: 'batch.problem.gone',
  'title-fixed': 'batch.problem.titleFixed',
  'title-needed': 'batch.problem.titleNeeded',
  'title-long': 'batch.problem.titleLong',
  unchanged: 'batch.problem.unchanged',
  'with-other': 'batch.problem.withOther',
  'not-renewed': 'batch.problem.notRenewed',
  'no-period': 'batch.problem.noPeriod',
  'price-unknown': 'batch.problem.priceUnknown',
  'not-over': 'batch.problem.notOver',
  'not-deleted': 'batch.problem.notDeleted',
};

const states: Readonly<Record<BatchItemState, MessageKey>> = {
  pending: 'batch.state.pending',
  sending: 'batch.state.sending',
  done: 'batch.state.done',
  failed: 'batch.state.failed',
  unknown: 'batch.state.unknown',
  'finding-out': 'batch.state.findingOut',
  open: 'batch.state.open',
  'left-out': 'batch.state.leftOut',
  taken: 'batch.state.taken',
};

const stops: Readonly<Record<BatchStop, MessageKey>> = {
  user: 'batch.stopped.user',
  interrupted: 'batch.stopped.interrupted',
  failure: 'batch.stopped.failure',
  undecided: 'batch.stopped.undecided',
  'charged-more': 'batch.stopped.chargedMore',
};

/** Batches and what is in them, in words. */
export function useBatchText() {
  const { t } = useI18n();
  const { number } = useFormat();
  const { inCurrency } = useAmounts();
  const connections = useConnectionsStore();
  const words = useConnectionText();

  /** What a thing is called: its name, or as its connection is shown. */
  function name({ key, name: own }: Pick<PlannedItem, 'key' | 'name'>): string {
    if (visible(own) !== '') return visible(own);
    const row = connections.rowOf(key);
    return row === undefined ? t('batch.unnamed') : words.title(row);
  }

  /** What it costs; empty where that is nothing or not known. */
  function price({ price: cost }: PlannedItem): string {
    return cost === null ? '' : inCurrency(cost.amount, cost.currency);
  }

  /** What happens to it; empty where the batch says that already. */
  function effect(item: PlannedItem): string {
    const { title, days, device } = item;
    if (device !== undefined) return t(`batch.effect.${device}`);
    if (title !== undefined) {
      return title.to === null ? t('batch.effect.untitled') : visible(title.to);
    }
    const period = days === null ? '' : t('journal.forDays', { n: number(days) }, days);
    const cost = 'state' in item ? price(item) : '';
    return [period, cost].filter((part) => part !== '').join(' · ');
  }

  return {
    name,
    effect,
    price,
    problem: (problem: BatchProblem): string => t(problems[problem]),
    /** How far it is. */
    state: ({ state }: BatchItem): string => t(states[state]),
    stop: (stop: BatchStop): string => t(stops[stop]),
    /** "Renewing 12", or what puts it back. */
    title: ({ action, undoes, counts }: BatchSummary): string => {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const n = all - counts['left-out'];
      const said = t(titles[action], { n: number(n) }, n);
      return undoes ? t('batch.undone', { what: said }) : said;
    },
    actionTitle: (action: BatchAction, n: number): string => t(titles[action], { n: number(n) }, n),
    /** What the button says that begins it. */
    start: (action: BatchAction, n: number): string => t(starts[action], { n: number(n) }, n),
    money: (roubles: number): string => inCurrency(roubles, 'RUB'),
  };
}
