import { fail, ok, type Result } from '#contract/failure.ts';
import type { BatchChange, BatchPlan } from '#contract/ipc/batches.ts';
import type { Money } from '#contract/values.ts';
import type { BatchQuestion, RepairQuestion } from '#core/kernel/consent-question.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { inKopecks } from '#core/purchases/products/prices.ts';
import { shortfallAfter } from '#core/purchases/consent/shortfall.ts';
import { planDelete, planDevices, planRename, planRepair } from './plan-changes.ts';
import { planAutoRenewal, planRenewals } from './plan-renewals.ts';
import { readSubscriptions, subscriptionsWith } from '#core/connections/subscriptions-with.ts';
import type { Planned, PlanSources } from './planned.ts';

export interface FullPlan extends Omit<BatchPlan, 'items' | 'lasts'> {
  readonly items: readonly Planned[];
}

/** Names of so many are in main's question. */
const maxNames = 5;

/** What a change would do to each, with the prices and the balance of this moment. */
export async function planBatch(
  change: BatchChange,
  sources: PlanSources,
): Promise<Result<FullPlan>> {
  switch (change.action) {
    case 'rename':
      return ok(unpaid(change, planRename(change, sources)));
    case 'delete':
      return ok(unpaid(change, planDelete(change, sources)));
    case 'devices':
      return ok(unpaid(change, planDevices(change, sources)));
    case 'repair': {
      const read = await readSubscriptions(sources.readCache);
      return read.ok ? ok(unpaid(change, planRepair(change, sources))) : read;
    }
    case 'auto-renewal': {
      const items = await planAutoRenewal(change, sources);
      return items.ok ? ok(unpaid(change, items.value)) : items;
    }
    case 'renew': {
      const found = await planRenewals(change, sources);
      if (!found.ok) return found;
      const profile = await sources.readCache.fetchNow('profile.get', {}, 'user');
      if (!profile.ok) return profile;
      const plan = unpaid(change, found.value.items);
      const { balance } = profile.value;
      return ok({ ...plan, sum: sumOf(plan), balance, periods: found.value.periods });
    }
  }
}

function unpaid(change: BatchChange, items: readonly Planned[]): FullPlan {
  const count = items.filter(({ step }) => step !== null).length;
  return { change, items, count, sum: null, balance: null, periods: [] };
}

function sumOf({ items }: Pick<FullPlan, 'items'>): Money {
  const amount = items.reduce(
    (sum, { step, price }) => (step === null ? sum : sum + (price?.amount ?? 0)),
    0,
  );
  return { amount: inKopecks(amount), currency: 'RUB' };
}

export type ShownPlan = Pick<BatchPlan, 'count' | 'sum'>;

/** Whether what is planned now is what the user was shown. */
export function isAsShown({ count, sum }: FullPlan, shown: ShownPlan): Result<null> {
  if (count === 0) return fail('not-found');
  if (count === shown.count && sum?.amount === shown.sum?.amount) return ok(null);
  const prices = sum !== null && shown.sum !== null && { prices: { shown: shown.sum, now: sum } };
  return fail('unsent', { reason: 'price-changed', ...prices });
}

const named = (some: readonly Planned[]) => ({
  count: some.length,
  names: some.slice(0, maxNames).map(({ name }) => name),
});

/** What the user is asked about the whole of it; `null` where one alone would not be asked about. */
export function batchQuestion(
  { change, items, sum, balance }: FullPlan,
  { connections, readCache }: Pick<PlanSources, 'connections' | 'readCache'>,
): BatchQuestion | RepairQuestion | null {
  const done = items.filter(({ step, autoRenewal }) => step !== null && autoRenewal !== false);
  const facts = { kind: 'batch', ...named(done), sum, balance } as const;
  const failing = done.filter(({ fails }) => fails);
  const changes = done.flatMap(({ key, days }) => {
    const renewable = renewableOf(key);
    return renewable === undefined || days === null ? [] : [{ ...renewable, days }];
  });
  const warned = (of: 'renewal' | 'auto-renewal') => {
    const shortfall = shortfallAfter({ connections, readCache }, of, changes, sum?.amount);
    return {
      ...(failing.length > 0 && { failing: named(failing) }),
      ...(shortfall && { shortfall }),
    };
  };
  switch (change.action) {
    case 'renew':
      return { ...facts, ...warned('renewal'), action: 'renew', days: [change.days, change.days] };
    case 'auto-renewal': {
      if (done.length === 0) return null;
      const days = done.flatMap((item) => item.days ?? []);
      return {
        ...facts,
        ...warned('auto-renewal'),
        action: 'auto-renewal',
        days: [Math.min(...days), Math.max(...days)],
        // What is not known of one is not known of all.
        sum: done.some(({ price }) => price === null) ? null : sumOf({ items: done }),
      };
    }
    case 'delete':
      return { ...facts, action: 'delete', days: null };
    case 'devices':
      if (change.change !== 'remove') return null;
      return { ...facts, action: 'remove-devices', days: null };
    case 'repair':
      return {
        kind: 'repair',
        subject: done[0]?.name || (connections.record(change.key)?.place ?? ''),
        steps: done.flatMap(({ settings }) =>
          settings ? [{ protocol: settings.to.protocol, place: settings.place }] : [],
        ),
        subscriptions: subscriptionsWith(readCache, change.key).length,
        devices: connections.row(change.key)?.onDevices ?? [],
      };
    case 'rename':
      return null;
  }
}
