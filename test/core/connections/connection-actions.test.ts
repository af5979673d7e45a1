import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { EndpointId } from '#contract/api/index.ts';
import type { LeavingForm } from '#contract/ipc/connections.ts';
import type { SecretWay } from '#core/connections/exports/what-leaves.ts';
import { ConnectionActions } from '#core/connections/connection-actions.ts';
import type { Connection } from '#core/connections/connection.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { fakeShell, settled } from '#test/core/fakes.ts';
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

async function setUp(...owned: readonly Connection[]) {
  const { connections, clock } = open(createMemoryVault());
  await connections.accept('config', owned.length === 0 ? [connection(1)] : owned);
  const shell = fakeShell();
  const state: { answer: Result<unknown>; subconfig: Result<null> } = {
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
    reader: {
      readSubconfig: (of, priority) => {
        read.push(`${of} ${priority}`);
        return Promise.resolve(state.subconfig);
      },
    },
    readCache: { cached: () => undefined },
    shell,
    clock,
    onChange: (id, _input, result) => changes.push([id, result.ok]),
  });
  const leaving = (form: LeavingForm, way: SecretWay = 'copy', filled = false) =>
    actions.leaving({ key, form, filled }, way);
  const textOf = (...of: Parameters<typeof leaving>) => {
    const left = leaving(...of);
    return left.ok ? left.value.text : undefined;
  };
  return { actions, leaving, textOf, connections, clock, shell, state, calls, changes, read };
}

const tunnel = `[Interface]
PrivateKey = ${Buffer.alloc(32, 1).toString('base64')}
[Peer]
PublicKey = ${Buffer.alloc(32, 2).toString('base64')}
Endpoint = nl.example.com:1
`;

it('a tunnel’s configuration leaves without its empty settings on request', async () => {
  const empty = tunnel.replace('[Peer]', 'I2 =\n[Peer]');
  const { actions, leaving, textOf, shell } = await setUp(changed({}, { awg_config: empty }));
  expect([textOf('awg'), textOf('awg', 'copy', true)]).toEqual([empty, tunnel]);
  await actions.save({ key, form: 'awg', filled: true });
  expect(shell.saved.map(({ text }) => text)).toEqual([tunnel]);
  const traits = ['wireguard', 'awg-empty'];
  expect(leaving('awg', 'qr')).toMatchObject({ value: { said: { traits } } });
});

const notFound = { ok: false, failure: { kind: 'not-found' } };

describe('a connection that is not there', () => {
  it('is not found by anything that is done with it', async () => {
    const { actions, connections, shell, calls, read } = await setUp();
    const none = 'config:9';
    const ways = ['copy', 'reveal', 'qr', 'open'] as const;
    const answers = [
      actions.open(none),
      ...ways.map((way) => actions.leaving({ key: none, form: 'url' }, way)),
      actions.leaving({ key: none, form: 'mihomo' }, 'copy'),
      await actions.save({ key: none, form: 'url' }),
      actions.xray(none),
      actions.awg(none),
      await actions.setTitle(none, 'x'),
    ];
    for (const answer of answers) expect(answer).toEqual(notFound);
    expect([shell.saved, calls, read]).toEqual([[], [], []]);
    expect(connections.favourites()).toEqual([]);
  });

  it('is distinguished from a form that it does not have', async () => {
    const { actions, leaving } = await setUp();
    const uncached = { ok: false, failure: { kind: 'not-found', reason: 'not-cached' } };
    expect(leaving('xray')).toEqual(uncached);
    expect(await actions.save({ key, form: 'xray' })).toEqual(uncached);
  });
});

describe('a form of another program', () => {
  const link = 'trojan://secret@nl.example.com:443?sni=b.example.com';

  it('is copied and saved under the name of the connection', async () => {
    const { actions, textOf, shell } = await setUp(withLink(link));
    expect(textOf('mihomo')).toContain('password: "secret"');
    expect(textOf('mihomo')).toContain('name: "Title 1"');
    expect(textOf('mihomo', 'qr')).toBeUndefined();
    for (const form of ['sing-box', 'mihomo'] as const) await actions.save({ key, form });
    expect(shell.saved.map(({ name }) => name)).toEqual(['Title 1.json', 'Title 1.yaml']);
  });

  it('is refused by the name of what it would lose, and nothing leaves', async () => {
    const { actions, leaving, connections, shell } = await setUp(
      withLink(`${link}&fragment=1,2,3`),
    );
    const refused = fail('invalid-input', {
      reason: 'not-without-loss',
      issues: [{ path: 'fragment', code: 'lost' }],
    });
    for (const form of ['sing-box', 'mihomo'] as const) {
      expect(leaving(form)).toEqual(refused);
      expect(await actions.save({ key, form })).toEqual(refused);
    }
    expect([shell.saved, connections.recents()]).toEqual([[], []]);
    const opened = actions.open(key);
    const refusal = { kind: 'fields', fields: ['fragment'] };
    expect(opened.ok && opened.value.conversions).toEqual([
      { form: 'sing-box', refusal },
      { form: 'mihomo', refusal },
    ]);
  });
});

describe('a tunnel whose configuration runs commands', () => {
  it('reports no removed commands where it has none, and has its parameters', async () => {
    const { actions, leaving } = await setUp(
      changed({}, { awg_config: '[Interface]\nJc = 4\nPrivateKey = s\n' }),
    );
    const left = leaving('awg');
    expect(left.ok && left.value.said).toEqual({ form: 'awg' });
    const awg = actions.awg(key);
    expect(awg.ok).toBe(true);
    expect(awg.ok && Object.keys(awg.value.parameters)).not.toEqual([]);
  });
});

describe('a connection', () => {
  it('is among the recent ones after it has left', async () => {
    const { leaving, connections } = await setUp();
    const left = leaving('url');
    expect(connections.recents()).toEqual([]);
    if (left.ok) left.value.left?.('copied');
    expect(connections.recents()).toEqual([key]);
  });

  it('that cannot be saved says why, and reports no removed commands', async () => {
    const { actions, shell } = await setUp();
    for (const [code, reason] of [
      ['ENOSPC', 'no-space'],
      ['EDQUOT', 'no-space'],
      ['EROFS', 'read-only'],
      ['EACCES', 'denied'],
      ['EPERM', 'denied'],
    ] as const) {
      shell.refuses = code;
      expect(await actions.save({ key, form: 'awg' })).toEqual(fail('file', { reason }));
    }
    shell.refuses = 'EIO';
    expect(await actions.save({ key, form: 'awg' })).toEqual(fail('file'));
  });

  it('is added to the favourites with others, and removed again, which says what changed', async () => {
    const { actions, connections } = await setUp();
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
    const { actions, calls, changes, connections } = await setUp(changed({ key: of }));
    expect(await actions.setTitle(of, 'Phone')).toMatchObject(ok({ key: of, title: 'Phone' }));
    expect(calls).toEqual([[endpoint, input, { priority: 'user' }]]);
    expect(connections.row(of)?.title).toBe('Phone');
    expect(changes).toEqual([[endpoint, true]]);
  });

  it('stays as it was where the service refuses', async () => {
    const { actions, connections, state } = await setUp();
    state.answer = fail('rejected');
    expect(await actions.setTitle(key, 'Phone')).toEqual(fail('rejected'));
    expect(connections.row(key)?.title).toBe('Title 1');
  });

  it('is not sent where no endpoint changes it', async () => {
    const { actions, calls } = await setUp(changed({ key: 'sub:config:1' }));
    expect(await actions.setTitle('sub:config:1', 'Phone')).toEqual(
      fail('invalid-input', { issues: [{ path: 'title', code: 'fixed' }] }),
    );
    expect(calls).toEqual([]);
  });
});

describe('the subconfig of an opened connection', () => {
  it('is read once in ten minutes, and again at once after a failure', async () => {
    const { actions, clock, read, state } = await setUp();
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
