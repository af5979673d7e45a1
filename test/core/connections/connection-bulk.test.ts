import { describe, expect, it } from 'vitest';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';

async function signedIn() {
  const service = await serve();
  const machine = newMachine();
  const core = await run(machine);
  await core.signIn(service);
  const owned = service.control.account().configs;
  const urlOf = (key: string) =>
    owned.find(({ id }) => key === `config:${String(id)}`)?.connection_url;
  return { core, machine, owned, urlOf };
}

describe('many connections at once', () => {
  it('are copied as lines, byte for byte, to leave the clipboard as one secret does', async () => {
    const { core, machine, owned } = await signedIn();
    const urls = owned.filter(({ protocol }) => protocol === 'vless').slice(0, 3);
    const keys = urls.map(({ id }) => `config:${String(id)}`);
    const answer = await core.ask('secrets.copy', { of: 'connections', keys });
    expect(answer.count).toBe(3);
    expect(answer.clearsAt).toEqual(expect.any(Number));
    expect(machine.clipboard.text).toBe(
      urls.map(({ connection_url }) => connection_url).join('\n'),
    );
    expect(JSON.stringify(answer)).not.toContain('://');
  });

  it('are saved as a folder of files with names of their own', async () => {
    const { core, machine, owned } = await signedIn();
    const keys = (await rowsOf(core)).map(({ key }) => key);
    const { count } = await core.ask('connections.saveMany', { keys, as: 'folder' });
    expect(count).toBe(keys.length);
    const [{ name, files } = { name: '', files: [] }] = machine.shell.folders;
    expect(name).toBe('connections');
    expect(new Set(files.map((file) => file.name.toLowerCase())).size).toBe(keys.length);
    const awg = owned.filter(({ protocol }) => protocol === 'amnezia-wg-2');
    expect(awg.length).toBeGreaterThan(0);
    const confs = files.filter(({ text }) => text.startsWith('[Interface]'));
    expect(confs.length).toBeGreaterThanOrEqual(awg.length);
    for (const file of confs) expect(file.name).toMatch(/^.{1,15}\.conf$/);
  });

  it('are no longer written to a folder when the user stops; the answer says how many are', async () => {
    const { core, machine } = await signedIn();
    const keys = (await rowsOf(core)).map(({ key }) => key);
    const total = keys.length;
    machine.shell.onWritten = (written) => {
      if (written === 3) void core.ask('connections.stopSaving', {});
    };
    const answer = await core.ask('connections.saveMany', { keys, as: 'folder' });
    expect(answer).toMatchObject({ name: 'connections', count: 3, total });
    machine.shell.onWritten = () => undefined;
    expect(await core.ask('connections.saveMany', { keys, as: 'folder' })).toMatchObject({
      count: total,
    });
  });

  it('are no longer written to a folder once the account is left', async () => {
    const { core, machine } = await signedIn();
    const keys = (await rowsOf(core)).map(({ key }) => key);
    machine.shell.onWritten = (written) => (written === 3 ? core.stop() : undefined);
    expect(await core.ask('connections.saveMany', { keys, as: 'folder' })).toMatchObject({
      count: 3,
    });
  });

  it('that do not exist are neither copied nor saved', async () => {
    const { core, machine } = await signedIn();
    const keys = ['config:999999'];
    const missing = { ok: false, failure: { kind: 'not-found', reason: 'not-cached' } };
    expect(await core.call('secrets.copy', { of: 'connections', keys })).toEqual(missing);
    expect(await core.call('connections.saveMany', { keys, as: 'file' })).toEqual(missing);
    expect(await core.call('connections.saveMany', { keys, as: 'folder' })).toEqual(missing);
    expect(machine.clipboard.text).toBe('');
    expect([...machine.shell.saved, ...machine.shell.folders]).toEqual([]);
  });

  it('say that the file was not saved, and why', async () => {
    const { core, machine } = await signedIn();
    const keys = (await rowsOf(core)).map(({ key }) => key);
    const [key = ''] = keys;
    machine.shell.refuses = 'ENOSPC';
    const failed = { ok: false, failure: { kind: 'file', reason: 'no-space' } };
    for (const as of ['file', 'folder'] as const) {
      expect(await core.call('connections.saveMany', { keys, as })).toEqual(failed);
    }
    expect(await core.call('connections.save', { key, form: 'url' })).toEqual(failed);
    expect(await core.call('settings.saveDiagnostics', {})).toEqual(failed);
  });
});

describe('a connection for an installed client', () => {
  it('is handed over exactly as the service gave it, and the program is named', async () => {
    const { core, machine, owned } = await signedIn();
    machine.shell.clients.set('vless', 'Some Client');
    const config = owned.find(({ connection_url }) => connection_url.startsWith('vless://'));
    const key = `config:${String(config?.id)}`;
    expect(await core.ask('secrets.open', { of: 'connection', key })).toEqual({
      client: 'Some Client',
    });
    expect(machine.shell.opened).toEqual([config?.connection_url]);
  });

  it.each(['file:///etc/passwd', 'tg://proxyx?server=a'])(
    'is refused if its link has none of the listed schemes: %s',
    async (link) => {
      const service = await serve();
      const machine = newMachine();
      for (const scheme of ['file', 'tg']) machine.shell.clients.set(scheme, 'Anything');
      const [config] = service.control.account().configs;
      if (config === undefined) throw new Error('the account owns nothing');
      config.connection_url = link;
      const core = await run(machine);
      await core.signIn(service);
      const answer = await core.call('secrets.open', {
        of: 'connection',
        key: `config:${String(config.id)}`,
      });
      expect(answer).toEqual({
        ok: false,
        failure: { kind: 'invalid-input', issues: [{ path: 'key', code: 'scheme' }] },
      });
      expect(machine.shell.opened).toEqual([]);
    },
  );
});
