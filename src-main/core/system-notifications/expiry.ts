import type { Unrenewed } from './notification.ts';

/** Something of the account that expires. */
export interface Expiring {
  /** Tells it from others across restarts. */
  readonly key: string;
  readonly title: string;
  readonly path: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly autoRenewal: boolean;
  /** Whole roubles of its renewal; `undefined` where it is not known. */
  readonly price: number | undefined;
}

const dayMs = 24 * 3_600_000;
/** It is told of when no more than these days are left, once for each. */
const marks = [1, 3, 7] as const;

/** The nearest mark that was passed; `undefined` while it is far off, and once it is over. */
export function markOf(expiresAt: number, now: number): number | undefined {
  const left = expiresAt - now;
  return left <= 0 ? undefined : marks.find((days) => left <= days * dayMs);
}

/**
 * Those that will not renew themselves, soonest first, and why. The balance pays for what expires
 * first, first: what is left must cover the next.
 *
 * @param balance whole roubles; `undefined` where it is not known
 */
export function unrenewed(
  things: readonly Expiring[],
  balance: number | undefined,
): { readonly thing: Expiring; readonly why: Unrenewed }[] {
  let left = balance;
  return things
    .toSorted((one, other) => one.expiresAt - other.expiresAt)
    .flatMap((thing): { thing: Expiring; why: Unrenewed }[] => {
      if (!thing.autoRenewal) return [{ thing, why: 'off' }];
      if (left === undefined || thing.price === undefined) {
        left = undefined;
        return [{ thing, why: 'unknown' }];
      }
      if (thing.price > left) return [{ thing, why: 'short' }];
      left -= thing.price;
      return [];
    });
}
