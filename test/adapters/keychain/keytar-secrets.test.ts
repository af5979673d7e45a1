import { describe, expect, it } from 'vitest';
import type { KeytarProcess } from '#adapters/keychain/keytar-process.ts';
import { createKeytarSecrets } from '#adapters/keychain/keytar-secrets.ts';
import { SecretStoreError } from '#core/kernel/ports.ts';

/** A keychain that a test steers; each member may be replaced. */
function steered(
  changes: Partial<KeytarProcess> = {},
): KeytarProcess & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  let over = false;
  return {
    entries,
    up: Promise.resolve(true),
    ended: () => over,
    end: () => {
      over = true;
    },
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

const open = (
  start: () => KeytarProcess,
  more: Partial<Parameters<typeof createKeytarSecrets>[0]> = {},
) => createKeytarSecrets({ service: 'Culvert', start, ...more });

describe('the keychain through keytar', () => {
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
  ])('on %s, the keychain reports the error "%s" as %s', async (platform, message, state) => {
    const fail = () => Promise.reject(new Error(message));
    const keytar = steered({ getPassword: fail, setPassword: fail, deletePassword: fail });
    const secrets = open(() => keytar, { platform });
    expect(await stateOf(secrets.get('a'))).toBe(state);
    expect(await stateOf(secrets.set('a', 'b'))).toBe(state);
    expect(await stateOf(secrets.remove('a'))).toBe(state);
  });

  it('a missing module is an absent keychain', async () => {
    const secrets = open(() => steered({ up: Promise.resolve(false) }));
    expect(await stateOf(secrets.get('a'))).toBe('absent');
  });

  it('a program that does not start is an absent keychain, and is tried again each time', async () => {
    let starts = 0;
    const secrets = open(() => {
      starts += 1;
      throw new SecretStoreError('absent');
    });
    await secrets.prepare();
    expect(await stateOf(secrets.get('a'))).toBe('absent');
    expect(starts).toBeGreaterThan(1);
  });

  it('a deadline does not include the time of a start', async () => {
    const up = new Promise<boolean>((resolve) => setTimeout(resolve, 20, true));
    const secrets = open(() => steered({ up }), { deadlineMs: 1 });
    expect(await stateOf(secrets.set('a', 'b'))).toBe('ready');
  });

  it('a program is not idle while it starts or does something, however long that takes', async () => {
    const late = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 50, value));
    const started: KeytarProcess[] = [];
    const start = () => {
      const keytar = steered({ up: late(true), getPassword: () => late('value') });
      started.push(keytar);
      return keytar;
    };
    const secrets = open(start, { idleMs: 5 });
    expect(await secrets.get('a')).toBe('value');
    expect(started).toHaveLength(1);
    await expect.poll(() => started.map((each) => each.ended())).toEqual([true]);
  });

  it('a program that was started for a call is not replaced during the call', async () => {
    const started: KeytarProcess[] = [];
    const fail = () => Promise.reject(new Error('no bus'));
    const start = () => {
      const keytar = steered({ getPassword: fail });
      started.push(keytar);
      return keytar;
    };
    const secrets = open(start, { platform: 'linux' });
    await secrets.prepare();
    expect(await stateOf(secrets.get('a'))).toBe('absent');
    expect(started.map((each) => each.ended())).toEqual([true]);
    expect(await stateOf(secrets.get('a'))).toBe('absent');
    expect(started.map((each) => each.ended())).toEqual([true, true]);
  });

  it('a closed keychain starts no program and has ended the running one', async () => {
    const keytar = steered();
    let starts = 0;
    const secrets = open(() => {
      starts += 1;
      return keytar;
    });
    await secrets.set('a', 'b');
    secrets.close();
    expect(keytar.ended()).toBe(true);
    expect(await stateOf(secrets.get('a'))).toBe('absent');
    expect(starts).toBe(1);
  });

  it('a value that was not stored is reported as a failure', async () => {
    const keytar = steered({ setPassword: async () => undefined });
    const secrets = open(() => keytar);
    expect(await stateOf(secrets.set('a', 'b'))).toBe('locked');
    keytar.entries.set('a', 'older');
    expect(await stateOf(secrets.set('a', 'b'))).toBe('denied');
  });

  it('a prompt while probing the keychain means that it is locked', async () => {
    const keytar = steered({ setPassword: () => new Promise(() => undefined) });
    const secrets = open(() => keytar, { deadlineMs: 30, platform: 'linux' });
    expect(await stateOf(secrets.get('a'))).toBe('locked');
    expect(await stateOf(secrets.get('a'))).toBe('locked');
  });

  it('the probe leaves no entry behind', async () => {
    const keytar = steered();
    const secrets = open(() => keytar, { platform: 'linux' });
    expect(await secrets.get('a')).toBeUndefined();
    await secrets.remove('a');
    expect([...keytar.entries]).toEqual([]);
  });

  it('calls run one at a time', async () => {
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
    const secrets = open(() => keytar);
    await Promise.all(Array.from({ length: 20 }, () => secrets.get('a')));
    expect(most).toBe(1);
  });

  it('no error contains the value', async () => {
    const keytar = steered({ setPassword: (_, __, value) => Promise.reject(new Error(value)) });
    const secrets = open(() => keytar);
    const error: unknown = await secrets.set('a', 'canary').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SecretStoreError);
    const { message, stack, cause } = error as Error;
    expect(`${message}${stack ?? ''}${String(cause)}${JSON.stringify(error)}`).not.toMatch(
      /canary/,
    );
  });
});
