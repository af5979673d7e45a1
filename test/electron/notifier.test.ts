import { EventEmitter } from 'node:events';
import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createNotifier, type NotifierParts } from '#electron/notifier.ts';
import { recordingLog } from '#test/core/fakes.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Notifications that nobody refers to but the notifier itself. */
function setUp() {
  const shown: WeakRef<EventEmitter>[] = [];
  const given: { title: string; body: string; silent: boolean }[] = [];
  const log = recordingLog();
  class Notification extends EventEmitter {
    static isSupported = () => true;
    constructor(options: (typeof given)[number]) {
      super();
      given.push(options);
    }
    show(): void {
      shown.push(new WeakRef(this));
    }
  }
  const notify = createNotifier({
    Notification: Notification as unknown as NotifierParts['Notification'],
    log,
  });
  /** Whether each can still be clicked, once what nobody refers to is gone. */
  async function held(): Promise<readonly boolean[]> {
    await nextTask();
    collectGarbage();
    return shown.map((one) => one.deref() !== undefined);
  }
  return { notify, shown, given, log, held };
}

describe('a notification', () => {
  it('can be clicked until it was clicked, dismissed or could not be shown', async () => {
    const { notify, shown, held } = setUp();
    for (let n = 0; n < 4; n += 1) notify('New message', 'Open the inbox', () => undefined);
    expect(await held()).toEqual([true, true, true, true]);
    // The first is in the Action Center of Windows.
    shown[0]?.deref()?.emit('close', { reason: 'timedOut' });
    shown[1]?.deref()?.emit('close', { reason: 'userCanceled' });
    shown[2]?.deref()?.emit('click', {});
    shown[3]?.deref()?.emit('failed', {});
    expect(await held()).toEqual([true, false, false, false]);
  });

  it('has no sound, and no markup of a title or a device', () => {
    const { notify, given } = setUp();
    const markup = '<a href="https://example.com">PC</a> &lt;b&gt; &#60; R&D';
    notify(markup, markup);
    const { title = '', body = '', silent } = given[0] ?? {};
    expect(title + body).not.toMatch(/[<>]|&#?\w+;/);
    expect([body.endsWith('R&D'), silent]).toEqual([true, true]);
  });

  it('that the system does not show is logged and reported', () => {
    const { notify, shown, log } = setUp();
    let failures = 0;
    notify('Copied', '', undefined, () => (failures += 1));
    shown[0]?.deref()?.emit('failed', {});
    expect([failures, log.lines.join()]).toEqual([
      1,
      expect.stringContaining('notification.failed'),
    ]);
  });

  it('is forgotten when twenty newer ones have come', async () => {
    const { notify, held } = setUp();
    for (let n = 0; n < 21; n += 1) notify(String(n), '');
    expect((await held()).filter(Boolean)).toHaveLength(20);
  });
});
