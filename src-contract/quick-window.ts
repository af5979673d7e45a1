import type { CommandName, EventName } from '#contract/ipc.ts';

export const quickWindowCommands: ReadonlySet<string> = new Set<CommandName>([
  'quick.find',
  'quick.copy',
  'quick.hide',
  'quick.open',
  'checks.copyWorking',
  'secrets.qr',
  'session.get',
  'settings.get',
  'sync.get',
]);

/** The only events that main sends to the quick copy window: none carries rows of connections. */
export const quickWindowEvents: ReadonlySet<string> = new Set<EventName>([
  'quick.shown',
  'quick.changed',
  'session.changed',
  'settings.changed',
  'sync.changed',
]);
