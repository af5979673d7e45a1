import { fail, ok, type Result } from '#contract/failure.ts';
import { subscriptionClients } from '#contract/ipc/subscriptions.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from '#core/app/app-parts.ts';
import { withAccount, type CommandsOf } from './command.ts';
import { qrCodes } from '#core/connections/exports/exports.ts';
import { openLink } from '#core/connections/open-link.ts';
import type { Shell } from '#core/kernel/ports.ts';
import { importLinks } from '#core/tools/import-links.ts';
import { fillTemplate } from '#core/tools/subscription-url.ts';

/** The URL of a custom subscription, where the build says what it is. */
export const subscriptionCommands: CommandsOf<'subscriptions'> = {
  'subscriptions.url': withAccount((account, { id }, app) => {
    const known = urlOf(account, id, app).ok;
    return ok({ known, clients: known ? installedClients(app.options.shell) : [] });
  }),
  'subscriptions.copyUrl': withUrl(async (url, account) =>
    ok({ clearsAt: await account.copy(url) }),
  ),
  'subscriptions.qr': withUrl((url) => ok({ codes: qrCodes(url) })),
  'subscriptions.open': withUrl((url, account, { id, client }, { options }) => {
    const { scheme, link } = importLinks[client];
    const title = account.readCache.text(...detailOf(id), 'title') ?? '';
    return openLink(options.shell, scheme, link(url, title));
  }),
};

/** The read that has the key and the title. */
const detailOf = (id: number) => ['customSubscriptions.get', { path: { id } }] as const;

/** A handler of a subscription's URL, which fails where it is not known. */
function withUrl<Input extends { readonly id: number }, T>(
  run: (
    url: string,
    account: Account,
    input: Input,
    app: AppParts,
  ) => Result<T> | Promise<Result<T>>,
) {
  return withAccount((account, input: Input, app) => {
    const url = urlOf(account, input.id, app);
    return url.ok ? run(url.value, account, input, app) : url;
  });
}

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
