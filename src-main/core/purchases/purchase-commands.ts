import type { CommandAnswer } from '#contract/ipc.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { PurchaseSecret } from '#contract/ipc/purchase-journal.ts';
import { ApiKey } from '#contract/values.ts';
import { withAccount, type CommandsOf } from '#core/command.ts';
import type { Consent } from '#core/consent/consent.ts';
import { savePayments } from './payments-file.ts';
import type { Purchases } from './purchases.ts';

/** Purchases, and the other changes that are in the journal. */
export const purchaseCommands: CommandsOf<'purchases'> = {
  'purchases.list': withAccount(({ purchases }) => ok(purchases.list())),
  'purchases.submit': withAccount(({ purchases }, command) => purchases.submit(command)),
  'purchases.retry': withAccount(({ purchases }, command) => purchases.retry(command)),
  'purchases.dismiss': withAccount(({ purchases }, { id }) => purchases.dismiss(id)),
  'purchases.reveal': withAccount(({ purchases }, { id, secret }) =>
    purchases.mayHoldApiKey(id) ? hiddenFromWindow : purchases.reveal(id, secret),
  ),
  'purchases.copy': withAccount(({ purchases }, { id, secret }) =>
    purchases.keyName(id) === undefined ? purchases.copy(id, secret) : hiddenFromWindow,
  ),
  'purchases.showKey': withAccount(({ purchases }, { id, secret }, { consent }) =>
    showKey(consent, purchases, id, secret),
  ),
  'purchases.getAllowance': withAccount(({ purchases }) =>
    ok({ roubles: purchases.allowance.roubles() }),
  ),
  'purchases.setAllowance': {
    // Lowering what is spent without a question needs none.
    asks({ roubles }, { session }) {
      const now = session.current()?.purchases.allowance.roubles() ?? roubles;
      return roubles > now ? [{ kind: 'allowance', roubles }] : [];
    },
    run: withAccount(({ purchases }, { roubles }) => {
      purchases.allowance.set(roubles);
      return ok({ roubles });
    }),
  },
  'purchases.savePayments': withAccount(savePayments),
  'purchases.markSaved': withAccount(({ purchases }, { id }) => purchases.markSaved(id)),
  'purchases.openLink': withAccount(({ purchases }, { id, host }) => purchases.openLink(id, host)),
  'purchases.stopWaiting': withAccount(({ purchases }, { id }) => purchases.stopWaiting(id)),
  'purchases.removeOrphan': withAccount(({ purchases }, { id, key }) =>
    purchases.removeOrphan(id, key),
  ),
};

/** The window asked for what only a dialog of main's own shows. */
const hiddenFromWindow = fail('invalid-input', {
  issues: [{ path: 'secret', code: 'shown-by-main' }],
});

/**
 * Shows the secret of a new API key, and copies it where the user wants that. What has not the form of
 * a key could be any words of the service in a dialog of main's: it fails with `bad-response`.
 */
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
  if (!ApiKey.safeParse(key.value.text).success) return fail('bad-response');
  const answer = await consent.showKey(name, key.value.text);
  if (!answer.ok) return answer;
  if (!answer.value) return ok({ copied: null });
  const copied = await purchases.copy(id, secret);
  return copied.ok ? ok({ copied: copied.value }) : copied;
}
