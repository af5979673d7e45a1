import type { CommandInput, CommandName } from '#contract/ipc.ts';
import type { EndpointIdOf, ExposedId, PurchaseEndpoint } from '#contract/api/index.ts';

/**
 * What main makes of a call by a page that was taken over.
 *
 * - `asks`: main asks the user in a dialog of its own first.
 * - `allowed`: it is carried out. What that lets such a page do is in docs/security.md; it spends
 *   nothing, hands out no API key, and reaches no other host.
 */
export type Decision = 'asks' | 'allowed';

/** What the page knows and names in its calls. */
export interface Target {
  /** A server of the attacker's. */
  readonly sink: { readonly url: string; readonly host: string; readonly port: number };
  /** A connection of the account, one of its journal entries, and the account itself. */
  readonly connection: string;
  readonly entry: string;
  readonly account: string;
}

interface CommandDecision<Name extends CommandName> {
  readonly decision: Decision;
  /** While nobody is signed in; the same where it is absent. */
  readonly signedOut?: Decision;
  /** The worst that the page can pass. */
  readonly input: (target: Target) => CommandInput<Name>;
}

const stolenKey = 'svc_stolen00_000000000000000000000000';

/** Every command: one that is added without a decision does not compile. */
export const commandDecisions: { readonly [Name in CommandName]: CommandDecision<Name> } = {
  'session.signIn': {
    decision: 'asks',
    input: ({ sink }) => ({ service: `${sink.url}/everything-on-screen`, key: stolenKey }),
  },
  'network.setProxy': {
    decision: 'asks',
    input: ({ sink }) => ({ kind: 'http', host: sink.host, port: sink.port, login: 'none' }),
  },
  'network.check': {
    decision: 'allowed',
    signedOut: 'asks',
    input: ({ sink }) => ({ service: `${sink.url}/everything-on-screen` }),
  },
  // It picks in the system's dialog, and agrees to what it picked.
  'network.chooseAuthority': { decision: 'allowed', input: nothing },
  'network.removeAuthority': { decision: 'allowed', input: nothing },
  'network.restore': { decision: 'allowed', input: nothing },
  // Opens nothing unless Culvert has locked itself, and asks then (test/core/auto-lock.test.ts).
  'session.unlock': { decision: 'allowed', input: nothing },
  'session.setPassphrase': {
    decision: 'asks',
    signedOut: 'asks',
    input: () => ({ current: '', next: 'a passphrase of the attacker' }),
  },
  // Forgets nothing unless Culvert is locked by a passphrase, and asks then (unlocking.test.ts).
  'session.forgetPassphrase': { decision: 'allowed', input: nothing },
  'session.restoreService': { decision: 'allowed', input: nothing },
  'network.get': { decision: 'allowed', input: nothing },
  'purchases.submit': {
    decision: 'asks',
    signedOut: 'allowed',
    input: () => ({
      ticket: crypto.randomUUID(),
      endpoint: 'referral.withdrawCard',
      input: { body: { amount: 1000, card_number: '4242424242424242' } },
    }),
  },
  'purchases.setAllowance': {
    decision: 'asks',
    signedOut: 'allowed',
    input: () => ({ roubles: 3000 }),
  },
  'purchases.getAllowance': { decision: 'allowed', input: nothing },
  'purchases.savePayments': {
    decision: 'allowed',
    input: () => ({
      headings: {
        created_at: '',
        type: '=1+1',
        days: '',
        as_key: '',
        method: '',
        amount: '',
        is_paid: '',
        id: '',
      },
      words: { sbp: '=HYPERLINK("https://example.com")' },
    }),
  },
  'purchases.list': { decision: 'allowed', input: nothing },
  'purchases.retry': { decision: 'allowed', input: ({ entry }) => ({ id: entry, attempts: 1 }) },
  'purchases.dismiss': { decision: 'allowed', input: ({ entry }) => ({ id: entry }) },
  'purchases.reveal': {
    decision: 'allowed',
    input: ({ entry }) => ({ id: entry, secret: 'api-key' }),
  },
  'purchases.copy': {
    decision: 'allowed',
    input: ({ entry }) => ({ id: entry, secret: 'api-key' }),
  },
  'purchases.showKey': {
    decision: 'asks',
    signedOut: 'allowed',
    input: ({ entry }) => ({ id: entry, secret: 'api-key' }),
  },
  'purchases.markSaved': { decision: 'allowed', input: ({ entry }) => ({ id: entry }) },
  'purchases.openLink': { decision: 'allowed', input: ({ entry }) => ({ id: entry }) },
  'purchases.stopWaiting': { decision: 'allowed', input: ({ entry }) => ({ id: entry }) },
  'purchases.removeOrphan': { decision: 'allowed', input: ({ entry }) => ({ id: entry, key: 1 }) },
  'app.info': { decision: 'allowed', input: nothing },
  'session.get': { decision: 'allowed', input: nothing },
  'session.cancelSignIn': { decision: 'allowed', input: nothing },
  'session.keyInUse': { decision: 'allowed', input: nothing },
  'session.retry': { decision: 'allowed', input: nothing },
  'session.switch': { decision: 'allowed', input: ({ account }) => ({ account }) },
  'session.signOut': { decision: 'allowed', input: () => ({ account: 'another' }) },
  'sync.get': { decision: 'allowed', input: nothing },
  'sync.refresh': { decision: 'allowed', input: nothing },
  'servers.get': { decision: 'allowed', input: nothing },
  'sync.pause': { decision: 'allowed', input: () => ({ paused: false }) },
  'connections.rows': { decision: 'allowed', input: nothing },
  'connections.get': { decision: 'allowed', input: ({ connection }) => ({ key: connection }) },
  'connections.copy': { decision: 'allowed', input: url },
  'connections.save': { decision: 'allowed', input: url },
  'connections.reveal': { decision: 'allowed', input: url },
  'connections.qr': { decision: 'allowed', input: url },
  'connections.awg': { decision: 'allowed', input: ({ connection }) => ({ key: connection }) },
  'connections.open': { decision: 'allowed', input: ({ connection }) => ({ key: connection }) },
  'connections.commands': {
    decision: 'allowed',
    input: ({ connection }) => ({ key: connection }),
  },
  'connections.copyMany': {
    decision: 'allowed',
    input: ({ connection }) => ({ keys: [connection] }),
  },
  'connections.saveMany': {
    decision: 'allowed',
    input: ({ connection }) => ({ keys: [connection], as: 'file' }),
  },
  'connections.stopSaving': { decision: 'allowed', input: () => ({}) },
  'connections.commandsOfMany': {
    decision: 'allowed',
    input: ({ connection }) => ({ keys: [connection] }),
  },
  'connections.setTitle': {
    decision: 'allowed',
    input: ({ connection }) => ({ key: connection, title: 'Taken over' }),
  },
  'connections.setFavourite': {
    decision: 'allowed',
    input: ({ connection }) => ({ key: connection, favourite: true }),
  },
  // Contacts the account's own servers, which the service named, and no host that the page names.
  // The page can say that its user read the explanation; what a check contacts stays the same.
  'checks.accept': { decision: 'allowed', input: nothing },
  // A resolver of a fixed list, or an address for the account's proxies: both are asked about.
  'checks.choose': {
    decision: 'asks',
    input: ({ sink }) => ({
      checkResolver: 'google',
      checkAddress: { host: sink.host, port: sink.port },
      checkThroughProxy: false,
    }),
  },
  'checks.start': {
    decision: 'allowed',
    input: ({ connection }) => ({ keys: [connection], interrupting: true }),
  },
  'checks.cancel': { decision: 'allowed', input: nothing },
  'checks.get': { decision: 'allowed', input: nothing },
  // It hides a window, shows the main one, or leaves the keys of the shortcut to this page.
  'quick.find': { decision: 'allowed', input: () => ({ search: '' }) },
  'quick.copy': { decision: 'allowed', input: url },
  'quick.hide': { decision: 'allowed', input: nothing },
  'quick.open': { decision: 'allowed', input: ({ connection }) => ({ key: connection }) },
  'quick.shortcut': { decision: 'allowed', input: nothing },
  'quick.choosing': { decision: 'allowed', input: () => ({ choosing: true }) },
  'stats.watch': { decision: 'allowed', input: () => ({ servers: [], focus: null }) },
  'inbox.get': { decision: 'allowed', input: nothing },
  'inbox.markRead': { decision: 'allowed', input: () => ({ ids: [] }) },
  'settings.get': { decision: 'allowed', input: nothing },
  'settings.set': { decision: 'allowed', input: () => ({ clipboardSeconds: 0 }) },
  'settings.saveDiagnostics': { decision: 'allowed', input: nothing },
  'cache.read': { decision: 'allowed', input: () => ({ id: 'apiKeys.list', input: {} }) },
  'cache.copy': {
    decision: 'allowed',
    input: () => ({ id: 'profile.get', input: {}, path: 'subscription_key' }),
  },
  'cache.reveal': {
    decision: 'allowed',
    input: () => ({ id: 'profile.get', input: {}, path: 'subscription_key' }),
  },
  'cache.qr': {
    decision: 'allowed',
    input: () => ({ id: 'profile.get', input: {}, path: 'subscription_key' }),
  },
  'tools.makeKeys': { decision: 'allowed', input: nothing },
  'tools.publicKey': { decision: 'allowed', input: () => ({ pair: 'local' }) },
  'tools.copyKey': {
    decision: 'allowed',
    input: () => ({ pair: 'local', half: 'private', encoding: 'xray' }),
  },
  'tools.revealKey': {
    decision: 'allowed',
    input: ({ entry }) => ({ pair: entry, encoding: 'xray' }),
  },
  'tools.reach': { decision: 'allowed', input: () => ({ location: 1 }) },
  // The last of them: it closes the account.
  'session.lock': { decision: 'allowed', input: nothing },
};

/** Every endpoint that the window can have sent and that changes something. */
export const endpointDecisions: Readonly<
  Record<PurchaseEndpoint | Exclude<ExposedId, EndpointIdOf<'read'>>, Decision>
> = {
  'configs.create': 'asks',
  'configs.renew': 'asks',
  'cloudServers.create': 'asks',
  'cloudServers.renew': 'asks',
  'paidOptions.create': 'asks',
  'referral.withdrawSbp': 'asks',
  'referral.withdrawCard': 'asks',
  'apiKeys.create': 'asks',
  'profile.resetSubscriptionLink': 'asks',
  'customSubscriptions.resetKey': 'asks',
  'configs.setAutoRenewal': 'asks',
  'cloudServers.setAutoRenewal': 'asks',
  'paidOptions.setAutoRenewal': 'asks',
  // They answer with a link, which the user has to use.
  'balance.topup': 'allowed',
  'messenger.connect': 'allowed',
  'xray.createKeys': 'allowed',
  'apiKeys.delete': 'allowed',
  'cloudServers.changeConfigProtocol': 'allowed',
  'cloudServers.changeProxyProtocol': 'allowed',
  'cloudServers.createConfig': 'allowed',
  'cloudServers.createProxy': 'allowed',
  'cloudServers.deleteConfig': 'allowed',
  'cloudServers.deleteProxy': 'allowed',
  'cloudServers.reboot': 'allowed',
  'cloudServers.resetConfigXray': 'allowed',
  'cloudServers.setConfigAwg': 'allowed',
  'cloudServers.setConfigTitle': 'allowed',
  'cloudServers.setConfigXray': 'allowed',
  'cloudServers.setProxyTitle': 'allowed',
  'configs.changeSettings': 'allowed',
  'configs.changeSubconfig': 'allowed',
  'configs.createSubconfig': 'allowed',
  'configs.deleteSubconfig': 'allowed',
  'configs.makeBridge': 'allowed',
  'configs.resetXrayConfig': 'allowed',
  'configs.setAwgConfig': 'allowed',
  'configs.setXrayConfig': 'allowed',
  'customSubscriptions.create': 'allowed',
  'customSubscriptions.delete': 'allowed',
  'customSubscriptions.deleteAllDevices': 'allowed',
  'customSubscriptions.deleteDevice': 'allowed',
  'customSubscriptions.resetTemplate': 'allowed',
  'customSubscriptions.setDeviceBlocked': 'allowed',
  'customSubscriptions.setDeviceSettings': 'allowed',
  'customSubscriptions.setItems': 'allowed',
  'customSubscriptions.setTemplate': 'allowed',
  'customSubscriptions.setTemplateSettings': 'allowed',
  'customSubscriptions.setTitle': 'allowed',
  'devices.delete': 'allowed',
  'devices.deleteAll': 'allowed',
  'devices.setBlocked': 'allowed',
  'devices.setSettings': 'allowed',
  'messenger.disconnect': 'allowed',
  'paidOptions.changeConfigSettings': 'allowed',
  'paidOptions.changeSubconfig': 'allowed',
  'paidOptions.createConfig': 'allowed',
  'paidOptions.createSubconfig': 'allowed',
  'paidOptions.deleteAllDevices': 'allowed',
  'paidOptions.deleteDevice': 'allowed',
  'paidOptions.deleteSubconfig': 'allowed',
  'paidOptions.resetConfigXray': 'allowed',
  'paidOptions.resetTitle': 'allowed',
  'paidOptions.setConfigXray': 'allowed',
  'paidOptions.setLimits': 'allowed',
  'paidOptions.setTitle': 'allowed',
  'profile.setNotificationSettings': 'allowed',
};

function nothing(): Record<string, never> {
  return {};
}

function url({ connection }: Target): { key: string; form: 'url' } {
  return { key: connection, form: 'url' };
}
