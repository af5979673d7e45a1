import { dayMs } from '#contract/constants.ts';
import { TopupAmount } from '#contract/values.ts';
import type { Expiring } from './expiring.ts';

/** What is left of the balance: exactly so much, or at most, where a price before it is not known. */
interface Left {
  readonly roubles: number;
  readonly atMost: boolean;
}

export interface ForecastEvent {
  /** Unix milliseconds. */
  readonly at: number;
  readonly thing: Expiring;
  /** `short`: the balance does not cover it, so it expires. `unknown`: not known whether it does. */
  readonly outcome: 'expires' | 'paid' | 'short' | 'unknown';
  /** The balance after it; `undefined` where the balance is not known. */
  readonly left: Left | undefined;
}

export interface Forecast {
  /** In the order of time. */
  readonly events: readonly ForecastEvent[];
  /** What all renewals cost, each of them paid; `atLeast` where a price is not known. */
  readonly due: { readonly roubles: number; readonly atLeast: boolean };
  /** Whole roubles to add for that, at least so many where `due` says so. */
  readonly missing: number | undefined;
  /** What has expired although auto-renewal is on. Whether the service still renews it is not known. */
  readonly lapsed: readonly Expiring[];
}

/** As far ahead as it is looked, where nothing else is said. */
export const forecastDays = 30;

/**
 * What renews itself and what expires, and what that leaves of the balance. Each renewal is charged
 * at its expiry, at today's price, and lasts as long as auto-renewal says from there. One that the
 * balance does not cover leaves the balance as it is, and does not happen. The readings that are ours
 * are in `docs/assumptions.md`.
 *
 * @param balance roubles; `undefined` where it is not known
 * @param isPartial the balance may pay for more than these things: some could not be read
 * @param from when the balance was read, Unix milliseconds
 * @param until the last moment that counts, Unix milliseconds
 */
export function forecast(known: {
  readonly things: readonly Expiring[];
  readonly balance: number | undefined;
  readonly isPartial?: boolean;
  readonly from: number;
  readonly until: number;
}): Forecast {
  const { things, balance, isPartial = false, from, until } = known;
  const ahead = things.filter(({ expiresAt }) => expiresAt > from);
  const occurrences = ahead
    .flatMap((thing) => occurrencesOf(thing, until))
    .toSorted((one, other) => one.at - other.at);
  const renewals = occurrences.filter(({ thing }) => thing.autoRenewal);
  const due = {
    roubles: renewals.reduce((sum, { thing }) => exact(sum + (thing.price ?? 0)), 0),
    atLeast:
      isPartial ||
      renewals.some(({ thing }) => thing.price === undefined || periodOf(thing) === Infinity),
  };
  const start = balance === undefined ? undefined : { roubles: balance, atMost: isPartial };
  const events = walk(occurrences, start);
  return {
    events,
    due,
    missing:
      balance === undefined ? undefined : Math.max(0, Math.ceil(exact(due.roubles - balance))),
    lapsed: things.filter(({ expiresAt, autoRenewal }) => autoRenewal && expiresAt <= from),
  };
}

/** The most that one top-up adds, roubles (specification, part 3, Limits). */
export const mostTopUp = TopupAmount.maxValue ?? Infinity;

/** The page of the window on which so many roubles, or the most that can be, are about to be topped up. */
export function topUpPath(roubles: number): string {
  return `/money?topup=${String(Math.min(Math.ceil(roubles), mostTopUp))}`;
}

type Occurrence = Pick<ForecastEvent, 'at' | 'thing'>;

/** How long a renewal lasts, milliseconds; infinite where it does not renew itself, or not known. */
function periodOf({ autoRenewal, days }: Expiring): number {
  return autoRenewal && days !== null && days >= 1 ? days * dayMs : Infinity;
}

/** Its expiry, and those that follow if each renewal is paid. */
function occurrencesOf(thing: Expiring, until: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (let at = thing.expiresAt; at <= until; at += periodOf(thing)) found.push({ at, thing });
  return found;
}

function walk(occurrences: readonly Occurrence[], start: Left | undefined): ForecastEvent[] {
  const lapsed = new Set<Expiring>();
  /** Of these it is not known whether they were renewed before. */
  const doubtful = new Set<Expiring>();
  let left = start;
  return occurrences.flatMap(({ at, thing }): ForecastEvent[] => {
    if (lapsed.has(thing)) return [];
    if (!thing.autoRenewal) return [{ at, thing, outcome: 'expires', left }];
    const outcome = outcomeOf(thing, left);
    if (outcome === 'short') lapsed.add(thing);
    left = leftAfter(thing, outcome, left, doubtful.has(thing));
    if (outcome === 'unknown') doubtful.add(thing);
    return [{ at, thing, outcome, left }];
  });
}

function outcomeOf({ price }: Expiring, left: Left | undefined): 'paid' | 'short' | 'unknown' {
  if (left === undefined || price === undefined) return 'unknown';
  if (price > left.roubles) return 'short';
  return left.atMost && price > 0 ? 'unknown' : 'paid';
}

/** The most that can be left: an unknown renewal may be unpaid, because less than its price was there. */
function leftAfter(
  { price = 0 }: Expiring,
  outcome: 'paid' | 'short' | 'unknown',
  left: Left | undefined,
  isDoubtful: boolean,
): Left | undefined {
  if (left === undefined || outcome === 'short') return left;
  const paid = exact(left.roubles - price);
  if (outcome === 'paid') return { roubles: paid, atMost: left.atMost };
  const most = isDoubtful ? left.roubles : Math.max(paid, Math.min(left.roubles, price));
  return { roubles: most, atMost: true };
}

/** A sum of amounts without what binary fractions add to it: amounts have up to nine decimals. */
function exact(sum: number): number {
  return Math.round(sum * 1e9) / 1e9;
}
