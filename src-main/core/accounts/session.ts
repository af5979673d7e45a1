import type { SessionState } from '#contract/ipc/session.ts';
import type { Result } from '#contract/failure.ts';
import type { OpenAccount } from './account.ts';
import type { VaultProblem } from './account-records.ts';

/** Which account is open, and what changes that. */
export interface Session {
  state(): SessionState;
  /** The account that is open, if any. */
  current(): OpenAccount | undefined;
  /** Opens the account that was open last. */
  start(): Promise<SessionState>;
  /** Asks the keychain again after it refused. */
  retry(): Promise<SessionState>;
  /** Checks a key with the service and opens its account. Nothing is kept of a key that is refused. */
  signIn(service: string, key: string): Promise<Result<SessionState>>;
  /** Forgets an account: its keys first, so that what might remain is noise. */
  signOut(account: string): Promise<Result<SessionState>>;
  switchTo(account: string): Promise<Result<SessionState>>;
  /** The disk refused something that is not of the account's records. */
  diskRefused(reason: VaultProblem): void;
  /** The open account was read again: what it is called may have become known. */
  refreshed(): void;
  stop(): Promise<void>;
}
