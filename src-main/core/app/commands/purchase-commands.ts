import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';
import { copyText } from './secret-commands.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { Purchases } from '#core/purchases/purchases.ts';

export const purchaseCommands: CommandsOf<'purchases'> = {
  'purchases.list': withAccount(({ purchases }) => ok(purchases.list())),
  'purchases.submit': withAccount(({ purchases }, command) => purchases.submit(command)),
  'purchases.retry': withAccount(({ purchases }, command) => purchases.retry(command)),
  'purchases.dismiss': {
    asks: ({ id }, { session }) =>
      erasureQuestions(session.current()?.purchases, id, 'unreadable-entry'),
    run: withAccount(({ purchases }, { id }) => purchases.dismiss(id)),
  },
  'purchases.showKey': withAccount(async ({ purchases }, { id, secret }, app) => {
    const key = await purchases.showKey(id, secret, app.consent.showKey);
    if (!key.ok) return key;
    if (key.value === null) return ok({ copied: null });
    return ok({ copied: { clearsAt: await copyText(key.value, app) } });
  }),
  'purchases.markSaved': {
    asks: ({ id }, { session }) => erasureQuestions(session.current()?.purchases, id, 'secret'),
    run: withAccount(({ purchases }, { id }) => purchases.markSaved(id)),
  },
  'purchases.openLink': {
    asks({ id }, { session }) {
      const question = session.current()?.purchases.linkQuestion(id) ?? null;
      return question === null ? [] : [question];
    },
    run: withAccount(({ purchases }, { id }) => purchases.openLink(id)),
  },
  'purchases.stopWaiting': withAccount(({ purchases }, { id }) => purchases.stopWaiting(id)),
  'purchases.removeOrphan': withAccount(({ purchases }, { id, key }) =>
    purchases.removeOrphan(id, key),
  ),
};

/** What would be erased that the user may not have. */
function erasureQuestions(
  purchases: Purchases | undefined,
  id: string,
  of: 'secret' | 'unreadable-entry',
): ConsentQuestion[] {
  if (purchases?.whatRemovalLoses(id) !== of) return [];
  return [{ kind: 'erasure', of, name: purchases.keyName(id) ?? '' }];
}
