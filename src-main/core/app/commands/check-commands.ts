import { resolverOwners } from '#contract/check-resolvers.ts';
import { fail, ok } from '#contract/failure.ts';
import type { CommandInput } from '#contract/ipc.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { copyWorking } from '#core/app/copy-outside-window.ts';
import { withAccount, type CommandsOf } from './command.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { resolverUrls } from '#core/checks/resolver-urls.ts';

export const checkCommands: CommandsOf<'checks'> = {
  'checks.accept': (_, { settings }) => ok(settings.set({ checksExplained: true })),
  'checks.choose': {
    asks: (choice, { settings }) => questionsOf(settings.get(), choice),
    run: (choice, { settings, session }) => {
      if (choice.checkHistory === false) session.current()?.forgetChecks({ of: 'history' });
      return ok(settings.set(choice));
    },
  },
  'checks.start': (input, app) =>
    app.settings.get().checksExplained ? start(input, app) : fail('declined'),
  'checks.copyWorking': (_, app) => copyWorking(app),
  'checks.cancel': withAccount(({ checks }) => ok(checks.cancel())),
  'checks.networks': withAccount((account) => ok(account.checkResults.history.networks())),
  'checks.nameNetwork': withAccount((account, { id, name }) => {
    account.checkResults.history.name(id, name);
    return ok(account.checkResults.history.networks());
  }),
  'checks.forget': withAccount((account, what) => {
    account.forgetChecks(what);
    return ok(account.checkResults.history.networks());
  }),
  'checks.get': withAccount(({ checks }) => ok(checks.progress())),
};

const start = withAccount(({ checks }, { keys, ...how }: CommandInput<'checks.start'>) =>
  checks.start(keys, how),
);

/** Another resolver or address needs the user's word; switching off needs none. */
function questionsOf(
  now: Settings,
  { checkResolver: resolver = 'off', checkAddress: address = null }: CommandInput<'checks.choose'>,
): ConsentQuestion[] {
  const owner = resolver === 'off' || resolver === now.checkResolver ? null : resolver;
  const isSame =
    address?.host === now.checkAddress?.host && address?.port === now.checkAddress?.port;
  return [
    ...(owner === null
      ? []
      : [
          {
            kind: 'check-resolver',
            owner: resolverOwners[owner],
            url: resolverUrls[owner],
          } as const,
        ]),
    ...(address === null || isSame ? [] : [{ kind: 'check-address', ...address } as const]),
  ];
}
