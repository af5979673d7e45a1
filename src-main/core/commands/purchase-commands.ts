import type { CommandAnswer } from '#contract/ipc.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Allowance, PurchaseSecret } from '#contract/ipc/purchase-journal.ts';
import type { Consent } from '../consent/consent.ts';
import type { Purchases } from '../purchases/purchases.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** Purchases, and the other changes that are in the journal. */
export function createPurchaseCommands(
  withAccount: WithAccount,
  consent: Consent,
): CommandsOf<'purchases'> {
  return {
    'purchases.list': () => withAccount(({ purchases }) => ok(purchases.list())),
    'purchases.submit': (word) => withAccount(({ purchases }) => purchases.submit(word)),
    'purchases.retry': (word) => withAccount(({ purchases }) => purchases.retry(word)),
    'purchases.dismiss': ({ id }) => withAccount(({ purchases }) => purchases.dismiss(id)),
    'purchases.reveal': ({ id, secret }) =>
      withAccount(({ purchases }) =>
        purchases.mayHoldApiKey(id) ? hiddenFromWindow : purchases.reveal(id, secret),
      ),
    'purchases.copy': ({ id, secret }) =>
      withAccount(({ purchases }) =>
        purchases.keyName(id) === undefined ? purchases.copy(id, secret) : hiddenFromWindow,
      ),
    'purchases.showKey': ({ id, secret }) =>
      withAccount(({ purchases }) => showKey(consent, purchases, id, secret)),
    'purchases.getAllowance': () =>
      withAccount(({ purchases }) => ok({ roubles: purchases.allowance.roubles() })),
    'purchases.setAllowance': ({ roubles }) =>
      withAccount(({ purchases }) => setAllowance(consent, purchases, roubles)),
    'purchases.markSaved': ({ id }) => withAccount(({ purchases }) => purchases.markSaved(id)),
    'purchases.openLink': ({ id, host }) =>
      withAccount(({ purchases }) => purchases.openLink(id, host)),
    'purchases.stopWaiting': ({ id }) => withAccount(({ purchases }) => purchases.stopWaiting(id)),
    'purchases.removeOrphan': ({ id, key }) =>
      withAccount(({ purchases }) => purchases.removeOrphan(id, key)),
  };
}

/** The window asked for what only a dialog of main's own shows. */
const hiddenFromWindow = fail('invalid-input', {
  issues: [{ path: 'secret', code: 'shown-by-main' }],
});

/** Shows the secret of a new API key, and copies it where the user wants that. */
async function showKey(
  consent: Consent,
  purchases: Purchases,
  id: string,
  secret: PurchaseSecret,
): Promise<Result<CommandAnswer<'purchases.showKey'>>> {
  const name = purchases.keyName(id);
  const key = purchases.reveal(id, secret);
  if (name === undefined) return fail('not-found');
  if (!key.ok) return key;
  const answer = await consent.showKey(name, key.value.text);
  if (!answer.ok) return answer;
  if (!answer.value) return ok({ copied: null });
  const copied = await purchases.copy(id, secret);
  return copied.ok ? ok({ copied: copied.value }) : copied;
}

/** Lowering what is spent without a question needs none. */
async function setAllowance(
  consent: Consent,
  { allowance }: Purchases,
  roubles: Allowance,
): Promise<Result<{ roubles: Allowance }>> {
  if (roubles > allowance.roubles()) {
    const given = await consent.ask({ kind: 'allowance', roubles });
    if (!given.ok) return given;
  }
  allowance.set(roubles);
  return ok({ roubles });
}
