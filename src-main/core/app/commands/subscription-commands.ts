import { ok } from '#contract/failure.ts';
import { subscriptionClients } from '#contract/ipc/subscriptions.ts';
import type { Shell } from '#core/kernel/ports.ts';
import { withAccount, type CommandsOf } from './command.ts';
import { subscriptionUrl } from './secret-commands.ts';

export const subscriptionCommands: CommandsOf<'subscriptions'> = {
  'subscriptions.clients': withAccount((account, { id }, app) => {
    const known = subscriptionUrl(account, id, app).ok;
    return ok({ known, clients: known ? installedClients(app.options.shell) : [] });
  }),
};

/** A program that takes several of the links is named once, with the first. */
function installedClients(shell: Pick<Shell, 'clientFor'>) {
  const installed = subscriptionClients.flatMap((client) => {
    const name = shell.clientFor(client);
    return name === undefined ? [] : [{ client, name }];
  });
  return [...Map.groupBy(installed, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}
