import type { KeychainState } from '#contract/ipc/session.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';

/** What the keychain's refusal means for a user, and what to do. */
export const keychainKeys: Readonly<Record<KeychainState, MessageKey>> = {
  ready: 'keychain.readyText',
  locked: 'keychain.locked',
  denied: 'keychain.denied',
  absent: 'keychain.absent',
  'timed-out': 'keychain.timedOut',
};
