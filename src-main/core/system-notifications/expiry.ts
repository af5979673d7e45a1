import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import { expiringThings, type Expiring } from '#contract/rules/expiring.ts';
import { forecast } from '#contract/rules/forecast.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { NotRenewedReason } from './notification.ts';

const dayMs = 24 * 3_600_000;
/** A notification is shown when no more than these days are left, once for each. */
const thresholds = [1, 3, 7] as const;
const lookAheadMs = Math.max(...thresholds) * dayMs;

/** The nearest threshold that was passed; `undefined` while it is far off, and once it is over. */
export function thresholdOf(expiresAt: number, now: number): number | undefined {
  const left = expiresAt - now;
  return left <= 0 ? undefined : thresholds.find((days) => left <= days * dayMs);
}

/** Everything of an account that expires, as it was last read. */
export function cachedExpiring(
  readCache: Pick<ReadCache, 'cached'>,
  connections: readonly ConnectionRecord[],
): Expiring[] {
  return expiringThings({
    connections,
    servers: readCache.cached('cloudServers.list', {})?.value,
    options: readCache.cached('paidOptions.list', {})?.value,
    prices: {
      config: readCache.cached('configs.tariffs', {})?.value,
      server: readCache.cached('cloudServers.tariffs', {})?.value,
      option: readCache.cached('paidOptions.tariffs', {})?.value,
    },
  });
}

/** Something that expires soon and will not renew itself. */
export interface NotRenewed {
  readonly thing: Expiring;
  readonly why: NotRenewedReason;
}

/**
 * What expires soon and will not renew itself, soonest first, and why.
 *
 * @param balance roubles; `undefined` where it is not known
 * @param now Unix milliseconds
 */
export function notRenewed(
  things: readonly Expiring[],
  balance: number | undefined,
  now: number,
): NotRenewed[] {
  const ahead = forecast({ things, balance, from: now, until: now + lookAheadMs });
  const { missing: roubles = 0, due } = ahead;
  const reasons = {
    expires: 'off',
    unknown: 'unknown',
    short: { roubles, atLeast: due.atLeast },
  } as const;
  const first = ahead.events.filter(({ at, thing }) => at === thing.expiresAt);
  return first.flatMap(({ thing, outcome }) =>
    outcome === 'paid' ? [] : [{ thing, why: reasons[outcome] }],
  );
}
