import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import { command, noInput } from './command.ts';

export interface Account {
  readonly id: string;
  /** Origin and path of the service, as the user gave it. */
  readonly service: string;
  /** E-mail where the profile has one, else empty. */
  readonly name: string;
}

/** How the keychain answered: `absent` is none, `locked` wants its password, `timed-out` is silent. */
export type KeychainState = 'ready' | 'locked' | 'denied' | 'absent' | 'timed-out';

export interface SessionState {
  /**
   * `opening`: being read; `locked`: the keychain must be unlocked first; `auto-locked`: Culvert
   * locked itself or wants its passphrase, and nothing of the account is in memory; `service-changed`: the file
   * of the accounts names another service than the one that the key was given for.
   */
  readonly status:
    | 'opening'
    | 'signed-out'
    | 'signed-in'
    | 'locked'
    | 'auto-locked'
    | 'service-changed';
  readonly account: Account | null;
  readonly accounts: readonly Account[];
  readonly keychain: KeychainState;
  readonly passphrase: boolean;
  /** The minutes without use after which it locked itself; 0 where something else locked it. */
  readonly unusedMinutes: number;
  /** `false`: this session is in memory only and nothing is stored. */
  readonly persistent: boolean;
  /** Set when the encrypted store had to be put aside at the start. */
  readonly vaultProblem: Failure | null;
  /** With `service-changed`: the account, its service in the file, and the one of its key. */
  readonly changedService: {
    readonly account: string;
    readonly now: string;
    readonly expected: string;
  } | null;
  /** What to fill in on the sign-in screen; the key only ever for a local demonstration service. */
  readonly prefill: {
    readonly service: string;
    readonly key: string;
    /** Where the build's service makes keys, an https address; absent where the build names none. */
    readonly keysPage?: string;
  };
}

export const shortestPassphrase = 8;
export const longestPassphrase = 256;

export const sessionCommands = {
  'session.get': command<SessionState>()(noInput),
  'session.signIn': command<SessionState>()(
    z.strictObject({ service: z.string().max(2048), key: z.string().max(256) }),
  ),
  /** Opens the page where the build's service makes keys in the user's browser. */
  'session.openKeysPage': command<SessionState>()(noInput),
  /** Cancels a sign-in that is under way: it then fails with `aborted`. */
  'session.cancelSignIn': command<SessionState>()(noInput),
  'session.signOut': command<SessionState>()(z.strictObject({ account: z.string().max(64) })),
  'session.switch': command<SessionState>()(z.strictObject({ account: z.string().max(64) })),
  /** Which key of the list `apiKeys.list` the open account uses; `null` where the list does not tell. */
  'session.keyInUse': command<{ id: number | null }>()(noInput),
  /** Writes the service of the key back into the file, and opens the account. */
  'session.restoreService': command<SessionState>()(noInput),
  /** Locks now. An account that lives in memory alone stays open: nothing could open it again. */
  'session.lock': command<SessionState>()(noInput),
  /** After `auto-locked`: with the passphrase, or where none is on once the user agreed. */
  'session.unlock': command<SessionState>()(
    z.strictObject({ passphrase: z.string().max(longestPassphrase).exactOptional() }),
  ),
  /** Turns the passphrase on (`current` is empty), off (`next` is empty), or replaces it. */
  'session.setPassphrase': command<SessionState>()(
    z.strictObject({
      current: z.string().max(longestPassphrase),
      next: z.union([z.literal(''), z.string().min(shortestPassphrase).max(longestPassphrase)]),
    }),
  ),
  /** After `auto-locked`: forgets every account of this computer, and with them the passphrase. */
  'session.forgetPassphrase': command<SessionState>()(noInput),
  'session.retry': command<SessionState>()(noInput),
} as const;
