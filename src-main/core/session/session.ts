import type { EndpointId } from '#contract/api/index.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type { KeychainState, SessionState } from '#contract/ipc/session.ts';
import { ApiKey } from '#contract/values.ts';
import type { PersistedUsage } from '#core/api/limits/usage.ts';
import { createQueue } from '#core/kernel/queue.ts';
import { serviceAddress } from '#core/network/service-address.ts';
import type { HttpTransport, Vault, VaultStorage } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { refusalOf } from '#core/kernel/vault/refusals.ts';
import {
  accountsIn,
  areOfOtherKey,
  eraseRecords,
  ofProfile,
  openRecords,
  profileIn,
  type AccountRecords,
  type VaultProblem,
} from './account-records.ts';
import { Account, type AccountContext, type AccountOptions } from './account.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import { identify, identifyEndpoints } from './identify.ts';
import {
  copiesEntry,
  entriesOf,
  keychainResult,
  type AccountKeys,
  type KeyRing,
} from './key-ring.ts';
import type { Passphrase } from './passphrase.ts';

interface SessionOptions {
  readonly accounts: Accounts;
  readonly keyRing: KeyRing;
  readonly passphrase: Passphrase;
  readonly vault: Vault;
  readonly vaultStorage: VaultStorage;
  /** Why the vault is not the one that was there before, if it had to be set aside. */
  readonly vaultProblem: Failure | null;
  readonly prefill: SessionState['prefill'];
  readonly openTransport: (service: string) => HttpTransport;
  readonly context: AccountContext;
  readonly publish: (state: SessionState) => void;
  readonly onOpen: (account: Account | undefined) => void;
}

interface Opening extends Pick<AccountOptions, 'vault' | 'persistent' | 'sent'> {
  readonly account: StoredAccount;
  readonly keys: AccountKeys;
}

export interface RecordedAccount extends StoredAccount {
  readonly profile: number;
  /** Its e-mail; empty where it is not known. */
  readonly name: string;
  readonly apiKey: string;
  readonly records: Pick<AccountRecords, 'vault' | 'finding'>;
  readonly open: Account | undefined;
}

interface SignIn {
  readonly service: string;
  readonly apiKey: string;
}

/** Fails with `invalid-input` for what is no address or no key. */
export function checkSignIn(serviceText: string, keyText: string): Result<SignIn> {
  const service = serviceAddress(serviceText);
  const apiKey = ApiKey.safeParse(keyText.replaceAll(/\s+/g, ''));
  const issues = [
    ...(service === undefined ? [{ path: 'service', code: 'address' }] : []),
    ...(apiKey.success ? [] : [{ path: 'key', code: 'key' }]),
  ];
  return service !== undefined && apiKey.success
    ? ok({ service, apiKey: apiKey.data })
    : fail('invalid-input', { issues });
}

const isLocked = (): Result<never> => fail('unsent', { reason: 'locked' });

/** Which account is open, and what changes that. At first none is. */
export class Session {
  readonly #options: SessionOptions;
  /** Each account's rate-limit usage from earlier in this run: its records may be gone by now. */
  readonly #usage = new Map<string, PersistedUsage>();
  #open: Account | undefined;
  /** Set from the moment Culvert locks itself until it is unlocked; each lock is another object. */
  #lock: { readonly unusedMinutes: number } | undefined;
  #status: SessionState['status'] = 'opening';
  #keychain: KeychainState = 'ready';
  #persistent = true;
  #vaultProblem: Failure | null;
  /** Nothing more is to be found of a list of accounts that was damaged. */
  #isListWhole = false;
  /** The API key of a session that is not in the keychain, until it is. */
  #keyInMemory = { apiKey: '', profile: 0 };
  #changedService: SessionState['changedService'] = null;
  /** The ids of the users who signed in in this run, by service and profile. */
  readonly #ids = new Map<string, string>();
  /** The sign-in that is under way or waits for its turn. */
  #signingIn = new AbortController();
  readonly #queue = createQueue();
  #changes = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#vaultProblem = options.vaultProblem;
  }

  state(): SessionState {
    const open = this.current();
    const status = this.#lock === undefined ? this.#status : 'auto-locked';
    const known = status === 'auto-locked' ? [] : this.#options.accounts.all();
    const accounts = known.map(({ id, service }) => ({
      id,
      service,
      name: open?.id === id ? open.name() : this.#options.keyRing.knownName(id),
    }));
    return {
      status,
      account: open ? { id: open.id, service: open.service, name: open.name() } : null,
      accounts,
      keychain: this.#keychain,
      persistent: this.#persistent,
      vaultProblem: this.#vaultProblem,
      passphrase: this.#options.passphrase.isOn(),
      unusedMinutes: this.#lock?.unusedMinutes ?? 0,
      changedService: status === 'service-changed' ? this.#changedService : null,
      prefill: this.#options.prefill,
    };
  }

  /** The account that is open, if any; none from the moment Culvert locks itself. */
  current(): Account | undefined {
    return this.#lock === undefined ? this.#open : undefined;
  }

  async start(): Promise<SessionState> {
    const state = await this.#inTurn(() => this.#openLast());
    void this.#inTurn(() => this.#readNames());
    return state;
  }

  /** Asks the keychain again: to open what it has, or to store what so far lives in memory. */
  retry(): Promise<SessionState> {
    return this.#unlessLocked(async () => {
      if (!this.#open) return await this.#openLast();
      if (this.#keychain === 'ready') return this.state();
      const account = { id: this.#open.id, service: this.#open.service };
      const { apiKey, profile } = this.#keyInMemory;
      const saved = await this.#options.keyRing.save(account, apiKey, profile);
      if (saved.state !== 'ready') {
        this.#keychain = saved.state;
        return this.#publishAs('signed-in');
      }
      await this.#close();
      this.#options.accounts.open(account);
      return this.#enterPersistent(account, saved.keys);
    }, this.state.bind(this));
  }

  /** Locks at once; nothing where only this run has the account's key. */
  async lock(unusedMinutes: number): Promise<void> {
    const isOpening = this.#open === undefined && this.#changes > 0;
    const isLockable =
      this.#open === undefined ? this.#options.passphrase.isGiven() : this.#persistent;
    if (this.#lock === undefined && !isOpening && !isLockable) return;
    // The user sees what locked it first.
    this.#lock = { unusedMinutes, ...this.#lock };
    this.#signingIn.abort();
    this.#options.onOpen(undefined);
    this.#options.publish(this.state());
    await this.#inTurn(() => this.#closeLocked());
  }

  /** Opens what `lock` closed, with the passphrase, empty where none is on. */
  async unlock(given: string): Promise<Result<SessionState>> {
    const { passphrase } = this.#options;
    const lock = this.#lock;
    if (lock === undefined) return ok(this.state());
    const checked = passphrase.isOn() ? await passphrase.check(given) : undefined;
    if (checked?.ok === false) return checked;
    const state = await this.#inTurn(async () => {
      if (lock !== this.#lock) return this.state();
      this.#lock = undefined;
      if (checked) await passphrase.unlock(checked.value, this.#keychainEntries());
      return await this.#openLast();
    });
    void this.#inTurn(() => this.#readNames());
    return ok(state);
  }

  /** Turns it on, off (`next` empty) or replaces it. A wrong one is `invalid-input`. */
  async setPassphrase(current: string, next: string): Promise<Result<SessionState>> {
    const { passphrase } = this.#options;
    const wasOn = passphrase.isOn();
    const checked = wasOn ? await passphrase.check(current) : undefined;
    if (checked?.ok === false) return checked;
    return this.#unlessLocked(async () => {
      // Changed while it waited.
      if (!this.#open || passphrase.isOn() !== wasOn) return fail('unsent');
      if (!this.#persistent) return fail('keychain', { reason: 'absent' });
      const entries = this.#keychainEntries();
      const changed = await keychainResult(async () => {
        if (checked === undefined) await passphrase.turnOn(next, entries);
        else if (next === '') await passphrase.turnOff(entries);
        else await passphrase.change(checked.value, next);
      });
      this.#options.publish(this.state());
      return changed.ok ? ok(this.state()) : changed;
    }, isLocked);
  }

  /** The passphrase was forgotten: forgets every account, which nothing can open without it. */
  forgetPassphrase(): Promise<Result<SessionState>> {
    return this.#inTurn(async () => {
      const { passphrase, accounts, keyRing } = this.#options;
      if (this.#lock === undefined || !passphrase.isOn()) return ok(this.state());
      for (const { id } of accounts.all()) {
        const state = await keyRing.forget(id);
        if (state !== 'ready') return fail('keychain', { reason: state });
        accounts.remove(id);
      }
      await keyRing.forgetCopies();
      const removed = await keychainResult(() => passphrase.forget());
      if (!removed.ok) return removed;
      this.#lock = undefined;
      return ok(this.#publishAs('signed-out'));
    });
  }

  /** Opens the account whose service was changed in the file at the service of its key. */
  restoreService(): Promise<SessionState> {
    return this.#unlessLocked(async () => {
      const changed = this.#status === 'service-changed' ? this.#changedService : null;
      if (changed === null) return this.state();
      this.#options.accounts.open({ id: changed.account, service: changed.expected });
      return await this.#openLast();
    }, this.state.bind(this));
  }

  /** Checks a key and opens its account; a refused one is not stored. May be `aborted`. */
  signIn(serviceText: string, keyText: string): Promise<Result<SessionState>> {
    this.#signingIn = new AbortController();
    const { signal } = this.#signingIn;
    return this.#unlessLocked(async () => {
      const checked = checkSignIn(serviceText, keyText);
      if (!checked.ok) return checked;
      const { service, apiKey } = checked.value;
      const transport = this.#options.openTransport(service);
      const { context } = this.#options;
      const profile = await identify({ ...context, service, key: apiKey, transport, signal });
      if (!profile.ok) return profile;
      if (signal.aborted) return fail('aborted');
      await this.#close();
      const account = { id: await this.#idOf(service, profile.value), service };
      return ok(await this.#enterNew(account, apiKey, profile.value));
    }, isLocked);
  }

  /** Whether this computer, or this run, has this very key for this very service already. */
  async hasKey(signIn: SignIn): Promise<boolean> {
    const { service, apiKey } = signIn;
    const isOpen = this.current()?.service === service && this.#keyInMemory.apiKey === apiKey;
    return isOpen || (await this.#options.keyRing.has(this.#options.accounts.all(), signIn));
  }

  /** Each account whose keys there are, the open one first; the session stays meanwhile. */
  eachAccount(use: (account: RecordedAccount) => void): Promise<void> {
    return this.#unlessLocked(
      () => this.#eachAccount(use),
      () => undefined,
    );
  }

  /** Cancels the sign-in that is under way; the open account stays open. */
  cancelSignIn(): void {
    this.#signingIn.abort();
  }

  /** Forgets an account: its keys first, so that what might remain is noise. */
  signOut(id: string): Promise<Result<SessionState>> {
    return this.#unlessLocked(async () => {
      const leaving = this.#open?.id === id ? this.#open : undefined;
      if (!leaving || this.#keychain === 'ready') {
        const state = await this.#forget(id, leaving !== undefined);
        if (state !== 'ready') {
          this.#keychain = state;
          this.#options.publish(this.state());
          return fail('keychain', { reason: state });
        }
      }
      this.#options.accounts.remove(id);
      if (this.#options.accounts.all().length === 0) await this.#options.keyRing.forgetCopies();
      if (leaving) await this.#close();
      leaving?.records.erase();
      return ok(this.#publishAs(this.#open ? 'signed-in' : 'signed-out'));
    }, isLocked);
  }

  switchTo(id: string): Promise<Result<SessionState>> {
    return this.#unlessLocked(async () => {
      const { accounts } = this.#options;
      const account = accounts.all().find((each) => each.id === id);
      if (!account) return fail('not-found');
      if (this.#open?.id === id) return ok(this.state());
      await this.#close();
      accounts.open(account);
      return ok(await this.#openStored(account));
    }, isLocked);
  }

  /** Records that the disk refused something that is not one of the account's records. */
  reportDiskProblem(reason: VaultProblem): void {
    this.#options.context.log.write('error', 'vault', { reason });
    this.#vaultProblem = { kind: 'vault', reason };
    if (this.#status !== 'opening') this.#options.publish(this.state());
  }

  stop(): Promise<void> {
    this.#signingIn.abort();
    return this.#inTurn(() => this.#close());
  }

  #profileRead(): void {
    const { keyRing } = this.#options;
    if (this.#open && this.#persistent) void keyRing.saveName(this.#open.id, this.#open.name());
    this.#options.publish(this.state());
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    this.#changes += 1;
    return this.#queue(change).finally(() => {
      this.#changes -= 1;
    });
  }

  /** A change that was accepted before Culvert locked itself, and whose turn came after that, is none. */
  #unlessLocked<T>(change: () => Promise<T>, refusal: () => T): Promise<T> {
    return this.#inTurn(() => (this.#lock === undefined ? change() : Promise.resolve(refusal())));
  }

  async #closeLocked(): Promise<void> {
    const { accounts, passphrase } = this.#options;
    await this.#close();
    passphrase.lock();
    if (accounts.current() !== undefined || passphrase.isOn()) {
      this.#publishAs('auto-locked');
      return;
    }
    // No account was open, and the pending sign-in was refused: there is nothing to unlock.
    this.#lock = undefined;
    this.#publishAs('signed-out');
  }

  async #eachAccount(use: (account: RecordedAccount) => void): Promise<void> {
    const { accounts, keyRing, vault, vaultStorage, context } = this.#options;
    const open = this.current();
    if (open) {
      const keys = this.#keyInMemory.apiKey === '' ? await keyRing.find(open) : undefined;
      const found = keys?.state === 'ready' ? keys.keys : this.#keyInMemory;
      const { id, service, records } = open;
      if (open === this.current() && found.apiKey !== '') {
        use({ ...found, id, service, name: open.name(), records, open });
      }
    }
    for (const account of accounts.all()) {
      if (account.id === open?.id || vaultStorage !== 'disk') continue;
      const found = await keyRing.find(account);
      if (found.state !== 'ready' || this.#lock !== undefined) continue;
      const name = await keyRing.name(account.id);
      const records = openRecords({
        ...context,
        ...found.keys,
        id: account.id,
        key: found.keys.vaultKey,
        vault,
        saveCheckpoint: (serial) => keyRing.saveCheckpoint(account.id, serial),
        onProblem: () => undefined,
      });
      try {
        use({ ...account, ...found.keys, name, records, open: undefined });
      } finally {
        await records.stop();
      }
    }
  }

  #publishAs(status: SessionState['status']): SessionState {
    this.#status = status;
    const state = this.state();
    this.#options.publish(state);
    return state;
  }

  #keychainEntries(): string[] {
    return [copiesEntry, ...this.#options.accounts.all().flatMap(({ id }) => entriesOf(id))];
  }

  async #close(): Promise<void> {
    const closing = this.#open;
    this.#open = undefined;
    this.#keyInMemory = { apiKey: '', profile: 0 };
    this.#persistent = true;
    this.#options.onOpen(undefined);
    if (closing) this.#usage.set(closing.id, await closing.stop());
  }

  #enter({ account, keys, vault, persistent, sent = [] }: Opening): SessionState {
    // Culvert locked itself while the keychain was asked: unlocking opens it.
    if (this.#lock !== undefined) return this.state();
    const { accounts, keyRing, context, openTransport } = this.#options;
    const transport = openTransport(account.service);
    this.#persistent = persistent;
    const open = this.#opened(transport, {
      ...context,
      ...account,
      ...keys,
      vault,
      persistent,
      isOpen: () => this.current() === open,
      transport,
      usage: this.#usage.get(account.id),
      sent,
      saveCheckpoint: async (serial) => {
        // What lives in memory alone has no older copy, and a forgotten account leaves nothing.
        const known = accounts.all().some(({ id }) => id === account.id);
        if (persistent && known) await keyRing.saveCheckpoint(account.id, serial);
      },
      onVaultProblem: (reason) => this.reportDiskProblem(reason),
      onProfileRead: () => this.#profileRead(),
    });
    this.#open = open;
    this.#options.onOpen(open);
    return this.#publishAs(open ? 'signed-in' : 'signed-out');
  }

  /** `undefined` for one that cannot be opened: the others stay usable. */
  #opened(transport: HttpTransport, options: AccountOptions): Account | undefined {
    try {
      return Account.open(options);
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      options.log.write('error', 'account-not-opened', { error: name });
      void transport.close();
      this.#vaultProblem = { kind: 'vault', reason: 'damaged' };
      return undefined;
    }
  }

  #enterPersistent(
    account: StoredAccount,
    keys: AccountKeys,
    sent: readonly EndpointId[] = [],
  ): SessionState {
    const { vault, vaultStorage } = this.#options;
    this.#keychain = 'ready';
    const persistent = vaultStorage === 'disk';
    const isKeyGone = areOfOtherKey(vault, account.id, keys.vaultKey);
    // They stay, as noise.
    if (isKeyGone) this.#vaultProblem = { kind: 'vault', reason: 'key-gone' };
    // An empty vault is no older copy of the one that could not be opened.
    const checkpoint = vaultStorage === 'memory' || isKeyGone ? 0 : keys.checkpoint;
    return this.#enter({ account, keys: { ...keys, checkpoint }, vault, persistent, sent });
  }

  async #openStored(account: StoredAccount): Promise<SessionState> {
    const found = await this.#options.keyRing.find(account);
    if (found.state === 'ready') return this.#enterPersistent(account, found.keys);
    if (found.state === 'missing') {
      this.#keychain = 'ready';
      this.#vaultProblem ??= { kind: 'vault', reason: 'api-key-gone' };
      return this.#publishAs('signed-out');
    }
    if (found.state === 'other-service') {
      this.#keychain = 'ready';
      const { id, service } = account;
      this.#changedService = { account: id, now: service, expected: found.service };
      return this.#publishAs('service-changed');
    }
    this.#keychain = found.state;
    return this.#publishAs(found.state === 'absent' ? 'signed-out' : 'locked');
  }

  async #openLast(): Promise<SessionState> {
    if (await this.#options.passphrase.isNeeded()) {
      this.#lock ??= { unusedMinutes: 0 };
      return this.#publishAs('auto-locked');
    }
    await this.#restoreAccounts();
    const account = this.#options.accounts.current();
    if (account) return await this.#openStored(account);
    this.#keychain = this.#options.passphrase.keychain;
    return this.#publishAs('signed-out');
  }

  /** Finds the accounts again that the list of them has lost, by their records and the keychain. */
  async #restoreAccounts(): Promise<void> {
    const { accounts, keyRing, vault } = this.#options;
    const damage = accounts.damage();
    if (damage === undefined || this.#isListWhole) return;
    const known = new Set(accounts.all().map(({ id }) => id));
    const found = await keyRing.findAccounts(accountsIn(vault).filter((id) => !known.has(id)));
    // Asked again once the keychain answers.
    if (found === undefined) return;
    this.#isListWhole = true;
    if (found.length > 0 || damage === 'damaged') accounts.restore(found);
    if (found.length === 0 && known.size > 0) return;
    if (damage === 'missing' && accountsIn(vault).length === 0) return;
    const reason = found.length > 0 ? 'accounts-found' : 'accounts-lost';
    this.#vaultProblem ??= { kind: 'vault', reason };
  }

  /** Reads the names of accounts that are not open, after everything else. */
  async #readNames(): Promise<void> {
    const { accounts, keyRing } = this.#options;
    const all = accounts.all();
    await keyRing.readNames(all.map(({ id }) => id));
    if (all.length > 1) this.#options.publish(this.state());
  }

  /** The same user at the same service is the same account, whichever of their keys opens it. */
  async #idOf(service: string, profile: number): Promise<string> {
    const { accounts, keyRing, context, vault } = this.#options;
    const user = `${service}\n${String(profile)}`;
    const profileOf = (account: string, key: Uint8Array) =>
      profileIn(vault, account, key, context.random);
    const id =
      this.#ids.get(user) ??
      (await keyRing.findUser(accounts.all(), service, profile, profileOf))?.id ??
      Buffer.from(context.random.bytes(8)).toString('hex');
    this.#ids.set(user, id);
    return id;
  }

  /** Opens the account of a key that the service has accepted, in memory where no keychain is. */
  async #enterNew(account: StoredAccount, apiKey: string, profile: number): Promise<SessionState> {
    const { accounts, keyRing, context } = this.#options;
    const saved = await keyRing.save(account, apiKey, profile);
    if (this.#vaultProblem?.reason === 'api-key-gone') this.#vaultProblem = null;
    if (saved.state === 'ready') {
      accounts.open(account);
      const state = this.#enterPersistent(account, saved.keys, identifyEndpoints);
      this.#open?.records.vault.write([ofProfile(profile)]);
      return state;
    }
    this.#keychain = saved.state;
    this.#keyInMemory = { apiKey, profile };
    return this.#enter({
      account,
      keys: { apiKey, profile, vaultKey: context.random.bytes(32), checkpoint: 0 },
      vault: createMemoryVault(),
      persistent: false,
      sent: identifyEndpoints,
    });
  }

  /** Removes an account's keys, and its records too where it is not open. */
  async #forget(id: string, isOpen: boolean): Promise<KeychainState> {
    const { keyRing, vault } = this.#options;
    // Its records are found by their key, which is about to go.
    const key = isOpen ? undefined : await keyRing.vaultKey(id);
    const state = await keyRing.forget(id);
    if (state !== 'ready' || key === undefined) return state;
    // Without their key they cannot be decrypted.
    const refusal = refusalOf(() => eraseRecords(vault, id, key));
    if (refusal !== undefined) this.reportDiskProblem(refusal);
    return state;
  }
}
