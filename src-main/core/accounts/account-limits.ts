import { api, type EndpointId } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { PersistedUsage } from '#core/limits/persisted-usage.ts';
import { createRateLimiter, type RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Clock } from '#core/ports.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** The limits of one account, whose spending outlives the run. */
export interface AccountLimits {
  readonly limiter: RateLimiter;
  /** Stops the limiter, and puts down and answers what is spent. */
  stop(): PersistedUsage;
}

/**
 * @param options.fresh nothing was ever sent for it from here: nothing is spent
 * @param options.doubted what is sealed may be older than what was spent, and does not count
 * @param options.spent what it has spent when it was open before in this run
 * @param options.asked what was sent for it just now, before it was open
 */
export function openLimits(options: {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly fresh: boolean;
  readonly doubted: boolean;
  readonly spent: PersistedUsage | undefined;
  readonly asked: readonly EndpointId[];
}): AccountLimits {
  const { clock, vault, fresh, doubted } = options;
  const stored = doubted ? undefined : vault.read('limits', 'memory', PersistedUsage);
  const persist = (usage: PersistedUsage) => {
    vault.write([{ purpose: 'limits', name: 'memory', value: usage }]);
  };
  const limiter = createRateLimiter({
    clock,
    overview: overviewLimit,
    // Whoever has read before has spent: if what was spent cannot be read, it counts as everything.
    usage: options.spent ?? stored ?? (fresh && !doubted ? undefined : 'lost'),
    persist,
  });
  for (const id of options.asked) countAsSent(limiter, id);
  return {
    limiter,
    stop() {
      limiter.stop();
      const spent = limiter.save();
      persist(spent);
      return spent;
    },
  };
}

/** Takes a slot for what another limiter let out: a moment late, so never too early again. */
function countAsSent(limiter: RateLimiter, id: EndpointId): void {
  limiter.acquire(api[id], 'background').then(
    (permit) => {
      permit.done({ status: 200, headers: {} });
    },
    () => undefined,
  );
}
