import { SecretStoreError, type SecretStore } from '#core/kernel/ports.ts';
import type { KeytarProcess } from './keytar-process.ts';
import { assertInTime, KeytarQueue, type KeytarQueueOptions, type Turn } from './keytar-queue.ts';

/** Written and removed again to learn whether the keychain is open. Not a secret. */
const probe = { name: 'keychain check', value: 'open' };

export interface KeytarSecrets extends SecretStore {
  /** Starts what the first call will need. Resolves when that has started, or has failed to. */
  readonly prepare: () => Promise<void>;
  readonly close: () => void;
}

/**
 * The operating system's keychain by keytar: the Secret Service on Linux, the Keychain on macOS, the
 * Credential Manager on Windows. Each entry is `service` and its name. `keytar-queue.ts` runs the calls one
 * at a time, each within its deadline.
 *
 * keytar's answers are verified. A locked Secret Service answers as if an entry were not there, to reading
 * and to removing, and a prompt that the user closed counts as written. So "not there" is believed only of a
 * keychain that can be written to at that moment, and every write is verified by a read.
 */
export function createKeytarSecrets(
  options: Omit<KeytarQueueOptions, 'platform'> & {
    readonly service: string;
    readonly platform?: NodeJS.Platform;
  },
): KeytarSecrets {
  const { service, platform = process.platform } = options;
  const queue = new KeytarQueue({ ...options, platform });

  /** Fails unless the keychain is open; only Linux leaves that open. */
  async function assertOpen(keytar: KeytarProcess, turn: Turn): Promise<void> {
    if (platform === 'linux') await assertWritable(service, keytar, turn);
  }

  return {
    get: (name) =>
      queue.inTurn(async (keytar, turn) => {
        const value = await keytar.getPassword(service, name);
        if (value === null) await assertOpen(keytar, turn);
        return value ?? undefined;
      }),
    set: (name, value) =>
      queue.inTurn(async (keytar, turn) => {
        await change(turn, () => keytar.setPassword(service, name, value));
        const stored = await keytar.getPassword(service, name);
        if (stored !== value) throw new SecretStoreError(stored === null ? 'locked' : 'denied');
      }),
    remove: (name) =>
      queue.inTurn(async (keytar, turn) => {
        const removed = await change(turn, () => keytar.deletePassword(service, name));
        if (!removed) await assertOpen(keytar, turn);
      }),
    prepare: () => queue.prepare(),
    close: () => queue.close(),
  };
}

/** Fails where nothing can be written. Where the keychain asks the user first, that is `locked`. */
async function assertWritable(service: string, keytar: KeytarProcess, turn: Turn): Promise<void> {
  assertInTime(turn);
  turn.late = 'locked';
  await keytar.setPassword(service, probe.name, probe.value);
  const found = await keytar.getPassword(service, probe.name);
  if (found !== probe.value) throw new SecretStoreError('locked');
  await keytar.deletePassword(service, probe.name);
}

/** Does what changes an entry, and is not left to do it later. */
async function change<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  turn.changing = true;
  const done = await work();
  turn.changing = false;
  return done;
}
