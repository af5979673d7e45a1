import type { CommandInput, CommandName } from '#contract/ipc.ts';

/** What the page knows and names in its calls. */
export interface Target {
  readonly sink: { readonly url: string; readonly host: string; readonly port: number };
  /** A connection of the account, and the account itself. */
  readonly connection: string;
  readonly account: string;
  /** Entries of its journal: a new API key, a key pair that nobody has seen, and a link to pay. */
  readonly entry: string;
  readonly unseen: string;
  readonly link: string;
}

const stolenKey = 'svc_stolen00_000000000000000000000000';

/** The worst that the page can pass to every command: one that is added without it does not compile. */
export const worstInputs: {
  readonly [Name in CommandName]: (target: Target) => CommandInput<Name>;
} = {
  // It picks the place, or the file, in the system's dialog; keys and secrets are asked about.
  'backup.save': () => ({ passphrase: 'of the attacker', keys: true, secrets: true }),
  'backup.choose': nothing,
  'backup.read': () => ({ passphrase: 'of the attacker' }),
  'backup.restore': nothing,
  'backup.undo': nothing,
  'backup.close': nothing,
  'backup.copies': nothing,
  'backup.setCopies': () => ({ passphrase: 'of the attacker' }),
  'session.signIn': ({ sink }) => ({ service: `${sink.url}/everything-on-screen`, key: stolenKey }),
  'network.setProxy': ({ sink }) => ({
    kind: 'http',
    host: sink.host,
    port: sink.port,
    login: 'none',
  }),
  'network.check': ({ sink }) => ({ service: `${sink.url}/everything-on-screen` }),
  // It picks in the system's dialog, and agrees to what it picked.
  'network.chooseAuthority': nothing,
  'network.removeAuthority': nothing,
  'network.restore': nothing,
  // Opens nothing unless Culvert has locked itself, and asks then (test/core/app/auto-lock.test.ts).
  'session.unlock': nothing,
  'session.setPassphrase': () => ({ current: '', next: 'a passphrase of the attacker' }),
  // Forgets nothing unless Culvert is locked by a passphrase, and asks then (unlocking.test.ts).
  'session.forgetPassphrase': nothing,
  'session.restoreService': nothing,
  'network.get': nothing,
  'purchases.submit': () => ({
    ticket: crypto.randomUUID(),
    endpoint: 'referral.withdrawCard',
    input: { body: { amount: 1000, card_number: '4242424242424242' } },
  }),
  'purchases.list': nothing,
  'batches.list': nothing,
  'batches.get': () => ({ id: 'a batch' }),
  'batches.plan': ({ connection }) => ({
    request: { action: 'renew', keys: [connection], days: 30 },
  }),
  'batches.start': () => ({
    request: {
      action: 'devices',
      owner: { kind: 'account', id: null },
      change: 'remove',
      devices: [{ id: '1', name: 'Culvert wants your password', blocked: false }],
    },
    count: 1,
    sum: null,
  }),
  'batches.stop': () => ({ id: 'a batch' }),
  'batches.see': () => ({ id: 'a batch' }),
  'batches.dismiss': () => ({ id: 'a batch' }),
  'purchases.retry': ({ entry }) => ({ id: entry, attempts: 1 }),
  'purchases.dismiss': ({ entry }) => ({ id: entry }),
  'purchases.showKey': ({ entry }) => ({ id: entry, secret: 'api-key' }),
  'purchases.markSaved': ({ unseen }) => ({ id: unseen }),
  'purchases.openLink': ({ link }) => ({ id: link }),
  'purchases.stopWaiting': ({ entry }) => ({ id: entry }),
  'purchases.removeOrphan': ({ entry }) => ({ id: entry, key: 1 }),
  'app.info': nothing,
  'session.get': nothing,
  'session.openKeysPage': nothing,
  'session.cancelSignIn': nothing,
  'session.keyInUse': nothing,
  'session.retry': nothing,
  'session.switch': ({ account }) => ({ account }),
  'session.signOut': ({ account }) => ({ account }),
  'sync.get': nothing,
  'sync.refresh': nothing,
  'sync.endPauses': nothing,
  'servers.get': nothing,
  'sync.pause': () => ({ paused: false }),
  'connections.rows': nothing,
  'connections.get': ({ connection }) => ({ key: connection }),
  'connections.save': url,
  // An API key is the worst to lose: main shows it in its own dialog alone.
  'secrets.copy': ({ entry }) => ({ of: 'purchase', id: entry, secret: 'api-key' }),
  'secrets.reveal': ({ entry }) => ({ of: 'purchase', id: entry, secret: 'api-key' }),
  'secrets.qr': connectionSecret,
  'secrets.open': connectionSecret,
  'connections.awg': ({ connection }) => ({ key: connection }),
  'connections.client': () => ({ scheme: 'tg' }),
  'connections.xray': ({ connection }) => ({ key: connection }),
  'connections.saveMany': ({ connection }) => ({ keys: [connection], as: 'file' }),
  'connections.stopSaving': () => ({}),
  'connections.commandsOfMany': ({ connection }) => ({ keys: [connection] }),
  'connections.setTitle': ({ connection }) => ({ key: connection, title: 'Taken over' }),
  'connections.setDevices': ({ connection }) => ({ key: connection, devices: ['<img src=x>'] }),
  'connections.setNote': ({ connection }) => ({ key: connection, note: '<img src=x>'.repeat(40) }),
  'connections.forgetCopies': nothing,
  'connections.setFavourites': ({ connection }) => ({ keys: [connection], favourite: true }),
  // Contacts the account's own servers, which the service named, and no host that the page names.
  // The page can say that its user read the explanation; what a check contacts stays the same.
  'checks.accept': nothing,
  // The page learns which network is this one, and can forget what is found again.
  'checks.networks': nothing,
  'checks.nameNetwork': () => ({ id: 1, name: '<img src=x>' }),
  'checks.forget': () => ({ of: 'all' }),
  'checks.planRepair': ({ connection }) => ({ key: connection }),
  'checks.copyWorking': nothing,
  'checks.start': ({ connection }) => ({ keys: [connection], interrupting: true }),
  'checks.cancel': nothing,
  'checks.get': nothing,
  // It hides a window, shows the main one, or leaves the keys of the shortcut to this page.
  'quick.find': () => ({ search: '' }),
  'quick.copy': url,
  'quick.hide': nothing,
  'quick.open': ({ connection }) => ({ key: connection }),
  'quick.shortcut': nothing,
  'quick.choosing': () => ({ choosing: true }),
  'stats.watch': () => ({ servers: [], focus: null }),
  'inbox.get': nothing,
  'inbox.markRead': () => ({ ids: [] }),
  'settings.get': nothing,
  'settings.set': () => ({ lockMinutes: 0 }),
  'settings.saveDiagnostics': nothing,
  'cache.read': () => ({ id: 'apiKeys.list', input: {} }),
  // Known clients alone, each by its own link: the page names neither a scheme nor an address.
  'subscriptions.clients': () => ({ id: 1 }),
  'tools.makeKeys': nothing,
  'tools.publicKey': () => ({ pair: 'local' }),
  'tools.reach': () => ({ location: 1 }),
  // The last of them: it closes the account.
  'session.lock': nothing,
};

function nothing(): Record<string, never> {
  return {};
}

function url({ connection }: Target): { key: string; form: 'url' } {
  return { key: connection, form: 'url' };
}

function connectionSecret({ connection }: Target) {
  return { of: 'connection', key: connection, form: 'url' } as const;
}
