import { describe, expect, it } from 'vitest';
import { openKeyring, startProgram } from './secrets-client.ts';

describe.runIf(process.platform === 'linux')('with gnome-keyring', () => {
  it('keeps, returns, replaces and removes an entry', async () => {
    const secrets = startProgram((await openKeyring()).env);
    expect(await secrets.get('account')).toEqual({ value: null });
    expect(await secrets.set('account', 'one')).toEqual({});
    expect(await secrets.get('account')).toEqual({ value: 'one' });
    expect(await secrets.set('account', 'ключ ✓')).toEqual({});
    expect(await secrets.get('account')).toEqual({ value: 'ключ ✓' });
    expect(await secrets.get('another')).toEqual({ value: null });
    expect(await secrets.remove('account')).toEqual({});
    expect(await secrets.get('account')).toEqual({ value: null });
    expect(await secrets.remove('account')).toEqual({});
  });

  it('keeps an entry for the next start', async () => {
    const keyring = await openKeyring();
    await startProgram(keyring.env).set('account', 'one');
    await keyring.endService();
    await keyring.startService();
    expect(await startProgram(keyring.env).get('account')).toEqual({ value: 'one' });
  });

  it('reports locked, and never a missing entry', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env);
    await secrets.set('account', 'one');
    await keyring.lock();
    expect(await secrets.get('account')).toEqual({ state: 'locked' });
    expect(await secrets.get('another')).toEqual({ state: 'locked' });
    expect(await secrets.set('account', 'two')).toEqual({ state: 'locked' });
    expect(await secrets.remove('account')).toEqual({ state: 'locked' });
    await keyring.unlock();
    expect(await secrets.get('account')).toEqual({ value: 'one' });
  });

  it('reports locked where no keyring was ever created', async () => {
    const keyring = await openKeyring();
    await keyring.endService();
    await keyring.startService({ fresh: true, locked: true });
    const secrets = startProgram(keyring.env);
    expect(await secrets.get('account')).toEqual({ state: 'locked' });
    expect(await secrets.set('account', 'one')).toEqual({ state: 'locked' });
  });

  it('ends each call in time while the service hangs, and recovers when it answers', async () => {
    const keyring = await openKeyring();
    await startProgram(keyring.env, { deadline: 120_000 }).set('account', 'one');
    const secrets = startProgram(keyring.env, { deadline: 1000 });
    keyring.freeze();
    const hanging = [
      secrets.get('account'),
      secrets.set('account', 'two'),
      secrets.remove('account'),
    ];
    expect(await Promise.all(hanging)).toEqual(Array(3).fill({ state: 'timed-out' }));
    keyring.thaw();
    // Neither the change nor the removal was begun: both had given up before their turn.
    await expect.poll(() => secrets.get('account')).not.toEqual({ state: 'timed-out' });
    const unhurried = startProgram(keyring.env, { deadline: 120_000 });
    expect(await unhurried.get('account')).toEqual({ value: 'one' });
  });

  it('reports absent without a bus, and without a service on it', async () => {
    const keyring = await openKeyring();
    await keyring.endService();
    expect(await startProgram(keyring.env).get('account')).toEqual({ state: 'absent' });
    await keyring.endBus();
    const secrets = startProgram(keyring.env);
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
    expect(await secrets.set('account', 'one')).toEqual({ state: 'absent' });
    expect(await secrets.remove('account')).toEqual({ state: 'absent' });
  });

  it('reports denied where the bus forbids access to the keyring', async () => {
    const secrets = startProgram((await openKeyring({ denied: true })).env);
    expect(await secrets.get('account')).toEqual({ state: 'denied' });
    expect(await secrets.set('account', 'one')).toEqual({ state: 'denied' });
    expect(await secrets.remove('account')).toEqual({ state: 'denied' });
  });

  it('reports absent with no address of a bus', async () => {
    const { env } = await openKeyring();
    const secrets = startProgram({
      ...env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      XDG_RUNTIME_DIR: '/nonexistent',
    });
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
  });

  it('reports absent when the service ends, and survives the end of the bus', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env);
    await secrets.set('account', 'one');
    await keyring.endService();
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
    await keyring.endBus();
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
  });
});
