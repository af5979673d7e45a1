import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  proxyKinds,
  type NetworkChange,
  type NetworkState,
  type ProxyChoice,
  type ProxyLogin,
  type ProxyState,
} from '#contract/ipc/network.ts';
import {
  SecretStoreError,
  TransportError,
  type Log,
  type NetworkPath,
  type PlainFiles,
  type SecretStore,
} from '#core/kernel/ports.ts';
import { parseStored, readStoredFile } from '#core/kernel/stored-json.ts';
import { hostAndPort } from '#core/connections/texts/address.ts';
import { noAuthorities, readAuthorities, type Authorities } from './authorities.ts';

const proxyFile = 'network.json';
const caFile = 'authorities.pem';
const entryName = 'network';

const ProxyAddress = z.object({ kind: z.enum(proxyKinds), host: z.string(), port: z.int() });

/** The plain file, which is shown before the keychain is read, and without it. */
const StoredProxy = z.object({
  /** `login`: whether a name and a password belong to it; they are in the keychain. */
  proxy: ProxyAddress.extend({ login: z.boolean() }),
});
type StoredProxy = z.output<typeof StoredProxy>['proxy'];

/** In one keychain entry: the proxy with its login, and the CA file's SHA-256. */
const KeychainSettings = z.object({
  proxy: ProxyAddress.extend({
    login: z.object({ user: z.string(), password: z.string() }).nullable(),
  }),
  authorities: z.string(),
});
type KeychainSettings = z.output<typeof KeychainSettings>;

const noProxy = { kind: 'none', host: '', port: 0 } as const;
const emptySettings: KeychainSettings = { proxy: { ...noProxy, login: null }, authorities: '' };

/**
 * The proxy and the authorities. Two plain files hold them; the keychain confirms that they are
 * what the user chose in Culvert. What cannot be read is logged without its content.
 */
export class NetworkSettings {
  readonly #files: PlainFiles;
  readonly #secrets: SecretStore;
  readonly #log: Log;
  #stored: StoredProxy;
  /** A file that cannot be read is none that the user chose, whatever the keychain has. */
  readonly #damaged: { proxy: boolean; authorities: boolean };
  #authorities: Authorities;
  #login: ProxyLogin;
  /** From the keychain, or set in this run; `undefined` until the keychain has answered. */
  #confirmed: KeychainSettings | undefined;

  constructor(files: PlainFiles, secrets: SecretStore, log: Log) {
    this.#files = files;
    this.#secrets = secrets;
    this.#log = log;
    const proxy = readProxy(files, log);
    const authorities = readStoredAuthorities(files, log);
    this.#stored = proxy ?? { ...noProxy, login: false };
    this.#authorities = authorities ?? noAuthorities;
    this.#damaged = { proxy: proxy === undefined, authorities: authorities === undefined };
    this.#login = this.#stored.login ? 'stored' : 'none';
  }

  state(): NetworkState {
    const { kind, host, port } = this.#stored;
    const changed = this.#confirmed === undefined ? null : this.#changeFrom(this.#confirmed);
    const login = changed?.proxy ? 'none' : this.#login;
    return { proxy: { kind, host, port, login }, authorities: this.#authorities.listed, changed };
  }

  /** Asks the keychain, if it has not answered yet. Never rejects. */
  async verify(): Promise<NetworkState> {
    await this.#readOrNothing();
    return this.state();
  }

  /** The confirmed path, or a `TransportError`: `settings-changed`, or `proxy` with `locked`. */
  async path(): Promise<NetworkPath> {
    const now = await this.#read();
    if (this.#changeFrom(now) !== null) {
      throw new TransportError('settings-changed', false);
    }
    const proxy = proxyUrl(now.proxy);
    return {
      ...(proxy !== undefined && { proxy }),
      ...(this.#authorities.pem !== '' && { ca: this.#authorities.pem }),
    };
  }

  /** `false`: a stored login goes to no other address. Throws a `VaultError`; then nothing changed. */
  async chooseProxy(choice: ProxyChoice): Promise<boolean> {
    const now = await this.#readOrNothing();
    const next = withLogin(choice, now.proxy);
    if (next === undefined) return false;
    this.#writeProxy(next);
    await this.#save({ ...now, proxy: next });
    return true;
  }

  /** Throws a `VaultError` when the file cannot be written, and changes nothing then. */
  async chooseAuthorities(next: Authorities): Promise<void> {
    const now = await this.#readOrNothing();
    this.#writeAuthorities(next);
    await this.#save({ ...now, authorities: digestOf(next) });
  }

  /** Restores the files from the keychain, which of a CA file has only the digest. */
  async restore(): Promise<void> {
    const now = await this.#read();
    this.#writeProxy(now.proxy);
    if (!this.#damaged.authorities && digestOf(this.#authorities) === now.authorities) return;
    this.#writeAuthorities(noAuthorities);
    await this.#save({ ...now, authorities: '' });
  }

  async #read(): Promise<KeychainSettings> {
    if (this.#confirmed !== undefined) return this.#confirmed;
    try {
      const text = await this.#secrets.get(entryName);
      this.#confirmed ??= this.#settingsIn(text);
      this.#login = this.#confirmed.proxy.login === null ? 'none' : 'stored';
      return this.#confirmed;
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      // Without a proxy or an authority in the files there is nothing to confirm.
      if (this.#changeFrom(emptySettings) === null) return emptySettings;
      this.#login = this.#stored.login ? 'unreadable' : 'none';
      throw new TransportError('proxy', false, { proxy: 'locked' });
    }
  }

  #settingsIn(text: string | undefined): KeychainSettings {
    if (text === undefined) return emptySettings;
    const stored = parseStored(text, KeychainSettings);
    if (!stored) this.#log.write('warn', 'keychain-entry-invalid', { entry: 'network' });
    return stored ?? emptySettings;
  }

  async #readOrNothing(): Promise<KeychainSettings> {
    try {
      return await this.#read();
    } catch (error) {
      if (error instanceof TransportError) return emptySettings;
      throw error;
    }
  }

  /** Saves the choice in the keychain, or in memory where that does not take it. */
  async #save(next: KeychainSettings): Promise<void> {
    this.#confirmed = next;
    this.#login = next.proxy.login === null ? 'none' : 'stored';
    try {
      if (next.proxy.kind === 'none' && next.authorities === '') {
        await this.#secrets.remove(entryName);
      } else await this.#secrets.set(entryName, JSON.stringify(next));
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      if (next.proxy.login !== null) this.#login = 'memory';
    }
  }

  #writeProxy({ login: secret, ...address }: KeychainSettings['proxy']): void {
    const next = { ...address, login: secret !== null };
    this.#files.write(proxyFile, `${JSON.stringify({ proxy: next }, null, 2)}\n`);
    this.#stored = next;
    this.#damaged.proxy = false;
  }

  #writeAuthorities(next: Authorities): void {
    this.#files.write(caFile, next.pem);
    this.#authorities = next;
    this.#damaged.authorities = false;
  }

  #changeFrom({ proxy, authorities }: KeychainSettings): NetworkChange | null {
    const { login, ...address } = proxy;
    const sameProxy =
      !this.#damaged.proxy &&
      isSameAddress(address, this.#stored) &&
      this.#stored.login === (login !== null);
    const sameAuthorities =
      !this.#damaged.authorities && digestOf(this.#authorities) === authorities;
    if (sameProxy && sameAuthorities) return null;
    const expected: ProxyState = { ...address, login: login === null ? 'none' : 'stored' };
    return { proxy: sameProxy ? null : expected, authorities: !sameAuthorities };
  }
}

/** `undefined` when the stored login belongs to another address. */
function withLogin(
  choice: ProxyChoice,
  now: KeychainSettings['proxy'],
): KeychainSettings['proxy'] | undefined {
  if (choice.kind === 'none') return { ...noProxy, login: null };
  const { kind, host, port, login } = choice;
  if (login === 'none') return { kind, host, port, login: null };
  if (login !== 'keep') return { kind, host, port, login };
  return isSameAddress(choice, now) ? now : undefined;
}

function isSameAddress(
  one: z.output<typeof ProxyAddress>,
  other: z.output<typeof ProxyAddress>,
): boolean {
  return one.kind === other.kind && one.host === other.host && one.port === other.port;
}

function proxyUrl({ kind, host, port, login }: KeychainSettings['proxy']): string | undefined {
  if (kind === 'none') return undefined;
  const at = hostAndPort(host, port);
  if (login === null) return `${kind}://${at}`;
  return `${kind}://${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@${at}`;
}

function digestOf({ pem }: Authorities): string {
  return pem === '' ? '' : createHash('sha256').update(pem).digest('hex');
}

function readProxy(files: PlainFiles, log: Log): StoredProxy | undefined {
  const { text, value } = readStoredFile(files, log, proxyFile, StoredProxy);
  return text === undefined ? { ...noProxy, login: false } : value?.proxy;
}

/** The same. An expired authority is no longer trusted; it is listed until it is removed. */
function readStoredAuthorities(files: PlainFiles, log: Log): Authorities | undefined {
  const text = files.read(caFile) ?? '';
  // An empty file is what is written when the last one is removed.
  if (text === '') return noAuthorities;
  const read = readAuthorities(Buffer.from(text), 0);
  if (typeof read !== 'string') return read;
  log.write('warn', 'file-invalid', { file: caFile });
  return undefined;
}
