import { z } from 'zod';
import type { ProxyChoice, ProxyLogin, ProxyState } from '#contract/ipc/network.ts';
import {
  SecretStoreError,
  TransportError,
  type PlainFiles,
  type SecretStore,
} from '#core/ports.ts';

const fileName = 'network.json';
const secretName = 'proxy login';

const Login = z.object({ user: z.string(), password: z.string() });
type Login = z.output<typeof Login>;

const Stored = z.object({
  proxy: z.object({
    kind: z.enum(['none', 'http', 'socks5']),
    host: z.string(),
    port: z.int(),
    /** Whether a name and a password belong to it; they are in the keychain. */
    login: z.boolean(),
  }),
});
type StoredProxy = z.output<typeof Stored>['proxy'];

const noProxy: StoredProxy = { kind: 'none', host: '', port: 0, login: false };

/** The proxy that the person chose. Where it is, is in a plain file; its login never is. */
export interface ProxySetting {
  state(): ProxyState;
  /**
   * `false`: a kept login is not given to another host; nothing is changed then. Throws a
   * `VaultError` when the file cannot be written, and changes nothing either.
   */
  choose(choice: ProxyChoice): Promise<boolean>;
  /**
   * Its address with the login in it, `undefined` without a proxy. Rejects with a `TransportError`
   * where a login is wanted and the keychain does not give it: nothing goes past a chosen proxy.
   */
  address(): Promise<string | undefined>;
}

export function createProxySetting(files: PlainFiles, secrets: SecretStore): ProxySetting {
  let stored = readStored(files.read(fileName));
  let login: Login | undefined;
  let where: ProxyLogin = stored.login ? 'kept' : 'none';

  async function keep(next: Login): Promise<ProxyLogin> {
    try {
      await secrets.set(secretName, JSON.stringify(next));
      return 'kept';
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      return 'memory';
    }
  }

  async function forget(): Promise<void> {
    try {
      await secrets.remove(secretName);
    } catch (error) {
      // What stays behind is a login that nothing uses any more; the next one replaces it.
      if (!(error instanceof SecretStoreError)) throw error;
    }
  }

  async function readLogin(): Promise<Login> {
    const text = await secrets.get(secretName).catch((error: unknown) => {
      if (error instanceof SecretStoreError) return undefined;
      throw error;
    });
    const read = Login.safeParse(parsed(text));
    where = read.success ? 'kept' : 'unreadable';
    if (!read.success) throw new TransportError('proxy', false, { proxy: 'locked' });
    return read.data;
  }

  return {
    state: () => ({ kind: stored.kind, host: stored.host, port: stored.port, login: where }),
    async choose(choice) {
      const { kind } = choice;
      const given = kind === 'none' ? 'none' : choice.login;
      if (kind !== 'none' && given === 'keep' && choice.host !== stored.host) return false;
      const next: StoredProxy =
        kind === 'none'
          ? noProxy
          : {
              kind,
              host: choice.host,
              port: choice.port,
              login: given === 'keep' ? stored.login : given !== 'none',
            };
      files.write(fileName, `${JSON.stringify({ proxy: next }, null, 2)}\n`);
      stored = next;
      if (given === 'keep') return true;
      login = given === 'none' ? undefined : given;
      where = login === undefined ? 'none' : await keep(login);
      if (where !== 'kept') await forget();
      return true;
    },
    async address() {
      if (stored.kind === 'none') return undefined;
      const host = stored.host.includes(':') ? `[${stored.host}]` : stored.host;
      const at = `${host}:${String(stored.port)}`;
      if (!stored.login) return `${stored.kind}://${at}`;
      login ??= await readLogin();
      const [user, password] = [login.user, login.password].map(encodeURIComponent);
      return `${stored.kind}://${user ?? ''}:${password ?? ''}@${at}`;
    },
  };
}

/** A file that cannot be read is none: then nothing was chosen. */
function readStored(text: string | undefined): StoredProxy {
  const stored = Stored.safeParse(parsed(text));
  return stored.success ? stored.data.proxy : noProxy;
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
