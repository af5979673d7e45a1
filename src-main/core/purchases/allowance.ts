import { z } from 'zod';
import { allowanceChoices, type Allowance as Roubles } from '#contract/ipc/purchase-journal.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const dayMs = 24 * 3_600_000;

const Stored = z.object({
  roubles: z.literal(allowanceChoices),
  /** What was recently spent without asking: Unix milliseconds, roubles, and the journal's entry. */
  spent: z.array(z.object({ at: z.number(), roubles: z.number(), entry: z.string().optional() })),
});
type Stored = z.output<typeof Stored>;

const neverSpent: Stored = { roubles: 0, spent: [] };

export type Allowance = ReturnType<typeof createAllowance>;

/**
 * How much may be spent from the balance within a day without asking, in one account. It is sealed:
 * a changed file cannot raise it, and an older one takes it away, because it has less spent in it.
 *
 * @param options.doubted whether the records may be older ones
 * @param options.secure makes an older copy of the records known as one; answers whether it is now
 */
export function createAllowance(options: {
  readonly vault: SealedVault;
  readonly clock: Pick<Clock, 'now'>;
  readonly doubted: boolean;
  readonly secure: () => Promise<boolean>;
}) {
  const { vault, clock } = options;
  let stored = vault.read('consent', 'allowance', Stored) ?? neverSpent;
  if (options.doubted && stored.roubles > 0) store(neverSpent);

  function store(next: Stored): void {
    stored = next;
    vault.write([{ purpose: 'consent', name: 'allowance', value: next }]);
  }

  /**
   * What was spent within the last day. What lies ahead was spent before the clock was set back: it
   * counts from now on for a day, not until the clock is there again.
   */
  function recent(now: number): Stored['spent'] {
    if (stored.spent.some(({ at }) => at > now)) {
      const spent = stored.spent.map((each) => ({ ...each, at: Math.min(each.at, now) }));
      store({ ...stored, spent });
    }
    return stored.spent.filter(({ at }) => at > now - dayMs);
  }

  function refund(entry: string): void {
    const spent = stored.spent.filter((each) => each.entry !== entry);
    if (spent.length < stored.spent.length) store({ ...stored, spent });
  }

  return {
    roubles: (): Roubles => stored.roubles,
    set(roubles: Roubles) {
      store({ ...stored, roubles });
    },
    /**
     * Whether this needs no question; its price counts as spent then, for this entry, and no older
     * records can undo that.
     */
    async trySpend(question: ConsentQuestion, entry: string): Promise<boolean> {
      if (question.kind !== 'purchase' || question.by !== 'balance') return false;
      if (question.price?.currency !== 'RUB' || question.autoRenewal) return false;
      const { amount } = question.price;
      const now = clock.now();
      const spent = recent(now);
      const total = spent.reduce((sum, { roubles }) => sum + roubles, amount);
      if (!(amount >= 0) || total > stored.roubles) return false;
      store({ ...stored, spent: [...spent, { at: now, roubles: amount, entry }] });
      if (await options.secure()) return true;
      refund(entry);
      return false;
    },
    /** Counts what the user agreed to as part of a batch: less is left to spend without asking. */
    record(roubles: number, entry: string): void {
      const now = clock.now();
      const spent = recent(now);
      store({ ...stored, spent: [...spent, { at: now, roubles, entry }] });
    },
    /** Counts nothing for an entry any more: it was certainly not carried out. */
    refund,
    /**
     * Counts for an entry what was really charged.
     *
     * @param stop it is more than was said: everything is asked about again
     */
    settle(entry: string, roubles: number, stop: boolean): void {
      const at = stored.spent.findLastIndex((each) => each.entry === entry);
      if (at === -1 && !(stop && stored.roubles > 0)) return;
      const spent = stored.spent.map((each, nth) => (nth === at ? { ...each, roubles } : each));
      store({ roubles: stop ? 0 : stored.roubles, spent });
    },
  };
}
