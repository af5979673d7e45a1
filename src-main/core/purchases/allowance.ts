import { z } from 'zod';
import { allowanceChoices, type Allowance as Roubles } from '#contract/ipc/purchase-journal.ts';
import type { ConsentQuestion } from '#core/consent/question.ts';
import type { Clock } from '#core/ports.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

const dayMs = 24 * 3_600_000;

const Stored = z.object({
  roubles: z.literal(allowanceChoices),
  /** What was recently spent without asking: Unix milliseconds and roubles. */
  spent: z.array(z.object({ at: z.number(), roubles: z.number() })),
});
type Stored = z.output<typeof Stored>;

const nothing: Stored = { roubles: 0, spent: [] };

/**
 * How much may be spent from the balance within a day without asking, in one account. It is sealed:
 * a changed file cannot raise it.
 */
export function createAllowance(vault: SealedVault, clock: Pick<Clock, 'now'>) {
  let stored = vault.read('consent', 'allowance', Stored) ?? nothing;

  function store(next: Stored): void {
    stored = next;
    vault.write([{ purpose: 'consent', name: 'allowance', value: next }]);
  }

  return {
    roubles: (): Roubles => stored.roubles,
    set(roubles: Roubles) {
      store({ ...stored, roubles });
    },
    /** Whether this needs no question; counts it as spent then. */
    covers(question: ConsentQuestion): boolean {
      if (question.kind !== 'purchase' || question.by !== 'balance') return false;
      if (question.price?.currency !== 'RUB' || question.autoRenewal) return false;
      const { amount } = question.price;
      const now = clock.now();
      const spent = stored.spent.filter(({ at }) => at > now - dayMs);
      const total = spent.reduce((sum, { roubles }) => sum + roubles, amount);
      if (!(amount >= 0) || total > stored.roubles) return false;
      store({ ...stored, spent: [...spent, { at: now, roubles: amount }] });
      return true;
    },
  };
}
