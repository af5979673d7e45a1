import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { EndpointId } from '#contract/api/index.ts';
import { createClipboardGuard } from '#core/desktop/clipboard-guard.ts';
import { ConnectionActions } from '#core/connections/connection-actions.ts';
import type { Connection } from '#core/connections/connection.ts';
import { qrCodes } from '#core/connections/exports/exports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { fakeClipboard, fakeShell, settled } from '#test/core/fakes.ts';
import { pasteIntoAmneziaVpn } from './amnezia-vpn-app.ts';
import { connection, open } from './on-a-vault.ts';

const key = 'config:1';
const minute = 60_000;

/** A connection of another kind, or with other secrets. */
function changed(
  facts: Parameters<typeof connection>[3],
  secrets: Partial<Connection['secrets']> = {},
): Connection {
  const all = { ...connection(1).secrets, ...secrets };
  return connection(1, 'Title 1', 's', { secrets: all, ...facts });
}

const withLink = (link: string) => changed({}, { connection_url: link });

function setUp(...owned: readonly Connection[]) {
  const { connections, clock } = open(createMemoryVault());
  connections.accept('config', owned.length === 0 ? [connection(1)] : owned);
  const clipboard = fakeClipboard();
  const shell = fakeShell();
  const state: { seconds: number; answer: Result<unknown>; subconfig: Result<null> } = {
    seconds: 60,
    answer: ok(true),
    subconfig: ok(null),
  };
  const calls: [EndpointId, unknown, unknown][] = [];
  const changes: [EndpointId, boolean][] = [];
  const read: string[] = [];
  const actions = new ConnectionActions({
    client: {
      call: (id, input, options) => {
        calls.push([id, input, options]);
        return Promise.resolve(state.answer as never);
      },
    },
    connections,
    sync: {
      refreshSubconfig: (of, priority) => {
        read.push(`${of} ${priority}`);
        return Promise.resolve(state.subconfig);
      },
    },
    clipboard: createClipboardGuard(clipboard, clock),
    shell,
    clock,
    clipboardSeconds: () => state.seconds,
    onChange: (id, _input, result) => changes.push([id, result.ok]),
  });
  return { actions, connections, clipboard, clock, shell, state, calls, changes, read };
}

/** What AmneziaVPN imports; the other one of these tests has no key. */
const tunnel = `[Interface]
PrivateKey = ${Buffer.alloc(32, 1).toString('base64')}
Address = 10.0.0.2/32
[Peer]
PublicKey = ${Buffer.alloc(32, 2).toString('base64')}
Endpoint = nl.example.com:1
`;

describe('a connection that an app has a form of its own for', () => {
  const owned = changed({}, { awg_config: tunnel });

  it('is copied as the link of that app, and otherwise byte for byte', async () => {
    const { actions, clipboard, connections } = setUp(owned);
    expect(await actions.copy(key, 'awg', { app: 'amnezia-vpn' })).toMatchObject({ ok: true });
    expect(pasteIntoAmneziaVpn(clipboard.text)).toMatchObject({ description: 'Title 1' });
    expect(connections.recents()).toEqual([key]);
    await actions.copy(key, 'awg');
    expect(clipboard.text).toBe(tunnel);
  });

  it('is drawn for that app, or as it is where the app has no form for it', () => {
    const { actions } = setUp(owned);
    const [plain, own] = [undefined, 'amnezia-vpn' as const].map((app) =>
      actions.qr(key, 'awg', { app }),
    );
    expect(plain).toMatchObject(ok({ form: 'awg', codes: qrCodes(tunnel) }));
    expect(own).toMatchObject(ok({ app: 'amnezia-vpn' }));
    expect(own?.ok && own.value.codes).not.toEqual(qrCodes(tunnel));
    const link = actions.qr(key, 'url', { app: 'amnezia-vpn' });
    expect(link).toEqual(actions.qr(key, 'url'));
    expect(link).not.toHaveProperty('value.app');
  });

  it('is copied, saved and drawn without its empty settings on request', async () => {
    const empty = tunnel.replace('[Peer]', 'I2 =\n[Peer]');
    const { actions, clipboard, shell } = setUp(changed({}, { awg_config: empty }));
    await actions.copy(key, 'awg');
    expect(clipboard.text).toBe(empty);
    await actions.copy(key, 'awg', { filled: true });
    expect(clipboard.text).toBe(tunnel);
    await actions.save(key, 'awg', { filled: true });
    expect(shell.saved.map(({ text }) => text)).toEqual([tunnel]);
    expect(actions.qr(key, 'awg')).toMatchObject(ok({ traits: ['wireguard', 'awg-empty'] }));
    expect(actions.qr(key, 'awg', { filled: true })).toMatchObject(
      ok({ codes: qrCodes(tunnel), traits: ['wireguard'] }),
    );
  });

  it('is not copied for that app in a form that it does not take', async () => {
    const { actions, clipboard } = setUp(owned);
    expect(await actions.copy(key, 'url', { app: 'amnezia-vpn' })).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(clipboard.text).toBe('');
  });
});

const notFound = { ok: false, failure: { kind: 'not-found' } };

describe('a connection that is not there', () => {
  it('is not found by anything that is done with it', async () => {
    const { actions, connections, shell, clipboard, calls, read } = setUp();
    const none = 'config:9';
    const answers = [
      actions.open(none),
      await actions.copy(none, 'url'),
      await actions.save(none, 'url'),
      actions.reveal(none, 'url'),
      actions.qr(none, 'url'),
      actions.xray(none),
      actions.awg(none),
      await actions.openInClient(none),
      await actions.setTitle(none, 'x'),
      actions.setFavourite(none, true),
    ];
    for (const answer of answers) expect(answer).toEqual(notFound);
    expect([shell.saved, shell.opened, clipboard.text, calls, read]).toEqual([[], [], '', [], []]);
    expect(connections.favourites()).toEqual([]);
  });

  it('is distinguished from a form that it does not have', async () => {
    const { actions } = setUp();
    const uncached = { ok: false, failure: { kind: 'not-found', reason: 'not-cached' } };
    expect(actions.reveal(key, 'xray')).toEqual(uncached);
    expect(await actions.copy(key, 'xray')).toEqual(uncached);
    expect(await actions.save(key, 'xray')).toEqual(uncached);
    expect(actions.qr(key, 'xray')).toEqual(uncached);
  });
});

describe('the link of a connection', () => {
  it.each([
    ['vless', 'vless://id@nl.example.com:443#n'],
    ['tg', 'tg://proxy?server=nl.example.com&port=1'],
    ['tg', 'tg://socks?server=nl.example.com&port=1'],
    ['tg', 'TG://Proxy?server=nl.example.com&port=1'],
  ])('is passed unchanged to the program that takes %s: %s', async (scheme, link) => {
    const { actions, connections, shell } = setUp(withLink(link));
    shell.clients.set(scheme, 'Some Client');
    expect(await actions.openInClient(key)).toEqual(ok({ client: 'Some Client' }));
    expect(shell.opened).toEqual([link]);
    expect(connections.recents()).toEqual([key]);
  });

  it.each([
    'tg://resolve?domain=somebot',
    'tg://proxyx?server=a',
    'tg://proxy/?server=a',
    'tg:proxy?server=a',
    'tg://x?y=tg://proxy?server=a',
    'https://example.com/#tg://proxy?server=a',
    'file:///etc/passwd',
    'nothing at all',
  ])('is passed to no program where it is %s', async (link) => {
    const { actions, connections, shell } = setUp(withLink(link));
    for (const scheme of ['', 'tg', 'https', 'file', 'nothing']) shell.clients.set(scheme, 'Any');
    expect(await actions.openInClient(key)).toEqual(
      fail('invalid-input', { issues: [{ path: 'key', code: 'scheme' }] }),
    );
    expect([shell.opened, connections.recents()]).toEqual([[], []]);
  });

  it('is not opened where no program takes it, or the program does not start', async () => {
    const { actions, connections, shell } = setUp();
    expect(await actions.openInClient(key)).toEqual(ok({ client: null }));
    expect(shell.opened).toEqual([]);
    shell.clients.set('awg', 'Some Client');
    shell.openExternal = () => Promise.reject(new Error('no such program'));
    expect(await actions.openInClient(key)).toEqual(ok({ client: null }));
    expect(connections.recents()).toEqual([]);
  });
});

describe('a form of another program', () => {
  const link = 'trojan://secret@nl.example.com:443?sni=b.example.com';

  it('is copied and saved under the name of the connection', async () => {
    const { actions, clipboard, connections, shell } = setUp(withLink(link));
    expect(await actions.copy(key, 'mihomo')).toEqual(
      ok({ form: 'mihomo', clearsAt: expect.any(Number) as number }),
    );
    expect(clipboard.text).toContain('password: "secret"');
    expect(clipboard.text).toContain('name: "Title 1"');
    expect(connections.recents()).toEqual([key]);
    for (const form of ['sing-box', 'mihomo'] as const) await actions.save(key, form);
    expect(shell.saved.map(({ name }) => name)).toEqual(['Title 1.json', 'Title 1.yaml']);
  });

  it('is refused by the name of what it would lose, and nothing leaves', async () => {
    const { actions, clipboard, connections, shell } = setUp(withLink(`${link}&fragment=1,2,3`));
    const refused = fail('invalid-input', {
      reason: 'not-without-loss',
      issues: [{ path: 'fragment', code: 'lost' }],
    });
    for (const form of ['sing-box', 'mihomo'] as const) {
      expect(await actions.copy(key, form)).toEqual(refused);
      expect(await actions.save(key, form)).toEqual(refused);
    }
    expect([clipboard.text, shell.saved, connections.recents()]).toEqual(['', [], []]);
    const opened = actions.open(key);
    const refusal = { kind: 'fields', fields: ['fragment'] };
    expect(opened.ok && opened.value.conversions).toEqual([
      { form: 'sing-box', refusal },
      { form: 'mihomo', refusal },
    ]);
  });

  it('is not found of a connection that is not there', async () => {
    const { actions } = setUp();
    expect(await actions.copy('config:9', 'mihomo')).toEqual(notFound);
  });
});

describe('a tunnel whose configuration runs commands', () => {
  const commands = ['PostUp = touch /root/owned', 'PreDown = reboot'];
  const clean = '[Interface]\nPrivateKey = s\n';
  const whole = `${clean}${commands.join('\n')}\n`;
  const running = changed({}, { awg_config: whole });

  it('is exported without them, which is reported', async () => {
    const { actions, clipboard, shell } = setUp(running);
    const opened = actions.open(key);
    expect(opened.ok && opened.value.previews.map(({ leftOut }) => leftOut.lines)).toEqual([
      [],
      commands,
    ]);
    expect(await actions.copy(key, 'awg')).toMatchObject(ok({ commandsRemoved: 2 }));
    expect(clipboard.text).toBe(clean);
    expect(await actions.save(key, 'awg')).toEqual(
      ok({ name: 'Title-1.conf', commandsRemoved: 2 }),
    );
    expect(shell.saved.map(({ text }) => text)).toEqual([clean]);
    expect(actions.qr(key, 'awg')).toMatchObject(ok({ commandsRemoved: 2 }));
  });

  it('reports no removed commands where it has none, and has its parameters', async () => {
    const { actions } = setUp(changed({}, { awg_config: '[Interface]\nJc = 4\nPrivateKey = s\n' }));
    const copied = await actions.copy(key, 'awg');
    expect(copied.ok && Object.keys(copied.value)).toEqual(['form', 'clearsAt']);
    const awg = actions.awg(key);
    expect(awg.ok).toBe(true);
    expect(awg.ok && Object.keys(awg.value.parameters)).not.toEqual([]);
  });
});

describe('a connection', () => {
  it('is among the recent ones after it was copied, and is to be cleared as chosen', async () => {
    const { actions, connections, clock, state } = setUp();
    expect(await actions.copy(key, 'url')).toEqual(
      ok({ form: 'url', clearsAt: clock.now() + minute }),
    );
    expect(connections.recents()).toEqual([key]);
    state.seconds = 0;
    expect(await actions.copy(key, 'url')).toEqual(ok({ form: 'url', clearsAt: null }));
  });

  it('is revealed for half a minute, byte for byte', () => {
    const { actions, clock } = setUp();
    expect(actions.reveal(key, 'url')).toEqual(
      ok({ text: connection(1).secrets.connection_url, until: clock.now() + 30_000 }),
    );
  });

  it('that cannot be saved says why, and reports no removed commands', async () => {
    const { actions, shell } = setUp();
    for (const [code, reason] of [
      ['ENOSPC', 'no-space'],
      ['EDQUOT', 'no-space'],
      ['EROFS', 'read-only'],
      ['EACCES', 'denied'],
      ['EPERM', 'denied'],
    ] as const) {
      shell.refuses = code;
      expect(await actions.save(key, 'awg')).toEqual(fail('file', { reason }));
    }
    shell.refuses = 'EIO';
    expect(await actions.save(key, 'awg')).toEqual(fail('file'));
  });

  it('is added to the favourites, and removed again', () => {
    const { actions, connections } = setUp();
    expect(actions.setFavourite(key, true)).toMatchObject(ok({ key, favourite: true }));
    expect(connections.favourites()).toEqual([key]);
    expect(actions.setFavourite(key, false)).toMatchObject(ok({ key, favourite: false }));
    expect(connections.favourites()).toEqual([]);
  });

  it('is added with others at once, which says what changed', () => {
    const { actions, connections } = setUp();
    expect(actions.setFavourites([key, 'config:77'], true)).toEqual({ changed: [key] });
    expect(actions.setFavourites([key], true)).toEqual({ changed: [] });
    expect(connections.favourites()).toEqual([key]);
    expect(actions.setFavourites([key], false)).toEqual({ changed: [key] });
    expect(connections.favourites()).toEqual([]);
  });
});

describe('the title of a connection', () => {
  const body = { title: 'Phone' };

  it.each([
    ['config:1', 'configs.setTitle', { path: { config_id: 1 }, body }],
    ['cloud:2:1', 'cloudServers.setConfigTitle', { path: { server_id: 2, id: 1 }, body }],
    ['proxy:2:1', 'cloudServers.setProxyTitle', { path: { server_id: 2, proxy_id: 1 }, body }],
    ['paid:3:1', 'paidOptions.setConfigTitle', { path: { id: 3, configId: 1 }, body }],
  ])('of %s is sent by %s, and shown once it was taken', async (of, endpoint, input) => {
    const { actions, calls, changes, connections } = setUp(changed({ key: of }));
    expect(await actions.setTitle(of, 'Phone')).toMatchObject(ok({ key: of, title: 'Phone' }));
    expect(calls).toEqual([[endpoint, input, { priority: 'user' }]]);
    expect(connections.row(of)?.title).toBe('Phone');
    expect(changes).toEqual([[endpoint, true]]);
  });

  it('stays as it was where the service refuses', async () => {
    const { actions, connections, state } = setUp();
    state.answer = fail('rejected');
    expect(await actions.setTitle(key, 'Phone')).toEqual(fail('rejected'));
    expect(connections.row(key)?.title).toBe('Title 1');
  });

  it('is not sent where no endpoint changes it', async () => {
    const { actions, calls } = setUp(changed({ key: 'sub:config:1' }));
    expect(await actions.setTitle('sub:config:1', 'Phone')).toEqual(
      fail('invalid-input', { issues: [{ path: 'title', code: 'fixed' }] }),
    );
    expect(calls).toEqual([]);
  });
});

describe('the subconfig of an opened connection', () => {
  it('is read once in ten minutes, and again at once after a failure', async () => {
    const { actions, clock, read, state } = setUp();
    await clock.advance(minute);
    actions.open(key);
    actions.open(key);
    expect(read).toEqual([`${key} on-screen`]);
    await settled();
    await clock.advance(10 * minute - 1);
    actions.open(key);
    expect(read).toHaveLength(1);
    await clock.advance(1);
    state.subconfig = fail('offline');
    actions.open(key);
    await settled();
    actions.open(key);
    expect(read).toHaveLength(3);
  });
});
