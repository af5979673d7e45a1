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
  type NetworkPath,
  type PlainFiles,
  type SecretStore,
} from '#core/ports.ts';
import { hostAndPort } from './host-and-port.ts';
import { noAuthorities, readAuthorities, type Authorities } from './authorities.ts';

const proxyFile = 'network.json';
const caFile = 'authorities.pem';
const entryName = 'network';
/** Where earlier versions kept the login alone, bound to no address. It is never read. */
const earlierLogin = 'proxy login';

const ProxyAddress = z.object({ kind: z.enum(proxyKinds), host: z.string(), port: z.int() });

/** The plain file, which is shown before the keychain is read, and without it. */
const StoredProxy = z.object({
  /** `login`: whether a name and a password belong to it; they are in the keychain. */
  proxy: ProxyAddress.extend({ login: z.boolean() }),
});
type StoredProxy = z.output<typeof StoredProxy>['proxy'];

/**
 * What the person chose, in one keychain entry: the proxy with its login, which goes to this kind,
 * host and port only, and the SHA-256 of the CA file (hexadecimal, empty without one).
 */
const ChosenSettings = z.object({
  proxy: ProxyAddress.extend({
    login: z.object({ user: z.string(), password: z.string() }).nullable(),
  }),
  authorities: z.string(),
});
type ChosenSettings = z.output<typeof ChosenSettings>;

const noProxy = { kind: 'none', host: '', port: 0 } as const;
const nothingChosen: ChosenSettings = { proxy: { ...noProxy, login: null }, authorities: '' };

/**
 * The proxy and the authorities. Two plain files hold them; the keychain confirms that they are what
 * the person chose in Culvert.
 */
export interface NetworkSettings {
  /** As the files have them. */
  state(): NetworkState;
  /** Asks the keychain, if it has not answered yet. Never rejects. */
  verify(): Promise<NetworkState>;
  /**
   * The confirmed path. Rejects with a `TransportError`: `settings-changed` where the files are not
   * what was chosen, `proxy` with `locked` where the keychain does not say.
   */
  path(): Promise<NetworkPath>;
  /**
   * `false`: a kept login goes to no other address, and nothing is changed. Throws a `VaultError`
   * when the file cannot be written, and changes nothing either.
   */
  chooseProxy(choice: ProxyChoice): Promise<boolean>;
  /** Throws a `VaultError` when the file cannot be written, and changes nothing then. */
  chooseAuthorities(authorities: Authorities): Promise<void>;
  /**
   * Writes the files as they were chosen. Of a CA file the keychain has only the digest: another one
   * is removed. Rejects with a `TransportError` where the keychain does not say, and throws a
   * `VaultError`.
   */
  restore(): Promise<void>;
}

export function createNetworkSettings(files: PlainFiles, secrets: SecretStore): NetworkSettings {
  let stored = readProxy(files.read(proxyFile));
  let authorities = readStoredAuthorities(files.read(caFile));
  let login: ProxyLogin = stored.login ? 'kept' : 'none';
  /** From the keychain, or chosen in this run; `undefined` until the keychain has answered. */
  let chosen: ChosenSettings | undefined;

  async function read(): Promise<ChosenSettings> {
    if (chosen !== undefined) return chosen;
    try {
      const text = await secrets.get(entryName);
      chosen ??= parseWith(ChosenSettings, text) ?? nothingChosen;
      login = chosen.proxy.login === null ? 'none' : 'kept';
      return chosen;
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      // Without a proxy or an authority in the files there is nothing to confirm.
      if (stored.kind === 'none' && authorities.pem === '') return nothingChosen;
      login = stored.login ? 'unreadable' : 'none';
      throw new TransportError('proxy', false, { proxy: 'locked' });
    }
  }

  async function readOrNothing(): Promise<ChosenSettings> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof TransportError) return nothingChosen;
      throw error;
    }
  }

  /** Saves the choice in the keychain, or in memory where that does not take it. */
  async function save(next: ChosenSettings): Promise<void> {
    chosen = next;
    login = next.proxy.login === null ? 'none' : 'kept';
    try {
      if (next.proxy.kind === 'none' && next.authorities === '') await secrets.remove(entryName);
      else await secrets.set(entryName, JSON.stringify(next));
      await secrets.remove(earlierLogin);
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      if (next.proxy.login !== null) login = 'memory';
    }
  }

  function writeProxy({ login: secret, ...address }: ChosenSettings['proxy']): void {
    const next = { ...address, login: secret !== null };
    files.write(proxyFile, `${JSON.stringify({ proxy: next }, null, 2)}\n`);
    stored = next;
  }

  function writeAuthorities(next: Authorities): void {
    files.write(caFile, next.pem);
    authorities = next;
  }

  function state(): NetworkState {
    const { kind, host, port } = stored;
    const changed = chosen === undefined ? null : changeFrom(chosen, stored, authorities);
    const shown = changed?.proxy ? 'none' : login;
    return { proxy: { kind, host, port, login: shown }, authorities: authorities.listed, changed };
  }

  return {
    state,
    async verify() {
      await readOrNothing();
      return state();
    },
    async path() {
      const now = await read();
      if (changeFrom(now, stored, authorities) !== null) {
        throw new TransportError('settings-changed', false);
      }
      const proxy = proxyUrl(now.proxy);
      return {
        ...(proxy !== undefined && { proxy }),
        ...(authorities.pem !== '' && { ca: authorities.pem }),
      };
    },
    async chooseProxy(choice) {
      const now = await readOrNothing();
      const next = withLogin(choice, now.proxy);
      if (next === undefined) return false;
      writeProxy(next);
      await save({ ...now, proxy: next });
      return true;
    },
    async chooseAuthorities(next) {
      const now = await readOrNothing();
      writeAuthorities(next);
      await save({ ...now, authorities: digestOf(next) });
    },
    async restore() {
      const now = await read();
      writeProxy(now.proxy);
      if (digestOf(authorities) === now.authorities) return;
      writeAuthorities(noAuthorities);
      await save({ ...now, authorities: '' });
    },
  };
}

/** The chosen proxy with its login; `undefined` when one is to be kept that belongs to another. */
function withLogin(
  choice: ProxyChoice,
  now: ChosenSettings['proxy'],
): ChosenSettings['proxy'] | undefined {
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

/** How the files differ from what was chosen. */
function changeFrom(
  chosen: ChosenSettings,
  stored: StoredProxy,
  authorities: Authorities,
): NetworkChange | null {
  const { login, ...address } = chosen.proxy;
  const sameProxy = isSameAddress(address, stored) && stored.login === (login !== null);
  const sameAuthorities = digestOf(authorities) === chosen.authorities;
  if (sameProxy && sameAuthorities) return null;
  const expected: ProxyState = { ...address, login: login === null ? 'none' : 'kept' };
  return { proxy: sameProxy ? null : expected, authorities: !sameAuthorities };
}

/** Its address with the login in it; `undefined` without a proxy. */
function proxyUrl({ kind, host, port, login }: ChosenSettings['proxy']): string | undefined {
  if (kind === 'none') return undefined;
  const at = hostAndPort(host, port);
  if (login === null) return `${kind}://${at}`;
  return `${kind}://${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@${at}`;
}

function digestOf({ pem }: Authorities): string {
  return pem === '' ? '' : createHash('sha256').update(pem).digest('hex');
}

/** A file that cannot be read is none. */
function readProxy(text: string | undefined): StoredProxy {
  return parseWith(StoredProxy, text)?.proxy ?? { ...noProxy, login: false };
}

/** One that has expired meanwhile no longer vouches for anything; it is listed until it is removed. */
function readStoredAuthorities(text: string | undefined): Authorities {
  const read = readAuthorities(Buffer.from(text ?? ''), 0);
  return typeof read === 'string' ? noAuthorities : read;
}

function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  text: string | undefined,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}
