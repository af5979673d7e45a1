import { expect, it } from 'vitest';
import { ipc } from '#contract/ipc.ts';
import { quickWindowCommands, quickWindowEvents } from '#contract/quick-window.ts';

it('the quick copy window may find, copy and draw connections, and nothing else', () => {
  const [commands, events] = [Object.keys(ipc.commands), [...quickWindowEvents]];
  expect(commands.filter((name) => quickWindowCommands.has(name)).toSorted()).toEqual([
    'checks.copyWorking',
    'quick.copy',
    'quick.find',
    'quick.hide',
    'quick.open',
    'secrets.qr',
    'session.get',
    'settings.get',
    'sync.get',
  ]);
  expect(events.toSorted()).toEqual([
    'quick.changed',
    'quick.shown',
    'session.changed',
    'settings.changed',
    'sync.changed',
  ]);
});
