import { fail, ok } from '#contract/failure.ts';
import { copyWorking } from '#core/app/copy-outside-window.ts';
import { planRepair } from '#core/app/plan-repair.ts';
import { withAccount, type CommandsOf } from './command.ts';

export const checkCommands: CommandsOf<'checks'> = {
  'checks.accept': (_, { settings }) => ok(settings.set({ checksExplained: true })),
  'checks.start': withAccount(({ checks }, { keys, ...how }, { settings }) =>
    settings.get().checksExplained ? checks.start(keys, how) : fail('declined'),
  ),
  'checks.planRepair': ({ key }, app) => planRepair(app, key),
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
