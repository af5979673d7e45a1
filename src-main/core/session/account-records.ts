import { createHash } from 'node:crypto';
import { z } from 'zod';
import { VaultError, type Clock, type Log, type Random, type Vault } from '#core/kernel/ports.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';
import { orRefused } from '#core/kernel/vault/refusals.ts';
import { SealedVault, type SealedChange } from '#core/kernel/vault/sealed-vault.ts';
import { withFallback } from '#core/kernel/vault/vault-fallback.ts';
import { withManifest, type ManifestFinding } from '#core/kernel/vault/vault-manifest.ts';

export type VaultProblem = VaultError['reason'] | ManifestFinding;

export type AccountRecords = ReturnType<typeof openRecords>;

/** How often a checkpoint is saved, milliseconds: keychains are slow, and some ask the user. */
const checkpointEvery = 5 * 60_000;

/**
 * Opens the records of an account. At intervals, and at the end, `saveCheckpoint` puts the serial number of
 * the last write beside the key in the keychain (again later where it rejects): an older copy of the file is
 * then recognized as old.
 */
export function openRecords(options: {
  readonly id: string;
  readonly key: Uint8Array;
  readonly vault: Vault;
  readonly checkpoint: number;
  readonly saveCheckpoint: (serial: number) => Promise<unknown>;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Random;
  readonly log: Log;
  readonly onProblem: (reason: VaultProblem) => void;
}) {
  const { key, random, clock, log, onProblem } = options;
  const account = recordSpace(options.id, key);
  const { checkpoint } = options;
  const manifest = withManifest({ vault: options.vault, account, key, random, checkpoint });
  if (manifest.finding !== undefined) onProblem(manifest.finding);
  /** Until its account is closed: the next one that is opened goes by its own manifest. */
  let isOpen = true;
  const records = withFallback(
    {
      ...manifest,
      write(changes) {
        // What ends later, such as a dialog for saving, changes nothing of an account that was closed.
        if (isOpen) manifest.write(changes);
      },
    },
    onProblem,
  );
  let saved = checkpoint;
  async function saveCheckpoint(): Promise<void> {
    const serial = manifest.serial();
    if (serial === saved) return;
    try {
      await options.saveCheckpoint(serial);
      saved = serial;
    } catch {
      // The keychain refused: it is tried again at the next interval.
    }
  }
  const timer = createScheduler(clock);
  timer.repeat(() => void saveCheckpoint(), checkpointEvery);

  return {
    /** Falls back to memory where the disk refuses. */
    vault: new SealedVault({
      account,
      key,
      random,
      vault: {
        ...records,
        writeThrough(changes) {
          if (!isOpen) throw new VaultError('locked');
          records.writeThrough(changes);
        },
      },
      onUnreadable(purpose, reason) {
        // A record of another version is no fault of the disk: it is discarded and fetched again.
        if (reason === 'invalid') log.write('warn', 'record-invalid', { purpose });
        else onProblem('damaged');
      },
    }),
    /** What was found wrong with them at the opening, beyond single records. */
    finding: manifest.finding,
    erase: () => records.removeAccount(account),
    /** Saves the newest checkpoint in the keychain. Nothing is written from then on. */
    async stop(): Promise<void> {
      timer.cancel();
      await saveCheckpoint();
      isOpen = false;
    },
  };
}

/** Removes everything that an account that is not open has sealed with this key. */
export function eraseRecords(vault: Vault, account: string, vaultKey: Uint8Array): void {
  vault.removeAccount(recordSpace(account, vaultKey));
}

export function accountsIn(vault: Pick<Vault, 'accounts'>): readonly string[] {
  return [...new Set(spacesIn(vault).map((space) => space.split(' ')[0] ?? ''))];
}

/** Whether an account has records that another key has sealed, and none of this one. */
export function areOfOtherKey(
  vault: Pick<Vault, 'accounts'>,
  account: string,
  vaultKey: Uint8Array,
): boolean {
  const own = spacesIn(vault).filter((space) => space.startsWith(`${account} `));
  return own.length > 0 && !own.includes(recordSpace(account, vaultKey));
}

/** Whose records these are: the keychain's own word of it can get lost. */
export function ofProfile(profile: number): SealedChange {
  return { purpose: 'user', name: 'profile', value: profile };
}

/** What `ofProfile` wrote; `undefined` where they do not have it. */
export function profileIn(
  vault: Vault,
  account: string,
  key: Uint8Array,
  random: Random,
): number | undefined {
  const sealed = new SealedVault({ vault, account: recordSpace(account, key), key, random });
  return orRefused(
    () => sealed.read('user', 'profile', z.int()),
    () => undefined,
  );
}

function spacesIn(vault: Pick<Vault, 'accounts'>): readonly string[] {
  return orRefused(
    () => vault.accounts(),
    () => [],
  );
}

/** A place for each vault key: records whose key is lost are never overwritten. */
function recordSpace(account: string, vaultKey: Uint8Array): string {
  const key = createHash('sha256').update('record space').update(vaultKey).digest('hex');
  return `${account} ${key.slice(0, 16)}`;
}
