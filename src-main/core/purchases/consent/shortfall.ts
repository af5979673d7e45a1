import { dayMs } from '#contract/constants.ts';
import type { Renewable } from '#contract/products.ts';
import { expiringThings, type Expiring } from '#contract/upcoming/expiring.ts';
import { forecast, forecastDays } from '#contract/upcoming/forecast.ts';
import { expiringFacts } from '#core/cache/expiring-facts.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Shortfall } from '#core/kernel/consent-question.ts';
import { inKopecks } from '#core/purchases/products/prices.ts';

/** What is asked about: renewed for so many days now, or from now on by itself. */
interface Change extends Renewable {
  readonly days: number;
}

/**
 * Which renewals in the forecast's days the balance pays no more for once the change has taken `spent`
 * roubles, by what was read last; `undefined` where there are none, or that is not known.
 */
export function shortfallAfter(
  sources: {
    readonly readCache: Pick<ReadCache, 'cached'>;
    readonly connections: Pick<Connections, 'records'>;
  },
  of: 'renewal' | 'auto-renewal',
  changes: readonly Change[],
  spent = 0,
): Shortfall | undefined {
  const profile = sources.readCache.cached('profile.get', {});
  if (profile === undefined) return undefined;
  const from = profile.fetchedAt;
  const name = ({ kind, id }: Renewable) => `${kind} ${String(id)}`;
  const daysOf = new Map(changes.map((change) => [name(change), change.days]));
  const facts = expiringFacts(sources.readCache, sources.connections.records());
  const changed = expiringThings(facts, (product) => {
    const days = daysOf.get(name(product));
    if (days === undefined) return product;
    // What has expired is renewed at once.
    const expiresAt = Math.max(product.expiresAt, from + 1);
    return of === 'renewal'
      ? { ...product, expiresAt: expiresAt + days * dayMs }
      : { ...product, expiresAt, autoRenewal: true, days };
  });
  const shortOf = (things: readonly Expiring[], balance: number) =>
    forecast({ things, balance, from, until: from + forecastDays * dayMs }).events.filter(
      ({ outcome }) => outcome === 'short',
    );
  const { balance } = profile.value;
  const before = new Set(shortOf(expiringThings(facts), balance).map(({ thing }) => thing.key));
  const short = shortOf(changed, balance - spent).filter(({ thing }) => !before.has(thing.key));
  const [first] = short;
  if (first === undefined) return undefined;
  const roubles = inKopecks(short.reduce((sum, { thing }) => sum + (thing.price ?? 0), 0));
  const { kind, title } = first.thing;
  return { at: first.at / 1000, first: { kind, title }, count: short.length, roubles };
}
