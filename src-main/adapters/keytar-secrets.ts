import { createRequire } from 'node:module';
import { SecretStoreError, type SecretStore } from '../core/ports.ts';

/** The part of keytar that is used. Its `find…` functions read past a locked entry and crash. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

type Refusal = SecretStoreError['state'];

const defaultDeadlineMs = 2000;

/** Written and removed again to learn whether the keychain is open. Not a secret. */
const probe = { name: 'keychain check', value: 'open' };

/**
 * The operating system's keychain by keytar: the Secret Service on Linux, the Keychain on macOS, the
 * Credential Manager on Windows. Each entry is `service` and its name.
 *
 * Each of keytar's calls holds one of Node's four worker threads for as long as the system takes, and
 * name look-ups need the same threads. So one call runs at a time, and the others wait for their turn
 * within their own deadline; one whose deadline passed while it waited is not begun. A call that hangs
 * keeps its thread until the system answers; then all goes on.
 *
 * What keytar says is not taken at its word. A locked Secret Service answers as if an entry were not
 * there, to reading and to removing, and a prompt that the person closed counts as written. So "not
 * there" is told only by a keychain that can be written to at that moment, and what was written is
 * read again.
 *
 * libsecret keeps the first service that it found for as long as the program runs: where the service
 * was restarted meanwhile, the answer is `absent`, never "not there", until Culvert is restarted.
 *
 * @param options.load keytar itself, an optional dependency: `absent` where it is missing
 */
export function createKeytarSecrets(options: {
  readonly service: string;
  readonly deadlineMs?: number;
  readonly load?: () => Keytar;
  readonly platform?: NodeJS.Platform;
}): SecretStore {
  const { service, deadlineMs = defaultDeadlineMs, load = requireKeytar } = options;
  const platform = options.platform ?? process.platform;
  let keytar: Keytar | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs `work` in its turn and within its deadline; only `SecretStoreError` comes out. */
  async function inTurn<T>(work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn: Turn = { late: 'timed-out', over: false };
    const begun = last.then(async () => {
      if (turn.over) throw new SecretStoreError(turn.late);
      return work(turn);
    });
    last = begun.catch(() => undefined);
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      turn.over = true;
      reject(new SecretStoreError(turn.late));
    }, deadlineMs);
    try {
      return await Promise.race([begun, expired]);
    } catch (error) {
      throw error instanceof SecretStoreError
        ? error
        : new SecretStoreError(refusalOf(error, platform));
    } finally {
      clearTimeout(timer);
    }
  }

  function opened(): Keytar {
    keytar ??= load();
    return keytar;
  }

  /** Fails unless the keychain is open. Where it asks the person first, that is `locked`. */
  async function assertOpen(turn: Turn): Promise<void> {
    if (platform !== 'linux') return;
    if (turn.over) throw new SecretStoreError(turn.late);
    turn.late = 'locked';
    await opened().setPassword(service, probe.name, probe.value);
    const found = await opened().getPassword(service, probe.name);
    if (found !== probe.value) throw new SecretStoreError('locked');
    await opened().deletePassword(service, probe.name);
  }

  return {
    get: (name) =>
      inTurn(async (turn) => {
        const value = await opened().getPassword(service, name);
        if (value === null) await assertOpen(turn);
        return value ?? undefined;
      }),
    set: (name, value) =>
      inTurn(async () => {
        await opened().setPassword(service, name, value);
        const kept = await opened().getPassword(service, name);
        if (kept !== value) throw new SecretStoreError(kept === null ? 'locked' : 'denied');
      }),
    remove: (name) =>
      inTurn(async (turn) => {
        const removed = await opened().deletePassword(service, name);
        if (!removed) await assertOpen(turn);
      }),
  };
}

interface Turn {
  /** What to say when the deadline passes now. */
  late: Refusal;
  over: boolean;
}

/** By name at run time, so that neither types nor build need what is optional. */
function requireKeytar(): Keytar {
  try {
    return createRequire(import.meta.url)('keytar') as Keytar;
  } catch {
    throw new SecretStoreError('absent');
  }
}

type Words = readonly (readonly [RegExp, Refusal])[];

/**
 * keytar passes on the words of the system's error and nothing else, and they may be translated. What
 * is matched here comes untranslated: from gnome-keyring, KWallet and dbus-daemon on Linux. All else
 * there is of the connection (GLib), and so `absent`. macOS and Windows answer in the person's
 * language, where what is not recognised is `denied`.
 */
const words: { readonly linux: Words; readonly other: Words } = {
  linux: [
    [/locked|\/collection\//i, 'locked'],
    [/apparmor|access ?denied|rejected send|not allowed/i, 'denied'],
    [/noreply|did not receive a reply|timeout/i, 'timed-out'],
    [/(?:)/, 'absent'],
  ],
  other: [
    [/interaction is not allowed/i, 'locked'],
    [/keychain could not be found|logon session/i, 'absent'],
    [/(?:)/, 'denied'],
  ],
};

function refusalOf(error: unknown, platform: NodeJS.Platform): Refusal {
  const said = error instanceof Error ? error.message : '';
  const known = platform === 'linux' ? words.linux : words.other;
  return known.find(([pattern]) => pattern.test(said))?.[1] ?? 'denied';
}
