import { fail, ok, type Result } from '#contract/failure.ts';
import { subscriptionClients } from '#contract/ipc/subscriptions.ts';
import type { Account } from '#core/accounts/account.ts';
import type { AppParts } from '#core/app-parts.ts';
import { withAccount, type CommandsOf } from '#core/command.ts';
import { qrCodes, revealFor } from '#core/connections/exports/exports.ts';
import { openLink } from '#core/connections/open-link.ts';
import type { Shell } from '#core/ports.ts';
import { importLinks } from './import-links.ts';
import { fillTemplate } from './subscription-url.ts';

/** The URL of a custom subscription, where the build says what it is. */
export const subscriptionCommands: CommandsOf<'subscriptions'> = {
  'subscriptions.url': withAccount((account, { id }, app) => {
    const known = urlOf(account, id, app).ok;
    return ok({ known, clients: known ? installedClients(app.options.shell) : [] });
  }),
  'subscriptions.copyUrl': withAccount(async (account, { id }, app) => {
    const url = urlOf(account, id, app);
    return url.ok ? ok({ clearsAt: await account.copy(url.value) }) : url;
  }),
  'subscriptions.revealUrl': withAccount((account, { id }, app) => {
    const url = urlOf(account, id, app);
    return url.ok ? ok({ text: url.value, until: app.options.clock.now() + revealFor }) : url;
  }),
  'subscriptions.qr': withAccount((account, { id }, app) => {
    const url = urlOf(account, id, app);
    return url.ok ? ok({ codes: qrCodes(url.value) }) : url;
  }),
  'subscriptions.open': withAccount(async (account, { id, client }, app) => {
    const url = urlOf(account, id, app);
    if (!url.ok) return url;
    const { scheme, link } = importLinks[client];
    const title = account.readCache.text(...detailOf(id), 'title') ?? '';
    return await openLink(app.options.shell, scheme, link(url.value, title));
  }),
};

/** The read that has the key and the title. */
const detailOf = (id: number) => ['customSubscriptions.get', { path: { id } }] as const;

/** The template is of one service: to another one's accounts it says nothing. */
function urlOf(account: Account, id: number, { options }: AppParts): Result<string> {
  const { subscriptionUrls } = options;
  if (subscriptionUrls?.service !== account.service) return fail('not-found');
  const key = account.readCache.secret(...detailOf(id), 'subscription_key');
  const url = key === undefined ? undefined : fillTemplate(subscriptionUrls.template, key);
  return url === undefined ? fail('not-found', { reason: 'not-cached' }) : ok(url);
}

/** A program that takes several of the links is named once, with the first. */
function installedClients(shell: Pick<Shell, 'clientFor'>) {
  const installed = subscriptionClients.flatMap((client) => {
    const name = shell.clientFor(importLinks[client].scheme);
    return name === undefined ? [] : [{ client, name }];
  });
  return [...Map.groupBy(installed, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}
