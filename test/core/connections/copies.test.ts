import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { signedIn, rowsOf } from '#test/core/harness.ts';
import { connection, open } from './on-a-vault.ts';

const url = (key: string) => [{ key, form: 'url' as const }];
const one = 'config:1';

const withUrl = (connection_url: string) =>
  connection(1, 'Title', 's', { protocol: 'vless', secrets: { connection_url } });

/** The connection that was copied as `vless://old@…`, and what the service gave since. */
async function copiedThen(vault = createMemoryVault(), ...answers: readonly string[]) {
  const { connections } = open(vault);
  await connections.accept('config', [withUrl('vless://old@nl.example.com:443#Home')]);
  connections.remember(url(one), 'copied');
  for (const answer of answers) await connections.accept('config', [withUrl(answer)]);
  return connections;
}

const isChanged = (connections: ReturnType<typeof open>['connections']) =>
  connections.sorted()[0]?.changedSinceCopy ?? false;

describe('a connection that left Culvert', () => {
  it.each([
    ['its key', ['vless://new@nl.example.com:443#Home'], true],
    ['its server', ['vless://old@de.example.com:443#Home'], true],
    ['its name alone', ['vless://old@nl.example.com:443#Away'], false],
    ['it, and back', ['vless://new@nl.example.com:443', 'vless://old@nl.example.com:443'], false],
  ])('says whether the service changed it since: %s', async (_, answers, changed) => {
    const connections = await copiedThen(undefined, ...answers);
    expect(isChanged(connections)).toBe(changed);
    expect(connections.detail(one)?.changedSinceCopy ?? false).toBe(changed);
  });

  it('is unchanged once it is copied again', async () => {
    const connections = await copiedThen(undefined, 'vless://new@nl.example.com:443');
    connections.remember(url(one), 'qr');
    expect(isChanged(connections)).toBe(false);
  });

  it('is compared in the form that left', async () => {
    const { connections } = open(createMemoryVault());
    const tunnel = (config: string) =>
      connection(1, 'Title', 's', {
        secrets: { connection_url: 'awg://s@nl.example.com:1', awg_config: config },
      });
    await connections.accept('config', [tunnel('# Home\n[Interface]\nPrivateKey = old\n')]);
    connections.remember([{ key: one, form: 'awg' }], 'saved');
    await connections.accept('config', [tunnel('# Away\n[Interface]\nPrivateKey = old\n')]);
    expect(isChanged(connections)).toBe(false);
    await connections.accept('config', [tunnel('# Away\n[Interface]\nPrivateKey = new\n')]);
    expect(isChanged(connections)).toBe(true);
  });

  it('is still compared after it was gone for a while, and after a restart', async () => {
    const vault = createMemoryVault();
    const before = await copiedThen(vault);
    await before.accept('config', []);
    const { connections } = open(vault);
    await connections.accept('config', [withUrl('vless://new@nl.example.com:443#Home')]);
    expect(isChanged(connections)).toBe(true);
    expect(isChanged(open(vault).connections)).toBe(true);
  });

  it('has nothing of its secret in what is remembered, in the vault neither', async () => {
    const vault = createMemoryVault();
    const { lastCopy } = (await copiedThen(vault)).detail(one) ?? {};
    expect(lastCopy).toEqual({ form: 'url', way: 'copied', at: open(vault).clock.now() });
    const stored = sealedOver(vault).read('choices', 'connections', z.unknown());
    expect(JSON.stringify(stored)).toMatch(/"way":"copied","at":\d+},"mark":"[\w-]{43}"/);
    expect(JSON.stringify(stored)).not.toMatch(/vless|old|example/);
  });

  it('is published with its detail, and is a recent only where it was copied or opened', async () => {
    const { connections, published } = open(createMemoryVault());
    await connections.accept('config', [connection(1), connection(2)]);
    await published();
    connections.remember(url('config:2'), 'saved');
    expect(await published()).toEqual(['config:2']);
    expect(connections.recents()).toEqual([]);
    connections.remember(url(one), 'opened');
    expect(connections.recents()).toEqual([one]);
  });

  it('is remembered for the three hundred that left last', async () => {
    const { connections, clock } = open(createMemoryVault());
    const all = Array.from({ length: 301 }, (_, id) => connection(id));
    await connections.accept('config', all);
    connections.remember(url('config:0'), 'copied');
    clock.jump(1);
    connections.remember(
      all.slice(1).map(({ record: { key } }) => ({ key, form: 'url' as const })),
      'saved',
    );
    expect(connections.detail('config:0')?.lastCopy).toBeUndefined();
    expect(connections.detail('config:300')?.lastCopy).toMatchObject({ way: 'saved' });
  });
});

describe('the devices that a key is on', () => {
  const tunnel = (id: number, secret = 's', more = {}) =>
    connection(id, `T${String(id)}`, secret, more);

  it('are of its present key, over a restart, until the user forgets them', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', [tunnel(1)]);
    expect(connections.setDevices(one, ['phone', 'router', 'phone'])).toBe(true);
    expect(connections.sorted()[0]?.onDevices).toEqual(['phone', 'router']);
    connections.remember([{ key: one, form: 'awg' }], 'saved');
    const again = open(vault).connections;
    expect(again.sorted()[0]?.onDevices).toEqual(['phone', 'router']);
    again.forgetCopies();
    expect(again.sorted()[0]).not.toHaveProperty('onDevices');
    expect(again.detail(one)).not.toHaveProperty('lastCopy');
    expect(open(vault).connections.recents()).toEqual([]);
  });

  it('are forgotten with a key that the service has replaced', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', [tunnel(1)]);
    connections.setDevices(one, ['phone']);
    await connections.accept('config', [tunnel(1, 'another')]);
    expect(connections.sorted()[0]).not.toHaveProperty('onDevices');
    connections.remember(url(one), 'copied');
    expect(connections.sorted()[0]).not.toHaveProperty('onDevices');
  });

  it('are not those of a protocol whose key any number of devices can use', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', [withUrl('vless://old@nl.example.com:443')]);
    connections.setDevices(one, ['phone']);
    expect(connections.sorted()[0]).not.toHaveProperty('onDevices');
  });

  it('are why an unused connection of its protocol is offered, of its country first', async () => {
    const { connections } = open(createMemoryVault());
    const all = [
      tunnel(1),
      tunnel(2, 's', { country: 'de' }),
      tunnel(3),
      tunnel(4, 's', { protocol: 'vless' }),
      tunnel(5),
    ];
    await connections.accept('config', all);
    connections.remember(url('config:3'), 'qr');
    expect(connections.detail(one)).not.toHaveProperty('spare');
    connections.setDevices(one, ['phone']);
    expect(connections.detail(one)?.spare).toBe('config:5');
    connections.setDevices('config:5', ['router']);
    expect(connections.detail(one)?.spare).toBe('config:2');
    connections.remember(url('config:2'), 'copied');
    expect(connections.detail(one)).not.toHaveProperty('spare');
  });

  it('are said whenever the key leaves once more, unless that is switched off', async () => {
    const { machine, running: core } = await signedIn();
    const rows = await rowsOf(core);
    const key = rows.find(({ protocol }) => protocol === 'amnezia-wg-2')?.key ?? '';
    const other = rows.find(({ protocol }) => protocol === 'vless')?.key ?? '';
    expect(
      await core.ask('secrets.copy', { of: 'connection', key, form: 'awg' }),
    ).not.toHaveProperty('onDevices');
    await core.ask('connections.setDevices', { key, devices: ['phone'] });
    const leaves = async () => [
      await core.ask('secrets.copy', { of: 'connection', key, form: 'awg' }),
      await core.ask('connections.save', { key, form: 'awg' }),
      await core.ask('secrets.qr', { of: 'connection', key, form: 'url' }),
      await core.ask('quick.copy', { key, form: 'url' }),
      await core.ask('secrets.copy', { of: 'connections', keys: [key, other] }),
      await core.ask('connections.saveMany', { keys: [other, key], as: 'file' }),
      await core.ask('connections.saveMany', { keys: [key], as: 'folder' }),
    ];
    for (const answer of await leaves()) expect(answer).toMatchObject({ onDevices: ['phone'] });
    const title = rows.find((row) => row.key === key)?.title ?? '';
    const reply = await core.app.answerCommand({ kind: 'copy', text: title });
    expect(reply).toMatchObject({ status: 'copied', title, onDevices: ['phone'] });
    await core.ask('settings.set', { keyDevices: false });
    for (const answer of await leaves()) expect(answer).not.toHaveProperty('onDevices');
    const everything = machine.log.lines.join('\n');
    expect(everything).not.toContain('phone');
  });
});

describe('a copy of a connection at the service', () => {
  it('is out of date once the key has changed there, and not for another title', async () => {
    const { service, running: core } = await signedIn();
    const rows = await rowsOf(core);
    const [moved, other] = rows.filter(({ source }) => source === 'config');
    if (!moved || !other) throw new Error('two configurations are needed');
    await core.ask('secrets.copy', { of: 'connection', key: moved.key, form: 'url' });
    await core.ask('secrets.qr', { of: 'connection', key: other.key, form: 'url' });
    await core.ask('connections.setTitle', { key: other.key, title: 'Another title' });
    const owned = service.control
      .account()
      .configs.find(({ id }) => moved.key === `config:${String(id)}`);
    if (!owned) throw new Error('the service does not have it');
    owned.connection_url = owned.connection_url.replace('//', '//x');
    await core.ask('sync.refresh', {});
    const read = async (key: string) => core.ask('connections.get', { key });
    expect(await read(moved.key)).toMatchObject({
      changedSinceCopy: true,
      lastCopy: { form: 'url', way: 'copied' },
    });
    const untouched = await read(other.key);
    expect(untouched).toMatchObject({ lastCopy: { form: 'url', way: 'qr' } });
    expect(untouched).not.toHaveProperty('changedSinceCopy');
  });
});
