import { api, type EndpointId } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { PersistedUsage } from '#core/api/limits/usage.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import type { ServiceClock } from '#core/kernel/service-clock.ts';

/**
 * The rate limits of one account, whose usage outlives the run.
 *
 * @param options.fresh whether nothing was ever sent for it from here
 * @param options.doubted whether the sealed usage may be out of date, and does not count
 * @param options.usage rate-limit usage from an earlier session of this process
 * @param options.sent the endpoints that were called for it just now, before it was open
 */
export function openLimiter(options: {
  readonly clock: Clock & Pick<ServiceClock, 'computerNow'>;
  readonly vault: SealedVault;
  readonly fresh: boolean;
  readonly doubted: boolean;
  readonly usage?: PersistedUsage | undefined;
  readonly sent?: readonly EndpointId[] | undefined;
}): RateLimiter {
  const { clock, vault, fresh, doubted } = options;
  const stored = doubted ? undefined : vault.read('limits', 'usage', PersistedUsage);
  const limiter = new RateLimiter({
    clock,
    overview: overviewLimit,
    computerNow: () => clock.computerNow(),
    // An account that was read before has usage: where that cannot be read, all slots count as used.
    usage: options.usage ?? stored ?? (fresh && !doubted ? undefined : 'lost'),
    persist: (usage) => vault.write([{ purpose: 'limits', name: 'usage', value: usage }]),
  });
  for (const id of options.sent ?? []) countAsSent(limiter, id);
  return limiter;
}

/** Takes a slot for a request that another limiter granted; the slot then frees slightly late, never early. */
function countAsSent(limiter: RateLimiter, id: EndpointId): void {
  limiter.acquire(api[id], 'background').then(
    (permit) => permit.done({ status: 200, headers: {} }),
    () => undefined,
  );
}
