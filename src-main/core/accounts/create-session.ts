import type { EndpointId } from '#contract/api/index.ts';
import { ApiKey } from '#contract/values.ts';
import type { KeychainState, SessionState } from '#contract/ipc/session.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type { AccountWorld, OpenAccount } from './account.ts';
import { createAccountNames } from './account-names.ts';
import { eraseRecords, type VaultProblem } from './account-records.ts';
import { accountId, type Accounts } from './accounts.ts';
import { identify, identifying } from './identify.ts';
import type { AccountKeys, KeyRing, KeysFound } from './key-ring.ts';
import type { PersistedUsage } from '#core/limits/persisted-usage.ts';
import { openAccount } from './open-account.ts';
import type { HttpTransport, Vault } from '#core/ports.ts';
import type { Session } from './session.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { serviceAddress } from '#core/network/service-address.ts';

/** Which account is open, and how the keychain lets it be opened. */
export function createSession(options: {
  readonly accounts: Accounts;
  readonly keyRing: KeyRing;
  readonly vault: Vault;
  /** Whether what the vault takes outlives this run. */
  readonly vaultLasts: boolean;
  /** Why the vault is not the one that was there before, if it had to be set aside. */
  readonly vaultProblem: Failure | null;
  readonly prefill: SessionState['prefill'];
  readonly openTransport: (service: string) => HttpTransport;
  readonly world: AccountWorld;
  readonly publish: (state: SessionState) => void;
  /** Hears which account is open from now on. */
  readonly onOpen: (account: OpenAccount | undefined) => void;
}): Session {
  const { accounts, keyRing, world } = options;
  let open: OpenAccount | undefined;
  let status: SessionState['status'] = 'opening';
  let keychain: KeychainState = 'ready';
  let kept = true;
  let vaultProblem = options.vaultProblem;
  /** Of a session that no keychain keeps, until one does. */
  let apiKeyInMemory = '';
  /** What each account has spent of its limits in this run: its records may be gone by now. */
  const spent = new Map<string, PersistedUsage>();
  const names = createAccountNames(keyRing);
  /** Changes of the session happen one after the other. */
  let turn: Promise<unknown> = Promise.resolve();

  function state(): SessionState {
    const known = accounts.all().map(({ id, service }) => ({
      id,
      service,
      name: open?.id === id ? open.name() : names.of(id),
    }));
    const account = open ? { id: open.id, service: open.service, name: open.name() } : null;
    return {
      status,
      account,
      accounts: known,
      keychain,
      kept,
      vaultProblem,
      prefill: options.prefill,
    };
  }

  function become(next: SessionState['status']): SessionState {
    status = next;
    const now = state();
    options.publish(now);
    return now;
  }

  function tellProblem(reason: VaultProblem): void {
    world.onVaultProblem(reason);
    vaultProblem = { kind: 'vault', reason };
    if (status !== 'opening') options.publish(state());
  }

  async function close(): Promise<void> {
    const closing = open;
    open = undefined;
    apiKeyInMemory = '';
    kept = true;
    options.onOpen(undefined);
    if (closing) spent.set(closing.id, await closing.stop());
  }

  function enter(
    account: { readonly id: string; readonly service: string },
    keys: AccountKeys,
    vault: Vault,
    keeps: boolean,
    asked: readonly EndpointId[] = [],
  ): SessionState {
    kept = keeps;
    const transport = options.openTransport(account.service);
    open = openAccount(
      {
        ...account,
        ...keys,
        vault,
        kept,
        transport,
        spent: spent.get(account.id),
        asked,
        keepMark: async (mark) => {
          // What lives in memory alone has no older copy, and a forgotten account leaves nothing.
          const stays = keeps && accounts.all().some(({ id }) => id === account.id);
          if (stays) await keyRing.keepMark(account.id, mark);
        },
      },
      { ...world, onVaultProblem: tellProblem },
    );
    options.onOpen(open);
    return become('signed-in');
  }

  async function openKept(account: { id: string; service: string }): Promise<SessionState> {
    const found: KeysFound = await keyRing.find(account.id);
    if (found.state === 'ready') {
      keychain = 'ready';
      // It was there, or its API key would not be: what it had sealed stays aside, as noise.
      if (found.vaultKeyIsNew) vaultProblem = { kind: 'vault', reason: 'key-gone' };
      return enter(account, found.keys, options.vault, options.vaultLasts);
    }
    if (found.state === 'missing') {
      keychain = 'ready';
      return become('signed-out');
    }
    keychain = found.state;
    return become(found.state === 'absent' ? 'signed-out' : 'locked');
  }

  /** The names of accounts that are not open, behind everything else. */
  async function readNames(): Promise<void> {
    const all = accounts.all();
    await names.read(all.map(({ id }) => id));
    if (all.length > 1) options.publish(state());
  }

  function refreshed(): void {
    if (open && kept) names.learn(open.id, open.name());
    options.publish(state());
  }

  async function start(): Promise<SessionState> {
    const account = accounts.current();
    if (!account) return become('signed-out');
    return openKept(account);
  }

  /** Asks the keychain again: to open what it has, or to keep what so far lives in memory. */
  async function retry(): Promise<SessionState> {
    if (!open) return start();
    if (keychain === 'ready') return state();
    const account = { id: open.id, service: open.service };
    const found = await keyRing.keep(account.id, apiKeyInMemory);
    if (found.state !== 'ready') {
      keychain = found.state === 'missing' ? 'absent' : found.state;
      return become('signed-in');
    }
    await close();
    keychain = 'ready';
    accounts.open(account);
    return enter(account, found.keys, options.vault, options.vaultLasts);
  }

  async function signIn(serviceText: string, keyText: string): Promise<Result<SessionState>> {
    const service = serviceAddress(serviceText);
    const apiKey = ApiKey.safeParse(keyText.replaceAll(/\s+/g, ''));
    const issues = [
      ...(service === undefined ? [{ path: 'service', code: 'address' }] : []),
      ...(apiKey.success ? [] : [{ path: 'key', code: 'key' }]),
    ];
    if (service === undefined || !apiKey.success) return fail('invalid-input', { issues });
    const transport = options.openTransport(service);
    const profile = await identify({ ...world, service, key: apiKey.data, transport });
    if (!profile.ok) return profile;
    await close();
    const account = { id: accountId(service, profile.value), service };
    const found = await keyRing.keep(account.id, apiKey.data);
    if (found.state === 'ready') {
      keychain = 'ready';
      accounts.open(account);
      return ok(enter(account, found.keys, options.vault, options.vaultLasts, identifying));
    }
    keychain = found.state === 'missing' ? 'absent' : found.state;
    const vaultKey = world.random.bytes(32);
    const keys = { apiKey: apiKey.data, vaultKey, mark: 0 };
    apiKeyInMemory = apiKey.data;
    return ok(enter(account, keys, createMemoryVault(), false, identifying));
  }

  async function signOut(id: string): Promise<Result<SessionState>> {
    const inMemory = open?.id === id && keychain !== 'ready';
    if (!inMemory) {
      // Its records are found by their key, which is about to go.
      const found = open?.id === id ? undefined : await keyRing.find(id);
      const left = await keyRing.forget(id);
      if (left !== 'ready') {
        keychain = left;
        options.publish(state());
        return fail('keychain', { reason: left });
      }
      if (found?.state === 'ready') eraseRecords(options.vault, id, found.keys.vaultKey);
    }
    const leaving = open?.id === id ? open : undefined;
    accounts.remove(id);
    if (leaving) await close();
    leaving?.erase();
    names.forget(id);
    return ok(open ? become('signed-in') : become('signed-out'));
  }

  async function switchTo(id: string): Promise<Result<SessionState>> {
    const account = accounts.all().find((each) => each.id === id);
    if (!account) return fail('not-found');
    if (open?.id === id) return ok(state());
    await close();
    accounts.open(account);
    return ok(await openKept(account));
  }

  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const next = turn.then(change);
    turn = next.catch(() => undefined);
    return next;
  }

  return {
    state,
    current: () => open,
    diskRefused: tellProblem,
    start: () =>
      inTurn(start).then((now) => {
        void inTurn(readNames);
        return now;
      }),
    refreshed,
    retry: () => inTurn(retry),
    signIn: (service, key) => inTurn(() => signIn(service, key)),
    signOut: (account) => inTurn(() => signOut(account)),
    switchTo: (account) => inTurn(() => switchTo(account)),
    stop: () => inTurn(close),
  };
}
