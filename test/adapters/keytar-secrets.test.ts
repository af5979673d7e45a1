import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKeytarSecrets, type Keytar } from '../../src-main/adapters/keytar-secrets.ts';
import { SecretStoreError } from '../../src-main/core/ports.ts';
import { startKeyring, type Keyring } from './keyring.ts';

type Answer = { value?: string | null; state?: string };

interface Program {
  get(name: string): Promise<Answer>;
  set(name: string, value: string): Promise<Answer>;
  remove(name: string): Promise<Answer>;
}

/** Starts `secrets-program.ts` on a bus. */
function startProgram(env: NodeJS.ProcessEnv, deadlineMs = 2000): Program {
  const file = fileURLToPath(new URL('secrets-program.ts', import.meta.url));
  const child = spawn(process.execPath, [file, String(deadlineMs)], {
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...answer } = JSON.parse(line) as Answer & { id: number };
    waiting.get(id)?.(answer);
  });
  child.on('exit', (code, signal) => {
    for (const answer of waiting.values()) answer({ state: `ended ${code ?? signal ?? ''}` });
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let last = 0;
  const ask = (act: string, name: string, value?: string) =>
    new Promise<Answer>((resolve) => {
      const id = (last += 1);
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ id, act, name, value })}\n`);
    });
  return {
    get: (name) => ask('get', name),
    set: (name, value) => ask('set', name, value),
    remove: (name) => ask('remove', name),
  };
}

async function openKeyring(options?: Parameters<typeof startKeyring>[0]): Promise<Keyring> {
  const keyring = await startKeyring(options);
  onTestFinished(() => keyring.stop());
  return keyring;
}

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

  it('says locked, and never that an entry is not there', async () => {
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

  it('says locked where no keyring was ever made', async () => {
    const keyring = await openKeyring();
    await keyring.endService();
    await keyring.startService({ fresh: true, locked: true });
    const secrets = startProgram(keyring.env);
    expect(await secrets.get('account')).toEqual({ state: 'locked' });
    expect(await secrets.set('account', 'one')).toEqual({ state: 'locked' });
  });

  it('ends each call in time while the service hangs, and goes on when it answers', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env, 200);
    await secrets.set('account', 'one');
    keyring.freeze();
    const hanging = [
      secrets.get('account'),
      secrets.set('account', 'two'),
      secrets.remove('account'),
    ];
    expect(await Promise.all(hanging)).toEqual(Array(3).fill({ state: 'timed-out' }));
    keyring.thaw();
    // Neither the change nor the removal was begun: both had given up before their turn.
    expect(await secrets.get('account')).toEqual({ value: 'one' });
  });

  it('says absent without a bus, and without a service on it', async () => {
    const keyring = await openKeyring();
    await keyring.endService();
    expect(await startProgram(keyring.env).get('account')).toEqual({ state: 'absent' });
    await keyring.endBus();
    const secrets = startProgram(keyring.env);
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
    expect(await secrets.set('account', 'one')).toEqual({ state: 'absent' });
    expect(await secrets.remove('account')).toEqual({ state: 'absent' });
  });

  it('says denied where the bus lets it speak to no keyring, though there is one', async () => {
    const secrets = startProgram((await openKeyring({ denied: true })).env);
    expect(await secrets.get('account')).toEqual({ state: 'denied' });
    expect(await secrets.set('account', 'one')).toEqual({ state: 'denied' });
    expect(await secrets.remove('account')).toEqual({ state: 'denied' });
  });

  it('says absent with no address of a bus', async () => {
    const { env } = await openKeyring();
    const secrets = startProgram({
      ...env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      XDG_RUNTIME_DIR: '/nonexistent',
    });
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
  });

  it('says absent when the service ends, and survives the end of the bus', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env);
    await secrets.set('account', 'one');
    await keyring.endService();
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
    await keyring.endBus();
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
  });

  it('never says that an entry is not there when the service was swapped for another', async () => {
    const keyring = await openKeyring();
    const secrets = startProgram(keyring.env);
    await secrets.set('account', 'one');
    await keyring.endService();
    await keyring.startService({ fresh: true });
    expect(await secrets.get('account')).toEqual({ state: 'absent' });
    expect(await secrets.set('account', 'two')).toEqual({ state: 'absent' });
    expect(await startProgram(keyring.env).get('account')).toEqual({ value: null });
  });
});

/** A keychain that a test steers; each member may be replaced. */
function steered(
  changes: Partial<Keytar> = {},
): Keytar & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getPassword: async (_, name) => entries.get(name) ?? null,
    setPassword: async (_, name, value) => void entries.set(name, value),
    deletePassword: async (_, name) => entries.delete(name),
    ...changes,
  };
}

async function stateOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ready',
    (error: unknown) => (error instanceof SecretStoreError ? error.state : String(error)),
  );
}

describe('of what keytar says', () => {
  it.each<[NodeJS.Platform, string, string]>([
    ['linux', 'Cannot create an item in a locked collection', 'locked'],
    ['linux', "The '/org/freedesktop/secrets/collection/login' object does not exist", 'locked'],
    ['linux', 'An AppArmor policy prevents this sender from sending this message', 'denied'],
    ['linux', 'Не удалось подключиться: Нет такого файла или каталога', 'absent'],
    ['darwin', 'User interaction is not allowed.', 'locked'],
    ['darwin', 'The user name or passphrase you entered is not correct.', 'denied'],
    ['darwin', 'A default keychain could not be found.', 'absent'],
    ['win32', 'Access is denied.', 'denied'],
    ['win32', 'A specified logon session does not exist.', 'absent'],
  ])('on %s, "%s" is %s', async (platform, message, state) => {
    const fail = () => Promise.reject(new Error(message));
    const keytar = steered({ getPassword: fail, setPassword: fail, deletePassword: fail });
    const secrets = createKeytarSecrets({ service: 'Culvert', load: () => keytar, platform });
    expect(await stateOf(secrets.get('a'))).toBe(state);
    expect(await stateOf(secrets.set('a', 'b'))).toBe(state);
    expect(await stateOf(secrets.remove('a'))).toBe(state);
  });

  it('a missing module is an absent keychain', async () => {
    const secrets = createKeytarSecrets({
      service: 'Culvert',
      load: () => {
        throw new SecretStoreError('absent');
      },
    });
    expect(await stateOf(secrets.get('a'))).toBe('absent');
  });

  it('a value that was not kept is not believed', async () => {
    const keytar = steered({ setPassword: async () => undefined });
    const secrets = createKeytarSecrets({ service: 'Culvert', load: () => keytar });
    expect(await stateOf(secrets.set('a', 'b'))).toBe('locked');
    keytar.entries.set('a', 'older');
    expect(await stateOf(secrets.set('a', 'b'))).toBe('denied');
  });

  it('a prompt in the way of asking whether the keychain is open means locked', async () => {
    const keytar = steered({ setPassword: () => new Promise(() => undefined) });
    const secrets = createKeytarSecrets({
      service: 'Culvert',
      deadlineMs: 30,
      load: () => keytar,
      platform: 'linux',
    });
    expect(await stateOf(secrets.get('a'))).toBe('locked');
    expect(await stateOf(secrets.get('a'))).toBe('timed-out');
  });

  it('nothing of the probe stays behind', async () => {
    const keytar = steered();
    const secrets = createKeytarSecrets({
      service: 'Culvert',
      load: () => keytar,
      platform: 'linux',
    });
    expect(await secrets.get('a')).toBeUndefined();
    await secrets.remove('a');
    expect([...keytar.entries]).toEqual([]);
  });

  it('one call runs at a time', async () => {
    let running = 0;
    let most = 0;
    const keytar = steered({
      getPassword: async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return 'value';
      },
    });
    const secrets = createKeytarSecrets({ service: 'Culvert', load: () => keytar });
    await Promise.all(Array.from({ length: 20 }, () => secrets.get('a')));
    expect(most).toBe(1);
  });

  it('no error holds the value', async () => {
    const keytar = steered({ setPassword: (_, __, value) => Promise.reject(new Error(value)) });
    const secrets = createKeytarSecrets({ service: 'Culvert', load: () => keytar });
    const error: unknown = await secrets.set('a', 'canary').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SecretStoreError);
    const { message, stack, cause } = error as Error;
    expect(`${message}${stack ?? ''}${String(cause)}${JSON.stringify(error)}`).not.toMatch(
      /canary/,
    );
  });
});
