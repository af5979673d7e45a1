import { dayMs } from '#contract/constants.ts';
import { expiringThings, type Expiring } from '#contract/upcoming/expiring.ts';
import { forecast } from '#contract/upcoming/forecast.ts';
import { expiringFacts } from '#core/cache/expiring-facts.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { NotRenewedReason } from './notification.ts';

/** A notification is shown when no more than these days are left, once for each. */
const thresholds = [1, 3, 7] as const;
/** What a balance that was read longer ago says is not known, milliseconds. */
const balanceCountsMs = 14 * dayMs;
const lookAheadMs = Math.max(...thresholds) * dayMs;

/** The nearest threshold that was passed; `undefined` while it is far off, and once it is over. */
export function thresholdOf(expiresAt: number, now: number): number | undefined {
  const left = expiresAt - now;
  return left <= 0 ? undefined : thresholds.find((days) => left <= days * dayMs);
}

export interface RenewalFacts {
  readonly things: readonly Expiring[];
  /** Roubles, and when they were read (Unix milliseconds); `undefined` where that is not known. */
  readonly balance: { readonly roubles: number; readonly readAt: number } | undefined;
  /** Some of what expires could not be read: the balance may have to pay for more. */
  readonly isPartial: boolean;
}

export function cachedRenewals(
  readCache: Pick<ReadCache, 'cached'>,
  connections: Pick<Connections, 'records' | 'isWhole'>,
): RenewalFacts {
  const servers = readCache.cached('cloudServers.list', {});
  const options = readCache.cached('paidOptions.list', {});
  const profile = readCache.cached('profile.get', {});
  return {
    things: expiringThings(expiringFacts(readCache, connections.records())),
    balance: profile && { roubles: profile.value.balance, readAt: profile.fetchedAt },
    isPartial:
      !connections.isWhole('config') ||
      [servers, options].some((list) => !list || list.unreadable !== undefined),
  };
}

export interface NotRenewed {
  readonly thing: Expiring;
  readonly why: NotRenewedReason;
}

/** What expires soon and will not renew itself, and why; lower bounds where not all is read. */
export function notRenewed(
  { things, balance, isPartial }: RenewalFacts,
  now: number,
): readonly NotRenewed[] {
  const isOld = balance === undefined || balance.readAt < now - balanceCountsMs;
  const ahead = forecast({
    things,
    balance: isOld ? undefined : balance.roubles,
    from: isOld ? now : Math.min(balance.readAt, now),
    until: now + lookAheadMs,
  });
  const { missing: roubles = 0, due } = ahead;
  const reasons = {
    expires: 'off',
    unknown: 'unknown',
    short: { roubles, atLeast: due.atLeast || isPartial },
  } as const;
  const first = ahead.events.filter(({ at, thing }) => at === thing.expiresAt && at > now);
  return first.flatMap(({ thing, outcome }) =>
    outcome === 'paid' ? [] : [{ thing, why: reasons[outcome] }],
  );
}
