import { beforeAll, describe, expect, it } from 'vitest';
import type { ProxyChoice } from '#contract/ipc/network.ts';
import { readAuthorities } from '#core/network/authorities.ts';
import { NetworkSettings } from '#core/network/network-settings.ts';
import { createAuthority } from '#test/adapters/transport/certificates.ts';
import { fakeSecrets, memoryFiles, recordingLog } from '#test/core/fakes.ts';

const log = recordingLog();

let pem = '';
beforeAll(async () => {
  pem = (await createAuthority()).ca;
});

function machine() {
  return { files: memoryFiles(), secrets: fakeSecrets() };
}

function openSettings({ files, secrets }: ReturnType<typeof machine>) {
  return new NetworkSettings(files, secrets, log);
}

function authorities() {
  const read = readAuthorities(Buffer.from(pem), 0);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

const address = { kind: 'http', host: 'proxy.example.com', port: 3128 } as const;
const withoutLogin = { ...address, login: 'none' } as const;
const withLogin = { ...address, login: { user: 'anna', password: 'canary' } };
const otherAddresses = [{ kind: 'socks5' }, { host: 'other.example.com' }, { port: 3129 }] as const;
const noProxy = { kind: 'none', host: '', port: 0, login: 'none' };

/** A machine on which the user chose this in an earlier run. */
async function chosenBefore(choice: ProxyChoice, { trusts = false } = {}) {
  const parts = machine();
  const settings = openSettings(parts);
  await settings.chooseProxy(choice);
  if (trusts) await settings.chooseAuthorities(authorities());
  return parts;
}

describe('network settings without an answer from the keychain', () => {
  const locked = { reason: 'proxy', sent: false, proxy: 'locked' };

  it('mean a direct connection where the files have no proxy and no authority', async () => {
    const parts = machine();
    parts.secrets.state = 'timed-out';
    expect(await openSettings(parts).path()).toStrictEqual({});
  });

  it.each([
    [
      'proxy',
      'network.json' as const,
      () => JSON.stringify({ proxy: { ...address, login: false } }),
    ],
    ['authority', 'authorities.pem' as const, () => pem],
  ])('mean no connection where the files have a %s', async (_, file, text) => {
    const parts = machine();
    parts.files.write(file, text());
    parts.secrets.state = 'locked';
    const settings = openSettings(parts);
    await expect(settings.path()).rejects.toMatchObject(locked);
    expect((await settings.verify()).proxy.login).toBe('none');
  });

  it('say that a login cannot be read, and are read at the next request', async () => {
    const parts = await chosenBefore(withLogin);
    parts.secrets.state = 'locked';
    const settings = openSettings(parts);
    expect(settings.state().proxy.login).toBe('stored');
    await expect(settings.path()).rejects.toMatchObject(locked);
    expect((await settings.verify()).proxy.login).toBe('unreadable');
    await expect(settings.restore()).rejects.toMatchObject(locked);
    parts.secrets.state = 'ready';
    expect(await settings.path()).toEqual({
      proxy: 'http://anna:canary@proxy.example.com:3128',
    });
    expect(settings.state().proxy.login).toBe('stored');
  });

  it('stay in memory for this run, with a login or without one', async () => {
    const parts = machine();
    parts.secrets.state = 'absent';
    const settings = openSettings(parts);
    await settings.chooseProxy(withoutLogin);
    expect(settings.state().proxy.login).toBe('none');
    await settings.chooseProxy(withLogin);
    expect(settings.state().proxy.login).toBe('memory');
    expect(await settings.path()).toEqual({ proxy: 'http://anna:canary@proxy.example.com:3128' });
    expect(parts.files.read('network.json')).not.toContain('canary');
  });

  it('do not hide another error than the keychain’s own', async () => {
    const files = memoryFiles();
    const error = new Error('no keychain error');
    const fails = () => Promise.reject(error);
    const settings = new NetworkSettings(files, { get: fails, set: fails, remove: fails }, log);
    await expect(settings.path()).rejects.toBe(error);
    await expect(settings.verify()).rejects.toBe(error);
    const writes = new NetworkSettings(files, { ...fakeSecrets(), set: fails, remove: fails }, log);
    await expect(writes.chooseProxy(withoutLogin)).rejects.toBe(error);
  });
});

describe('a proxy that was chosen', () => {
  it('without a login is used by the next run, and has none', async () => {
    const parts = await chosenBefore(withoutLogin);
    const next = openSettings(parts);
    expect(next.state().proxy).toEqual({ ...address, login: 'none' });
    expect(await next.path()).toStrictEqual({ proxy: 'http://proxy.example.com:3128' });
    expect(next.state()).toMatchObject({ proxy: { login: 'none' }, changed: null });
  });

  it('with a login has it in this run and in the next', async () => {
    const parts = machine();
    const settings = openSettings(parts);
    expect(await settings.chooseProxy(withLogin)).toBe(true);
    expect(settings.state()).toMatchObject({ proxy: { login: 'stored' }, changed: null });
    const path = { proxy: 'http://anna:canary@proxy.example.com:3128' };
    expect([await settings.path(), await openSettings(parts).path()]).toEqual([path, path]);
  });

  it('keeps its login when it is chosen again with it', async () => {
    const parts = await chosenBefore(withLogin);
    const next = openSettings(parts);
    expect(await next.chooseProxy({ ...address, login: 'keep' })).toBe(true);
    expect(await openSettings(parts).path()).toEqual({
      proxy: 'http://anna:canary@proxy.example.com:3128',
    });
  });

  it.each(otherAddresses)('keeps its login from another address: %j', async (other) => {
    const parts = await chosenBefore(withLogin);
    const next = openSettings(parts);
    expect(await next.chooseProxy({ ...address, ...other, login: 'keep' })).toBe(false);
    expect(next.state()).toMatchObject({ proxy: { ...address, login: 'stored' }, changed: null });
    expect(await openSettings(parts).path()).toEqual({
      proxy: 'http://anna:canary@proxy.example.com:3128',
    });
  });

  it('loses its login when it is chosen again without one', async () => {
    const parts = await chosenBefore(withLogin);
    const next = openSettings(parts);
    await next.chooseProxy(withoutLogin);
    expect(next.state().proxy.login).toBe('none');
    expect(await openSettings(parts).path()).toEqual({ proxy: 'http://proxy.example.com:3128' });
    expect([...parts.secrets.entries.values()].join()).not.toContain('canary');
  });

  it('is gone from the files and the keychain once none is chosen', async () => {
    const parts = await chosenBefore(withLogin);
    const next = openSettings(parts);
    await next.chooseProxy({ kind: 'none' });
    expect(next.state().proxy).toEqual(noProxy);
    expect(openSettings(parts).state().proxy).toEqual(noProxy);
    expect(await openSettings(parts).path()).toStrictEqual({});
    expect(parts.secrets.entries.size).toBe(0);
  });

  it('is removed, and the authority that was selected with it stays confirmed', async () => {
    const parts = await chosenBefore(withLogin, { trusts: true });
    await openSettings(parts).chooseProxy({ kind: 'none' });
    expect(await openSettings(parts).path()).toStrictEqual({ ca: authorities().pem });
  });
});

describe('the file of a proxy', () => {
  it('that differs only by having a login is not the selected one', async () => {
    for (const [choice, login] of [
      [withLogin, 'stored'],
      [withoutLogin, 'none'],
    ] as const) {
      const parts = await chosenBefore(choice);
      const proxy = { ...address, login: login === 'none' };
      parts.files.write('network.json', JSON.stringify({ proxy }));
      const settings = openSettings(parts);
      await expect(settings.path()).rejects.toMatchObject({ reason: 'settings-changed' });
      expect(settings.state()).toMatchObject({
        proxy: { ...address, login: 'none' },
        changed: { proxy: { ...address, login }, authorities: false },
      });
    }
  });

  it.each(otherAddresses)('that names another address sends nothing: %j', async (other) => {
    const parts = await chosenBefore(withLogin);
    const proxy = { ...address, ...other, login: true };
    parts.files.write('network.json', JSON.stringify({ proxy }));
    const settings = openSettings(parts);
    await expect(settings.path()).rejects.toMatchObject({
      reason: 'settings-changed',
      sent: false,
    });
    expect(settings.state().changed).toEqual({
      proxy: { ...address, login: 'stored' },
      authorities: false,
    });
  });

  it('is written as it was chosen when the user restores it', async () => {
    const parts = await chosenBefore(withLogin, { trusts: true });
    const proxy = { ...address, host: 'other.example.com', login: true };
    parts.files.write('network.json', JSON.stringify({ proxy }));
    const settings = openSettings(parts);
    await settings.restore();
    expect(settings.state()).toMatchObject({
      proxy: { ...address, login: 'stored' },
      changed: null,
    });
    // The authority, which nobody changed, stays.
    expect(await openSettings(parts).path()).toEqual({
      proxy: 'http://anna:canary@proxy.example.com:3128',
      ca: authorities().pem,
    });
  });

  it.each(['', 'nonsense', '{}', '{"proxy":{"kind":"ftp","host":"a","port":1,"login":false}}'])(
    'that cannot be read is none that was chosen, until it is restored: %j',
    async (text) => {
      const parts = machine();
      parts.files.write('network.json', text);
      const settings = openSettings(parts);
      expect(log.lines.pop()).toContain('"file-invalid","file":"network.json"');
      expect(settings.state().proxy).toEqual(noProxy);
      await expect(settings.path()).rejects.toMatchObject({ reason: 'settings-changed' });
      await settings.restore();
      expect(await openSettings(parts).path()).toStrictEqual({});
    },
  );
});

describe('the file of authorities', () => {
  it('that is empty is none, and one that cannot be read is none that was chosen', async () => {
    const parts = machine();
    parts.files.write('authorities.pem', '');
    expect(await openSettings(parts).path()).toStrictEqual({});
    parts.files.write('authorities.pem', 'nonsense');
    const settings = openSettings(parts);
    await expect(settings.path()).rejects.toMatchObject({ reason: 'settings-changed' });
    await settings.restore();
    expect(await openSettings(parts).path()).toStrictEqual({});
  });

  it('that is not the chosen one sends nothing, and is removed when it is restored', async () => {
    const parts = await chosenBefore(withoutLogin, { trusts: true });
    parts.files.write('authorities.pem', (await createAuthority()).ca);
    const settings = openSettings(parts);
    await expect(settings.path()).rejects.toMatchObject({ reason: 'settings-changed' });
    expect(settings.state()).toMatchObject({ changed: { proxy: null, authorities: true } });
    await settings.restore();
    expect(settings.state()).toMatchObject({ authorities: [], changed: null });
    const next = openSettings(parts);
    expect(await next.path()).toStrictEqual({ proxy: 'http://proxy.example.com:3128' });
    expect(next.state().authorities).toEqual([]);
  });

  it('that has expired since is still listed, and still confirmed', async () => {
    pem = (await createAuthority({ from: -3, to: -1 })).ca;
    const parts = machine();
    await openSettings(parts).chooseAuthorities(authorities());
    const settings = openSettings(parts);
    expect(settings.state().authorities).toHaveLength(1);
    expect(await settings.path()).toEqual({ ca: authorities().pem });
  });
});
