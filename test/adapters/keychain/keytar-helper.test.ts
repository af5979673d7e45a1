import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/run/process-state.ts';
import { sampled } from '#test/simulator/deep.ts';
import { openKeyring, startProgram, type Program } from './secrets-client.ts';

/** A busy machine takes its time; nothing here is about speed. */
const unhurried = { deadline: 120_000 };

/** The newest helper, once there are so many. */
async function helper(secrets: Program, count = 1): Promise<number> {
  await expect.poll(() => secrets.helpers.length).toBeGreaterThanOrEqual(count);
  return secrets.helpers.at(-1) ?? 0;
}

const isGone = (pid: number) => expect.poll(() => runs(pid)).toBe(false);

/** Starts a call that hangs, and waits until the helper has received it. */
async function begun<T>(
  secrets: Program,
  begin: () => Promise<T>,
): Promise<{ answer: Promise<T> }> {
  const before = secrets.requests();
  const answer = begin();
  await expect.poll(secrets.requests).toBeGreaterThan(before);
  return { answer };
}

describe.runIf(process.platform === 'linux')('the helper process with keytar', () => {
  it('is replaced when the keyring’s service was restarted, within the next call', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env, unhurried);
    await secrets.set('account', 'one');
    for (const act of [
      async () => expect(await secrets.get('account')).toEqual({ value: 'one' }),
      async () => expect(await secrets.set('account', 'two')).toEqual({}),
      async () => expect(await secrets.remove('account')).toEqual({}),
    ]) {
      await keyring.endService();
      await keyring.startService();
      await act();
    }
    expect(await secrets.get('account')).toEqual({ value: null });
    expect(secrets.helpers).toHaveLength(4);
  });

  it('is abandoned when a call hangs, and another one answers the next call', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env, { deadline: 1500 });
    await expect.poll(() => secrets.set('account', 'one')).toEqual({});
    const first = await helper(secrets);
    keyring.freeze();
    expect(await secrets.get('account')).toEqual({ state: 'timed-out' });
    expect(await secrets.get('account')).toEqual({ state: 'timed-out' });
    expect(await runs(first)).toBe(true);
    keyring.thaw();
    await expect.poll(() => secrets.get('account')).toEqual({ value: 'one' });
    // Its call was answered at last.
    await isGone(first);
  });

  it('is not kept for longer than a user may take at a prompt', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env, { deadline: 1500, patience: 300 });
    await expect.poll(() => secrets.set('account', 'one')).toEqual({});
    const first = await helper(secrets);
    keyring.freeze();
    expect(await secrets.get('account')).toEqual({ state: 'timed-out' });
    await isGone(first);
    keyring.thaw();
    await expect.poll(() => secrets.get('account')).toEqual({ value: 'one' });
  });

  it('is ended when a change hangs, so that the change cannot follow a later one', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env, { deadline: 1500 });
    await expect.poll(() => secrets.set('account', 'one')).toEqual({});
    const first = await helper(secrets);
    keyring.freeze();
    expect(await secrets.set('account', 'two')).toEqual({ state: 'timed-out' });
    await isGone(first);
    keyring.thaw();
    await expect.poll(() => secrets.set('account', 'three')).toEqual({});
    expect(await secrets.get('account')).toEqual({ value: 'three' });
  });

  it.each(sampled(['get', 'set', 'remove'], 1))(
    'may be killed in the middle of a %s',
    async (act) => {
      const keyring = await openKeyring();
      const secrets = startProgram(keyring.env, unhurried);
      await secrets.set('account', 'one');
      const first = await helper(secrets);
      keyring.freeze();
      const { answer } = await begun(secrets, () =>
        act === 'set' ? secrets.set('account', 'two') : secrets[act]('account'),
      );
      process.kill(first, 'SIGKILL');
      await helper(secrets, 2);
      keyring.thaw();
      expect(await answer).toEqual(act === 'get' ? { value: 'one' } : {});
      const now = { get: 'one', set: 'two', remove: null }[act];
      expect(await secrets.get('account')).toEqual({ value: now });
    },
  );

  it('reports absent when it is killed each time, and works when it no longer is', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env, unhurried);
    await secrets.set('account', 'one');
    keyring.freeze();
    const { answer } = await begun(secrets, () => secrets.get('account'));
    for (const count of [1, 2]) process.kill(await helper(secrets, count), 'SIGKILL');
    expect(await answer).toEqual({ state: 'absent' });
    keyring.thaw();
    expect(await secrets.get('account')).toEqual({ value: 'one' });
  });

  it('ends when its parent process is killed, also in the middle of a call', async () => {
    const keyring = await openKeyring();
    const idle = startProgram(keyring.env, unhurried);
    const busy = startProgram(keyring.env, unhurried);
    await idle.set('account', 'one');
    await busy.set('account', 'two');
    keyring.freeze();
    await begun(busy, () => busy.get('account'));
    const helpers = [await helper(idle), await helper(busy)];
    idle.kill();
    busy.kill();
    for (const pid of helpers) await isGone(pid);
  });

  it('ends when it is idle, and another one takes the next call', async () => {
    const secrets = startProgram((await openKeyring()).env, { ...unhurried, idle: 2000 });
    await secrets.set('account', 'one');
    await isGone(await helper(secrets));
    expect(await secrets.get('account')).toEqual({ value: 'one' });
    expect(secrets.helpers).toHaveLength(2);
  });

  it('is shared by all calls, and gets no secret in its arguments or its environment', async () => {
    const secrets = startProgram((await openKeyring()).env, unhurried);
    await secrets.set('account', 'a canary of twenty one');
    await secrets.get('account');
    await secrets.remove('another');
    expect(secrets.helpers).toHaveLength(1);
    const pid = String(await helper(secrets));
    const seen = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    expect(seen.join('')).toContain('keytar-helper');
    expect(seen.join('')).not.toContain('canary of twenty');
  });
});
