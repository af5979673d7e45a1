import { createHash } from 'node:crypto';
import type { Clock, Log, Random, Vault, VaultError } from '#core/ports.ts';
import {
  createSealedVault,
  type SealedVault,
  type UnreadableReason,
} from '#core/vault/sealed-vault.ts';
import { withFallback } from '#core/vault/vault-fallback.ts';
import { withRoster, type RosterFinding } from '#core/vault/vault-manifest.ts';

export type VaultProblem = VaultError['reason'] | RosterFinding;

/** The sealed records of one account while it is open. */
export interface AccountRecords {
  /** Goes on in memory where the disk refuses. */
  readonly vault: SealedVault;
  /** Throws when the disk refuses, where memory will not do. */
  readonly sure: SealedVault;
  /** What was found wrong with them at the opening, beyond single records. */
  readonly finding: RosterFinding | undefined;
  /** Removes all of them. */
  erase(): void;
  /** Lets the keychain know the newest of them, and watches no more. */
  stop(): Promise<void>;
}

/** How often the keychain is told, milliseconds: it is slow, and some ask the person. */
const markEvery = 5 * 60_000;

/**
 * Opens the records of an account. Now and then, and at the end, the number of the last write is put
 * beside the key in the keychain: a copy of the file from before then is known to be old.
 *
 * @param options.mark the number that the keychain has
 * @param options.keepMark puts a newer one there; may reject, and is then tried again at its time
 * @param options.onProblem hears of each kind of fault
 */
export function openRecords(options: {
  readonly id: string;
  readonly key: Uint8Array;
  readonly vault: Vault;
  readonly mark: number;
  readonly keepMark: (serial: number) => Promise<unknown>;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: Random;
  readonly log: Log;
  readonly onProblem: (reason: VaultProblem) => void;
}): AccountRecords {
  const { key, random, clock, log, onProblem } = options;
  const account = recordSpace(options.id, key);
  const roster = withRoster({ vault: options.vault, account, key, random, mark: options.mark });
  if (roster.finding !== undefined) onProblem(roster.finding);
  const records = withFallback(roster, onProblem);
  const sealing = {
    account,
    key,
    random,
    onUnreadable: (purpose: string, reason: UnreadableReason) => {
      // A record of another version is no fault of the disk: it is discarded and fetched again.
      if (reason === 'invalid') log.write('warn', 'record-invalid', { purpose });
      else onProblem('damaged');
    },
  };

  let marked = options.mark;
  let cancel: () => void = () => undefined;
  async function mark(): Promise<void> {
    const serial = roster.serial();
    if (serial === marked) return;
    await options.keepMark(serial).then(
      () => (marked = serial),
      () => undefined,
    );
  }
  function schedule(): void {
    cancel = clock.after(markEvery, () => {
      void mark();
      schedule();
    });
  }
  schedule();

  return {
    vault: createSealedVault({ ...sealing, vault: records }),
    sure: createSealedVault({
      ...sealing,
      vault: {
        ...records,
        write(changes) {
          records.writeThrough(changes);
        },
      },
    }),
    finding: roster.finding,
    erase() {
      cancel();
      options.vault.removeAccount(account);
    },
    stop() {
      cancel();
      return mark();
    },
  };
}

/** Removes everything that an account that is not open has sealed with this key. */
export function eraseRecords(vault: Vault, account: string, vaultKey: Uint8Array): void {
  vault.removeAccount(recordSpace(account, vaultKey));
}

/**
 * Where an account's records are: a place for each vault key, so that records whose key is lost are
 * left aside as they are and never written over.
 */
function recordSpace(account: string, vaultKey: Uint8Array): string {
  const key = createHash('sha256').update('record space').update(vaultKey).digest('hex');
  return `${account} ${key.slice(0, 16)}`;
}
