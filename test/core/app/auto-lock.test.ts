import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { ipc, type CommandName } from '#contract/ipc.ts';
import { createAutoLock } from '#core/app/auto-lock.ts';
import { manualClock, settled } from '#test/core/fakes.ts';
import { serve, run, newMachine, type Machine, type Running, rowsOf } from '#test/core/harness.ts';

const minute = 60_000;

describe('locking after a time without use', () => {
  function setUp({ lockAfter = 5, visible = true } = {}) {
    const clock = manualClock();
    const state = { minutes: lockAfter, idleMs: 1000, locks: 0, unused: 0 };
    const lock = createAutoLock({
      clock,
      minutes: () => state.minutes,
      idleMs: () => state.idleMs,
      lock(unused) {
        state.locks += 1;
        state.unused = unused;
      },
    });
    lock.apply();
    if (visible) lock.setWindowVisible(true);
    return { clock, state, lock };
  }

  it('happens when the computer was not used for so long', async () => {
    const { clock, state } = setUp();
    await clock.advance(30 * minute);
    expect(state.locks).toBe(0);
    state.idleMs = 5 * minute - 1;
    await clock.advance(minute);
    expect(state.locks).toBe(0);
    state.idleMs = 5 * minute;
    await clock.advance(5000);
    expect(state).toMatchObject({ locks: 1, unused: 5 });
  });

  it.each([
    ['the window was hidden for so long and the tray was not used', 1000, true],
    ['Culvert was not used, where the desktop never tells how long it is idle', 0, false],
  ])('happens when %s', async (_, idleMs, isHidden) => {
    const { clock, state, lock } = setUp();
    state.idleMs = idleMs;
    if (isHidden) lock.setWindowVisible(false);
    await clock.advance(4 * minute);
    lock.used();
    await clock.advance(4 * minute);
    expect(state.locks).toBe(0);
    await clock.advance(minute);
    expect(state.locks).toBe(1);
  });

  it('counts from when the window was hidden, and not while it is seen', async () => {
    const { clock, state, lock } = setUp();
    await clock.advance(30 * minute);
    lock.setWindowVisible(false);
    await clock.advance(5 * minute - 5000);
    expect(state.locks).toBe(0);
    lock.setWindowVisible(true);
    await clock.advance(30 * minute);
    expect(state.locks).toBe(0);
  });

  it('happens where Culvert was started hidden and nobody used it', async () => {
    const { clock, state } = setUp({ visible: false });
    state.idleMs = 1000;
    await clock.advance(5 * minute);
    expect(state.locks).toBe(1);
  });

  it('is not put off by settings that are taken into account again', async () => {
    const { clock, state, lock } = setUp();
    state.idleMs = 5 * minute;
    await clock.advance(4000);
    lock.apply();
    await clock.advance(1000);
    expect(state.locks).toBe(1);
  });

  it('happens at once with the system, where a time was chosen', () => {
    const { state, lock } = setUp();
    lock.systemLocked();
    expect(state.locks).toBe(1);
  });

  it('does not happen by itself unless a time was chosen, from then on', async () => {
    const { clock, state, lock } = setUp({ lockAfter: 0 });
    state.idleMs = 100 * minute;
    lock.systemLocked();
    await clock.advance(100 * minute);
    expect(state.locks).toBe(0);
    state.minutes = 1;
    lock.apply();
    await clock.advance(5000);
    expect(state.locks).toBe(1);
    state.minutes = 0;
    lock.apply();
    await clock.advance(100 * minute);
    expect(state.locks).toBe(1);
  });
});

/** An account that locks with the system, and what the window was shown of it. */
async function signedIn(machine: Machine): Promise<Running> {
  const service = await serve();
  const running = await run(machine);
  await running.signIn(service);
  await running.ask('settings.set', { lockMinutes: 5 });
  return running;
}

async function expectLocked(running: Running): Promise<void> {
  expect(await running.ask('session.get', {})).toMatchObject({ status: 'auto-locked' });
}

async function locked(running: Running): Promise<void> {
  running.app.setLocked();
  await expectLocked(running);
}

describe('a locked Culvert', () => {
  it('says after how many minutes without use it locked, which the system’s lock then leaves', async () => {
    const machine = { ...newMachine(), idleMs: () => 60 * minute };
    const running = await signedIn(machine);
    await running.until('session.changed', ({ status }) => status === 'auto-locked');
    await locked(running);
    expect(await running.ask('session.get', {})).toMatchObject({ unusedMinutes: 5 });
  });

  it('shows no account, and refuses every call that could reveal or change anything', async () => {
    const running = await signedIn(newMachine());
    await locked(running);
    expect(await running.ask('session.get', {})).toMatchObject({ account: null, accounts: [] });
    const answered = [
      'app.info',
      'quick.hide',
      'session.forgetPassphrase',
      'session.get',
      'settings.get',
    ];
    // They lead to a dialog of main's own, and to the main window.
    const leading = ['quick.open', 'session.unlock'];
    const names = Object.keys(ipc.commands) as CommandName[];
    for (const name of names.filter((each) => ![...answered, ...leading].includes(each))) {
      const answer = await running.app.call(name, {});
      expect(answer, name).toEqual({ ok: false, failure: { kind: 'unsent', reason: 'locked' } });
    }
    expect(await running.app.call('profile.get', {})).toMatchObject({
      failure: { reason: 'locked' },
    });
    for (const name of answered)
      expect(await running.app.call(name, {})).toMatchObject({ ok: true });
  });

  it('is locked by a system that goes to sleep', async () => {
    const running = await signedIn(newMachine());
    running.app.setAsleep(true);
    await expectLocked(running);
  });

  it('is locked at once by the user, who chose no time', async () => {
    const running = await signedIn(newMachine());
    await running.ask('settings.set', { lockMinutes: 0 });
    expect(await running.ask('session.lock', {})).toMatchObject({
      status: 'auto-locked',
      account: null,
    });
  });

  it('opens the account again once the user agreed, and not before', async () => {
    const machine = newMachine();
    const running = await signedIn(machine);
    const before = await rowsOf(running);
    await locked(running);
    machine.consentDialog.agrees = false;
    expect(await running.call('session.unlock', {})).toMatchObject(fail('declined'));
    await expectLocked(running);
    machine.consentDialog.agrees = true;
    expect(await running.ask('session.unlock', {})).toMatchObject({ status: 'signed-in' });
    const after = await rowsOf(running);
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  it('names nothing in the tray, and copies nothing from it', async () => {
    const running = await signedIn(newMachine());
    const [row] = await rowsOf(running);
    await running.ask('connections.setFavourites', { keys: [row?.key ?? ''], favourite: true });
    await locked(running);
    expect(running.app.tray()).toMatchObject({ locked: true, favourites: [], recents: [] });
    const copied = await running.app.copyFromTray(row?.key ?? '', 'url');
    expect(copied).toMatchObject({ ok: false });
  });

  it('leaves no copied secret on the clipboard when it was not used', async () => {
    const service = await serve();
    const machine = newMachine();
    const clock = manualClock();
    const running = await run(machine, undefined, clock);
    await running.ask('session.signIn', { service: service.url, key: service.key });
    await running.ask('settings.set', { lockMinutes: 1, clipboardSeconds: 180 });
    await running.until('sync.changed', ({ refreshedAt }) => refreshedAt !== null);
    const [row] = await rowsOf(running);
    await running.ask('secrets.copy', { of: 'connection', key: row?.key ?? '', form: 'url' });
    expect(machine.clipboard.text).not.toBe('');
    await clock.advance(minute);
    await expectLocked(running);
    expect(machine.clipboard.text).toBe('');
  });

  it('happens however often a command is tried that copies nothing', async () => {
    const service = await serve();
    const clock = manualClock();
    const running = await run(newMachine(), undefined, clock);
    await running.ask('session.signIn', { service: service.url, key: service.key });
    await running.ask('settings.set', { lockMinutes: 1 });
    for (let part = 0; part < 4; part += 1) {
      await clock.advance(minute / 4);
      await running.app.copyFromTray('config:999999', 'url');
    }
    await expectLocked(running);
  });

  it('stays open where only this run has the key, which nothing could open again', async () => {
    const machine = newMachine();
    machine.secrets.state = 'absent';
    const running = await signedIn(machine);
    running.app.setLocked();
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
  });
});

describe('locking', () => {
  /** Two accounts, the second of which is open. */
  async function twoAccounts() {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn({ url: service.url, key: service.control.addAccount().key });
    const { account } = await running.ask('session.get', {});
    await running.signIn(service);
    await running.ask('settings.set', { lockMinutes: 5 });
    return { service, machine, running, other: account?.id ?? '' };
  }

  /** What would open an account, each as the window calls it. */
  const changes: readonly (readonly [
    string,
    (parts: Awaited<ReturnType<typeof twoAccounts>>) => Promise<unknown>,
  ])[] = [
    ['retrying', ({ running }) => running.call('session.retry', {})],
    ['another account', ({ running, other }) => running.call('session.switch', { account: other })],
    ['a restored service', ({ running }) => running.call('session.restoreService', {})],
    [
      'signing in',
      ({ running, service }) =>
        running.call('session.signIn', { service: service.url, key: service.key }),
    ],
  ];

  it.each(changes)('is not undone by %s that was accepted just before', async (_, change) => {
    const parts = await twoAccounts();
    const { running } = parts;
    const changed = change(parts);
    running.app.setLocked();
    await expectLocked(running);
    await changed;
    await settled();
    await expectLocked(running);
    expect(running.app.tray()).toMatchObject({ locked: true });
    await running.ask('session.unlock', {});
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
  });

  it.each(changes)('happens while %s is under way and no account is open', async (_, change) => {
    const parts = await twoAccounts();
    const { running, machine } = parts;
    const keychain = Promise.withResolvers<undefined>();
    const get = machine.secrets.get.bind(machine.secrets);
    machine.secrets.get = async (name) => {
      await keychain.promise;
      return get(name);
    };
    const changed = change(parts);
    await settled();
    running.app.setLocked();
    keychain.resolve(undefined);
    await changed;
    await settled();
    await expectLocked(running);
    expect(running.app.tray()).toMatchObject({ locked: true });
  });

  it('refuses every call from that moment, before the account is closed', async () => {
    const { running } = await twoAccounts();
    running.app.setLocked();
    expect(await running.call('connections.rows', {})).toMatchObject({
      failure: { kind: 'unsent', reason: 'locked' },
    });
    expect(await running.ask('session.get', {})).toMatchObject({ account: null, accounts: [] });
  });

  it('again, while an agreed unlocking waits for its turn, is not undone by that', async () => {
    const { running } = await twoAccounts();
    running.app.setLocked();
    const unlocked = running.call('session.unlock', {});
    await Promise.resolve();
    running.app.setLocked();
    await unlocked;
    await settled();
    await expectLocked(running);
  });

  it('does nothing where nobody is signed in', async () => {
    const running = await run(newMachine());
    await running.ask('settings.set', { lockMinutes: 5 });
    await settled();
    running.app.setLocked();
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-out' });
  });
});
