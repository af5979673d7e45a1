import type { NotRenewedReason } from './notification.ts';

/** Something of the account that expires. */
export interface Expiring {
  /** Identifies it across restarts. */
  readonly key: string;
  readonly title: string;
  readonly path: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly autoRenewal: boolean;
  /** Where its price is listed. */
  readonly tariffs: 'configs.tariffs' | 'cloudServers.tariffs' | 'paidOptions.tariffs';
  /** Whole roubles of its renewal; `undefined` where it is not known. */
  readonly price: number | undefined;
}

const dayMs = 24 * 3_600_000;
/** A notification is shown when no more than these days are left, once for each. */
const thresholds = [1, 3, 7] as const;

/** The nearest threshold that was passed; `undefined` while it is far off, and once it is over. */
export function thresholdOf(expiresAt: number, now: number): number | undefined {
  const left = expiresAt - now;
  return left <= 0 ? undefined : thresholds.find((days) => left <= days * dayMs);
}

/**
 * Those that will not renew themselves, soonest first, and why. The balance pays for what expires
 * first, first: what is left must cover the next.
 *
 * @param balance whole roubles; `undefined` where it is not known
 */
export function notRenewed(
  resources: readonly Expiring[],
  balance: number | undefined,
): { readonly resource: Expiring; readonly why: NotRenewedReason }[] {
  let left = balance;
  return resources
    .toSorted((one, other) => one.expiresAt - other.expiresAt)
    .flatMap((resource): { resource: Expiring; why: NotRenewedReason }[] => {
      if (!resource.autoRenewal) return [{ resource, why: 'off' }];
      if (left === undefined || resource.price === undefined) {
        left = undefined;
        return [{ resource, why: 'unknown' }];
      }
      if (resource.price > left) return [{ resource, why: 'short' }];
      left -= resource.price;
      return [];
    });
}
