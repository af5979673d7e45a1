import type { QuickRows } from '#contract/ipc/quick.ts';
import type { SessionState } from '#contract/ipc/session.ts';

/** What the quick copy window says in place of rows; keys of its messages. */
interface QuickMessage {
  readonly title:
    | 'opening'
    | 'signedOut'
    | 'locked'
    | 'autoLocked'
    | 'changed'
    | 'empty'
    | 'nothing'
    | 'failed';
  readonly text:
    | 'signedOutText'
    | 'lockedText'
    | 'autoLockedText'
    | 'emptyText'
    | 'nothingText'
    | null;
  /** Enter, or with Ctrl or Cmd where Enter may be meant to copy. */
  readonly opens: 'enter' | 'command-enter' | null;
}

/** `null` where there are rows to show. */
export function quickMessage(state: {
  readonly session: SessionState['status'];
  /** Nothing was read yet, and it is being read. */
  readonly refreshing: boolean;
  readonly found: QuickRows | undefined;
  readonly failed: boolean;
}): QuickMessage | null {
  const { session, refreshing, found, failed } = state;
  const opening: QuickMessage = { title: 'opening', text: null, opens: null };
  if (session === 'opening') return opening;
  if (session === 'signed-out')
    return { title: 'signedOut', text: 'signedOutText', opens: 'enter' };
  if (session === 'locked') return { title: 'locked', text: 'lockedText', opens: 'enter' };
  if (session === 'auto-locked') {
    return { title: 'autoLocked', text: 'autoLockedText', opens: 'enter' };
  }
  if (session === 'service-changed') return { title: 'changed', text: null, opens: 'enter' };
  if (found === undefined)
    return failed ? { title: 'failed', text: null, opens: 'enter' } : opening;
  if (found.all === 0) {
    return refreshing ? opening : { title: 'empty', text: 'emptyText', opens: 'enter' };
  }
  return found.rows.length === 0
    ? { title: 'nothing', text: 'nothingText', opens: 'command-enter' }
    : null;
}
