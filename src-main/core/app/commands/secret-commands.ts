import { worksFromHere } from '#contract/connections/ranking.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { CommandAnswer } from '#contract/ipc.ts';
import {
  subscriptionClients,
  type SecretKind,
  type SecretRef,
  type SubscriptionClient,
} from '#contract/ipc/secrets.ts';
import { exposedRead } from '#core/api/exposed-endpoint.ts';
import { qrCodes, revealFor } from '#core/connections/exports/exports.ts';
import { readConnectionUrl } from '#core/connections/exports/connection-url.ts';
import type { LeavingSecret, SecretWay } from '#core/connections/exports/what-leaves.ts';
import { encryptedLink, openLink, proxyLink, type Link } from '#core/connections/open-link.ts';
import type { Shell } from '#core/kernel/ports.ts';
import type { Account } from '#core/session/account.ts';
import { importLinks } from '#core/tools/import-links.ts';
import { fillTemplate } from '#core/tools/subscription-url.ts';
import type { AppParts } from '#core/app/app-parts.ts';
import { withAccount, type CommandsOf } from './command.ts';

/** How each kind of secret may leave main; the window is refused all else. */
const ways: Readonly<Record<SecretKind, readonly SecretWay[]>> = {
  connection: ['copy', 'reveal', 'qr', 'open'],
  connections: ['copy'],
  read: ['copy', 'reveal'],
  subscription: ['copy', 'qr', 'open'],
  purchase: ['copy', 'reveal'],
  key: ['copy', 'reveal'],
};

/** What opens a connection leaves as `connection` alone, under its rule. */
const opensConnection = /(?:^|\.)(?:connection_url|xray_config|awg_config|server_config)(?:\.|$)/;

/** The one door for what is copied, shown, drawn and opened. */
export const secretCommands: CommandsOf<'secrets' | 'subscriptions'> = {
  'secrets.copy': withAccount(copySecret),
  'secrets.reveal': withAccount(async (account, ref, app) => {
    const leaving = await secretOf(account, ref, app, 'reveal');
    if (!leaving.ok) return leaving;
    return ok({ text: leaving.value.text, until: app.options.clock.now() + revealFor });
  }),
  'secrets.qr': withAccount(async (account, ref, app) => {
    const leaving = await secretOf(account, ref, app, 'qr');
    if (!leaving.ok) return leaving;
    const { text, parts = [text], said, left } = leaving.value;
    const codes = qrCodes(...parts);
    return ok({ ...said, codes, ...(codes.length > 0 && left?.('qr')) });
  }),
  'secrets.open': withAccount(async (account, ref, app) => {
    const leaving = await secretOf(account, ref, app, 'open');
    if (!leaving.ok) return leaving;
    const link = linkOf(account, ref, leaving.value.text);
    if (!link.ok) return link;
    const opened = await openLink(app.options.shell, link.value);
    if (opened.ok && opened.value.client !== null) leaving.value.left?.('opened');
    return opened;
  }),
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

export async function copySecret(
  account: Account,
  ref: SecretRef,
  app: AppParts,
): Promise<Result<CommandAnswer<'secrets.copy'>>> {
  const leaving = await secretOf(account, ref, app, 'copy');
  if (!leaving.ok) return leaving;
  const { text, said, left } = leaving.value;
  const clearsAt = await copyText(text, app);
  const devices = left?.('copied');
  app.tray.changed();
  const row = ref.of === 'connection' ? account.connections.row(ref.key) : undefined;
  const isOut = row !== undefined && worksFromHere(row, app.options.clock.now()) === 'no';
  const fails = isOut && (row.state.state === 'expired' ? 'expired' : 'fails');
  return ok({ ...said, clearsAt, ...devices, ...(fails && { fails }) });
}

/** Puts a secret on the clipboard for as long as the user chose; answers when it is cleared. */
export function copyText(text: string, { clipboard, settings }: AppParts): Promise<number | null> {
  return clipboard.copy(text, settings.get().clipboardSeconds);
}

async function secretOf(
  account: Account,
  ref: SecretRef,
  app: AppParts,
  way: SecretWay,
): Promise<Result<LeavingSecret>> {
  const { actions, bulk, keyTools, purchases, readCache } = account;
  if (!ways[ref.of].includes(way)) {
    return fail('invalid-input', { issues: [{ path: 'of', code: way }] });
  }
  switch (ref.of) {
    case 'connection':
      return actions.leaving(ref, way);
    case 'connections':
      return bulk.leaving(ref.keys);
    case 'read': {
      const read = exposedRead(ref.id, ref.input);
      if (!read.ok) return read;
      const { id, input } = read.value;
      // The template of an Xray configuration goes to its editor alone.
      const isTemplate = id === 'customSubscriptions.template' && way !== 'reveal';
      if (isTemplate || opensConnection.test(ref.path)) return alone(undefined);
      return alone(readCache[way === 'copy' ? 'text' : 'secret'](id, input, ref.path));
    }
    case 'subscription': {
      const url = subscriptionUrl(account, ref.id, app);
      return url.ok || ref.client !== undefined ? url : givenLink(account, ref.id);
    }
    case 'purchase':
      return purchases.leaving(ref.id, ref.secret, way);
    case 'key':
      return keyTools.leaving(ref);
  }
}

function alone(text: string | undefined): Result<LeavingSecret> {
  return text === undefined ? fail('not-found', { reason: 'not-cached' }) : ok({ text });
}

const detailOf = (id: number) => ['customSubscriptions.get', { path: { id } }] as const;

/** The template of the build is of one service: to another one's accounts it says nothing. */
function subscriptionUrl(
  { readCache, service }: Account,
  id: number,
  { options: { subscriptionUrls } }: AppParts,
): Result<LeavingSecret> {
  if (subscriptionUrls?.service !== service) return fail('not-found');
  const key = readCache.secret(...detailOf(id), 'subscription_key');
  return alone(key && fillTemplate(subscriptionUrls.template, key));
}

/** The service's own link. It costs one of few requests, and is therefore requested when it is used. */
async function givenLink({ readCache }: Account, id: number): Promise<Result<LeavingSecret>> {
  const read = ['customSubscriptions.encryptedLink', { path: { id } }] as const;
  const isStale = readCache.read(...read).stale;
  const fetched = isStale ? await readCache.fetch(...read, 'user') : undefined;
  const link = readCache.secret(...read, '');
  if (link === undefined) return fetched?.ok === false ? fetched : alone(link);
  return ok({ text: link, said: { scheme: readConnectionUrl(link).scheme } });
}

function linkOf(account: Account, ref: SecretRef, text: string): Result<Link> {
  if (ref.of === 'connection') return proxyLink(text);
  return ref.of === 'subscription' && ref.client !== undefined
    ? ok(importLink(account, ref.id, ref.client, text))
    : encryptedLink(text);
}

function importLink({ readCache }: Account, id: number, client: SubscriptionClient, url: string) {
  const title = readCache.text(...detailOf(id), 'title') ?? '';
  return { scheme: client, link: importLinks[client](url, title) };
}
