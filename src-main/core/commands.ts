import type {
  AppInfo,
  CheckedInput,
  CommandAnswer,
  CommandInput,
  CommandName,
} from '#contract/ipc.ts';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import type { Allowance, PurchaseSecret } from '#contract/ipc/purchase-journal.ts';
import type { OpenAccount } from './accounts/account.ts';
import { inputIssues } from './api/answer.ts';
import type { AllowedServices } from './consent/allowed-services.ts';
import type { Consent } from './consent/consent.ts';
import { revealFor } from './connections/exports/exports.ts';
import type { Diagnostics } from './diagnostics/diagnostics.ts';
import type { Distance } from './ports.ts';
import type { Network } from './network/network.ts';
import type { Purchases } from './purchases/purchases.ts';
import { checkSignIn, type Session } from './accounts/session.ts';
import type { SettingsStore } from './settings.ts';
import { nothingSynced } from './tray-state.ts';

/** One handler for each IPC command, with its checked input. */
export type Commands = {
  readonly [Name in CommandName]: (
    input: CheckedInput<Name>,
  ) => Result<CommandAnswer<Name>> | Promise<Result<CommandAnswer<Name>>>;
};

/** What the window may ask, answered by the open account where there is one. */
export function createCommands(options: {
  readonly info: AppInfo;
  readonly session: Session;
  readonly settings: SettingsStore;
  readonly network: Network;
  readonly consent: Consent;
  readonly services: AllowedServices;
  readonly diagnostics: Diagnostics;
  readonly setPaused: (paused: boolean) => void;
  readonly distance: Distance;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Hears that the tray's recents may have changed. */
  readonly onCopy: () => void;
  /** Hears that the window was given rows. */
  readonly onQuery: () => void;
}): Commands {
  const { session, settings, network, consent } = options;

  /** Answers for the open account; without one nothing is sent anywhere. */
  function opened<T>(answer: (account: OpenAccount) => T): T | Result<never> {
    const account = session.current();
    return account ? answer(account) : fail('unsent', { reason: 'signed-out' });
  }

  return {
    'app.info': () => ok(options.info),

    'session.get': () => ok(session.state()),
    'session.signIn': async ({ service, key }) => {
      const checked = checkSignIn(service, key);
      if (!checked.ok) return checked;
      const allowed = await options.services.allow(checked.value.service);
      return allowed.ok ? session.signIn(service, key) : allowed;
    },
    'session.cancelSignIn': () => {
      session.cancelSignIn();
      return ok(session.state());
    },
    'session.signOut': ({ account }) => session.signOut(account),
    'session.switch': ({ account }) => session.switchTo(account),
    'session.keyInUse': () => opened((account) => ok({ id: account.keyInUse() })),
    'session.restoreService': async () => ok(await session.restoreService()),
    'session.retry': async () => ok(await session.retry()),

    'sync.get': () => ok(session.current()?.sync.state() ?? nothingSynced),
    'sync.refresh': () => opened(async ({ sync }) => ok(await sync.refresh('person'))),
    'sync.pause': ({ paused }) =>
      opened(({ sync }) => {
        options.setPaused(paused);
        return ok(sync.state());
      }),

    'connections.query': (query) =>
      opened(({ connections }) => {
        options.onQuery();
        return ok(connections.query(query));
      }),
    'connections.facets': () => opened(({ connections }) => ok(connections.facets())),
    'connections.get': ({ key }) => opened(({ actions }) => actions.open(key)),
    'connections.copy': ({ key, form, exact }) =>
      opened(async ({ actions }) => {
        const copied = await actions.copy(key, form, exact);
        if (copied.ok) options.onCopy();
        return copied;
      }),
    'connections.save': ({ key, form, exact }) =>
      opened(({ actions }) => actions.save(key, form, exact)),
    'connections.reveal': ({ key, form }) => opened(({ actions }) => actions.reveal(key, form)),
    'connections.qr': ({ key, form, exact }) =>
      opened(({ actions }) => actions.qr(key, form, exact)),
    'connections.commands': ({ key }) => opened(({ actions }) => actions.commands(key)),
    'connections.awg': ({ key }) => opened(({ actions }) => actions.awg(key)),
    'connections.open': ({ key }) => opened(({ actions }) => actions.openInClient(key)),
    'connections.keys': (stretch) =>
      opened(({ connections }) =>
        ok({ keys: connections.query(stretch).rows.map(({ key }) => key) }),
      ),
    'connections.copyMany': ({ keys }) => opened(({ bulk }) => bulk.copy(keys)),
    'connections.saveMany': ({ keys, as }) => opened(({ bulk }) => bulk.save(keys, as)),
    'connections.setTitle': ({ key, title }) =>
      opened(({ actions }) => actions.setTitle(key, title)),
    'connections.setFavourite': ({ key, favourite }) =>
      opened(({ actions }) => actions.setFavourite(key, favourite)),

    'checks.start': ({ keys, interrupting }) =>
      opened(({ checks }) => checks.start(keys, interrupting)),
    'checks.cancel': () => opened(({ checks }) => ok(checks.cancel())),
    'checks.get': () => opened(({ checks }) => ok(checks.progress())),

    'stats.watch': ({ servers, focus }) => opened(({ stats }) => ok(stats.watch(servers, focus))),

    'inbox.get': () => opened(({ inbox }) => ok(inbox.state())),
    'inbox.markRead': ({ ids }) => opened(({ inbox }) => ok(inbox.markRead(ids))),

    'settings.get': () => ok(settings.get()),
    'settings.set': (change) => ok(settings.set(change)),
    'settings.saveDiagnostics': () => options.diagnostics.save(),

    'network.get': async () => ok(await network.verify()),
    'network.setProxy': async (choice) => {
      const given = await askForProxy(consent, await network.verify(), choice);
      return given.ok ? network.setProxy(choice) : given;
    },
    'network.check': async ({ service }) => {
      const asked = session.current()?.service ?? service ?? session.state().prefill.service;
      const allowed = await options.services.allow(asked);
      return allowed.ok ? network.check(asked) : allowed;
    },
    'network.chooseAuthority': () => network.chooseAuthority(),
    'network.removeAuthority': () => network.removeAuthority(),
    'network.restore': () => network.restore(),

    'library.read': ({ id, input }) =>
      opened(({ library }) => {
        const read = exposedRead(id, input);
        return read.ok ? ok(library.read(read.value.id, read.value.input)) : read;
      }),
    'library.copy': (field) =>
      opened(async (account) => {
        const text = fieldOf(account, field, 'text');
        return text.ok ? ok({ clearsAt: await account.copy(text.value) }) : text;
      }),
    'library.reveal': (field) =>
      opened((account) => {
        const text = fieldOf(account, field, 'secret');
        return text.ok ? ok({ text: text.value, until: options.now() + revealFor }) : text;
      }),

    'tools.makeKeys': () => opened(({ keyTools }) => ok(keyTools.make())),
    'tools.publicKey': ({ pair }) => opened(({ keyTools }) => keyTools.publicKey(pair)),
    'tools.copyKey': ({ pair, half, encoding }) =>
      opened(({ keyTools }) => keyTools.copy(pair, half, encoding)),
    'tools.revealKey': ({ pair, encoding }) =>
      opened(({ keyTools }) => keyTools.reveal(pair, encoding)),
    'tools.reach': ({ location }) =>
      opened(async ({ library }) => {
        const listed = library.seen('locations.list', {})?.value ?? [];
        const address = listed.find(({ id }) => id === location)?.ping_ip ?? null;
        if (address === null) return fail('not-found');
        return ok({ reached: (await options.distance.measure(address)) ?? null });
      }),

    'purchases.list': () => opened(({ purchases }) => ok(purchases.list())),
    'purchases.submit': (word) => opened(({ purchases }) => purchases.submit(word)),
    'purchases.retry': (word) => opened(({ purchases }) => purchases.retry(word)),
    'purchases.dismiss': ({ id }) => opened(({ purchases }) => purchases.dismiss(id)),
    'purchases.reveal': ({ id, secret }) =>
      opened(({ purchases }) =>
        purchases.mayHoldApiKey(id) ? keptFromWindow : purchases.reveal(id, secret),
      ),
    'purchases.copy': ({ id, secret }) =>
      opened(({ purchases }) =>
        purchases.keyName(id) === undefined ? purchases.copy(id, secret) : keptFromWindow,
      ),
    'purchases.showKey': ({ id, secret }) =>
      opened(({ purchases }) => showKey(consent, purchases, id, secret)),
    'purchases.getAllowance': () =>
      opened(({ purchases }) => ok({ roubles: purchases.allowance.roubles() })),
    'purchases.setAllowance': ({ roubles }) =>
      opened(({ purchases }) => setAllowance(consent, purchases, roubles)),
    'purchases.markSaved': ({ id }) => opened(({ purchases }) => purchases.markSaved(id)),
    'purchases.openLink': ({ id, host }) => opened(({ purchases }) => purchases.openLink(id, host)),
    'purchases.stopWaiting': ({ id }) => opened(({ purchases }) => purchases.stopWaiting(id)),
    'purchases.removeOrphan': ({ id, key }) =>
      opened(({ purchases }) => purchases.removeOrphan(id, key)),
  };
}

/** The window asked for what only a dialog of main's own shows. */
const keptFromWindow = fail('invalid-input', {
  issues: [{ path: 'secret', code: 'shown-by-main' }],
});

/** Shows the secret of a new API key, and copies it where the person wants that. */
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
  const wanted = await consent.showKey(name, key.value.text);
  if (!wanted.ok) return wanted;
  if (!wanted.value) return ok({ copied: null });
  const copied = await purchases.copy(id, secret);
  return copied.ok ? ok({ copied: copied.value }) : copied;
}

/**
 * A proxy sees which service is used, and when: another one than the person chose needs their word.
 * What a changed file names was not chosen by anyone.
 */
async function askForProxy(
  consent: Consent,
  { proxy: now, changed }: NetworkState,
  choice: ProxyChoice,
): Promise<Result<null>> {
  if (choice.kind === 'none') return ok(null);
  const { kind, host, port } = choice;
  const isSame = kind === now.kind && host === now.host && port === now.port && changed === null;
  return isSame ? ok(null) : await consent.ask({ kind: 'proxy', proxy: kind, host, port });
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

/** The exposed read with this id, with its checked input. */
function exposedRead(id: string, input: unknown): Result<{ id: EndpointId; input: unknown }> {
  const endpoint = exposedEndpoint(id);
  if (endpoint?.effect !== 'read') return fail('invalid-input', { issues: [unknownName] });
  const checked = endpoint.input.safeParse(input);
  return checked.success
    ? ok({ id: endpoint.id as EndpointId, input: checked.data })
    : fail('invalid-input', { endpoint: id, issues: inputIssues(checked.error) });
}

function fieldOf(
  { library }: OpenAccount,
  { id, input, path }: CommandInput<'library.reveal'>,
  kind: 'secret' | 'text',
): Result<string> {
  const read = exposedRead(id, input);
  if (!read.ok) return read;
  const text = library[kind](read.value.id, read.value.input, path);
  return text === undefined ? fail('not-found', { reason: 'not-cached' }) : ok(text);
}

export const unknownName = { path: '', code: 'unknown-name' };

/** The endpoint with this id, if it is exposed to the window. */
export function exposedEndpoint(name: string): Endpoint | undefined {
  if (!Object.hasOwn(api, name)) return undefined;
  const endpoint: Endpoint = api[name as EndpointId];
  return endpoint.exposure === 'window' ? endpoint : undefined;
}
