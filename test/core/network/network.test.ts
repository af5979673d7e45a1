import { createServer as createHttpsServer } from 'node:https';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fail } from '#contract/failure.ts';
import type { ProxyChoice } from '#contract/ipc/network.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { createConsent } from '#core/purchases/consent/consent.ts';
import { createNetwork, type Network } from '#core/network/network.ts';
import { createAuthority, type Authority } from '#test/adapters/transport/certificates.ts';
import { connectProxy, socksProxy } from '#test/adapters/transport/proxies.ts';
import { failureOf, get, listen } from '#test/adapters/transport/servers.ts';
import {
  fakeConsentDialog,
  fakeSecrets,
  fakeShell,
  memoryFiles,
  recordingLog,
} from '#test/core/fakes.ts';

/** Only a proxy knows where this is. */
const service = 'https://service.example.com';
const password = 'canary p@ss:w/rd';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

function machine() {
  return {
    secrets: fakeSecrets(),
    files: memoryFiles(),
    shell: fakeShell(),
    user: fakeConsentDialog(),
  };
}

function openNetwork(parts = machine()): Network & { readonly changes: number } {
  let changes = 0;
  const consent = createConsent(parts.user, createSystemClock(), () => undefined);
  const network = createNetwork({
    ...parts,
    clock: createSystemClock(),
    log: recordingLog(),
    ask: (question) => consent.ask(question),
    connect: (address, route) => createUndiciTransport({ service: address, ...route }),
    onChange: () => {
      changes += 1;
    },
  });
  return Object.defineProperty({ ...network, changes }, 'changes', { get: () => changes });
}

function open(network: Network, address = service): HttpTransport {
  const transport = network.openTransport(address);
  onTestFinished(() => transport.close());
  return transport;
}

/** The service, behind the certificate of the test's own authority; answers 401 without a key. */
async function startService(names: readonly string[] = ['service.example.com']): Promise<number> {
  const server = createHttpsServer(await authority.issue(names), (_, response) => {
    response.statusCode = 401;
    response.end();
  });
  return listen(server);
}

async function trust(network: Network, { shell }: ReturnType<typeof machine>): Promise<void> {
  shell.selectedFile = Buffer.from(authority.ca);
  expect(await network.chooseAuthority()).toMatchObject({ ok: true });
}

const at = (kind: 'http' | 'socks5', port: number, login: 'none' | 'right' | 'wrong') =>
  ({
    kind,
    host: '127.0.0.1',
    port,
    login:
      login === 'none' ? 'none' : { user: 'anna', password: login === 'right' ? password : 'no' },
  }) satisfies ProxyChoice;

describe('a proxy', () => {
  it.each(['http', 'socks5'] as const)('by %s is in force at once, both ways', async (kind) => {
    const parts = machine();
    const network = openNetwork(parts);
    const port = await startService();
    const { server, requested } =
      kind === 'http'
        ? connectProxy(port, `anna:${password}`)
        : socksProxy(port, { login: `anna:${password}` });
    const proxy = await listen(server);
    const transport = open(network);
    await trust(network, parts);
    expect((await failureOf(transport.send(get(service)))).reason).not.toBe('proxy');

    const set = await network.setProxy(at(kind, proxy, 'right'));
    expect(set).toMatchObject({
      ok: true,
      value: { proxy: { kind, host: '127.0.0.1', port: proxy, login: 'stored' } },
    });
    expect((await transport.send(get(service))).status).toBe(401);
    expect(requested).toEqual(['service.example.com:443']);
    expect(await network.check(service)).toMatchObject({ ok: true });

    await network.setProxy({ kind: 'none' });
    expect((await failureOf(transport.send(get(service)))).reason).not.toBe('proxy');
    expect(network.changes).toBe(3);
  });

  it('says that the login is wrong', async () => {
    const network = openNetwork();
    const port = await listen(connectProxy(1, 'anna:x').server);
    await network.setProxy(at('http', port, 'wrong'));
    expect(await network.check(service)).toEqual({
      ok: false,
      failure: {
        kind: 'offline',
        endpoint: 'profile.get',
        reason: 'proxy',
        proxy: 'credentials',
      },
    });
  });

  it('has its login in the keychain and nowhere else, and is used by the next run', async () => {
    const parts = machine();
    const { server } = connectProxy(await startService(), `anna:${password}`);
    const network = openNetwork(parts);
    await network.setProxy(at('http', await listen(server), 'right'));
    await trust(network, parts);
    const written = [...parts.files.texts.values()].join('\n') + JSON.stringify(network.state());
    expect(written).not.toMatch(/canary|anna/);
    expect(parts.secrets.entries.get('network')).toContain('canary');

    const next = openNetwork(parts);
    expect((await open(next).send(get(service))).status).toBe(401);
    const { port } = next.state().proxy;
    const same = { ...at('http', port, 'none'), login: 'keep' } as const;
    expect(await next.setProxy(same)).toMatchObject({ value: { proxy: { login: 'stored' } } });
    const answer = await next.setProxy({ ...same, host: 'other.example.com' });
    expect(answer).toMatchObject({ failure: { kind: 'invalid-input' } });
    await next.setProxy({ kind: 'none' });
    expect([...parts.secrets.entries.values()].join('\n')).not.toMatch(/canary|anna/);
    await next.removeAuthority();
    expect(parts.secrets.entries.size).toBe(0);
  });
});

describe('a CA file', () => {
  const choose = async (file: string | Uint8Array, parts = machine()) => {
    parts.shell.selectedFile = Buffer.from(file);
    return openNetwork(parts).chooseAuthority();
  };

  it('of the user makes its service trusted at once, until it is removed', async () => {
    const parts = machine();
    const network = openNetwork(parts);
    const url = `https://127.0.0.1:${String(await startService(['127.0.0.1']))}`;
    const transport = open(network, url);
    const untrusted = { reason: 'tls', sent: false, tls: 'untrusted' };
    expect(await failureOf(transport.send(get(url)))).toEqual(untrusted);
    await trust(network, parts);
    expect(network.state().authorities).toMatchObject([{ subject: 'Test authority' }]);
    expect((await transport.send(get(url))).status).toBe(401);

    expect((await open(openNetwork(parts), url).send(get(url))).status).toBe(401);
    await network.removeAuthority();
    expect(await failureOf(transport.send(get(url)))).toEqual(untrusted);
    expect(openNetwork(parts).state().authorities).toEqual([]);
  });

  it('is taken without the private key that lies beside it', async () => {
    const parts = machine();
    const { key } = await authority.issue(['example.com']);
    expect(await choose(key + authority.ca, parts)).toMatchObject({ ok: true });
    expect([...parts.files.texts.values()].join('')).not.toContain('PRIVATE');
  });

  it('may be the bare bytes of one certificate', async () => {
    const base64 = authority.ca.replaceAll(/-----[A-Z ]+-----|\s/g, '');
    expect(await choose(Buffer.from(base64, 'base64'))).toMatchObject({ ok: true });
  });

  it.each([
    ['no-certificate', () => 'nonsense'],
    ['no-certificate', () => ''],
    ['no-certificate', () => authority.ca.replace('M', '*')],
    ['no-certificate', () => authority.ca + ' '.repeat(1024 * 1024)],
    ['not-authority', async () => (await authority.issue(['example.com'])).cert],
    ['expired', async () => (await createAuthority({ from: -3, to: -1 })).ca],
  ])('is refused as %s, and what was trusted stays', async (code, make) => {
    const parts = machine();
    const network = openNetwork(parts);
    await trust(network, parts);
    parts.shell.selectedFile = Buffer.from(await make());
    const answer = await network.chooseAuthority();
    expect(answer).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'authority', code }] },
    });
    expect(network.state().authorities).toHaveLength(1);
  });

  it('changes and asks nothing if none was selected, or Culvert was locked meanwhile', async () => {
    const parts = machine();
    const network = openNetwork(parts);
    const nothing = { ok: true, value: { authorities: [] } };
    expect(await network.chooseAuthority()).toMatchObject(nothing);
    parts.shell.selectedFile = Buffer.from(authority.ca);
    expect(await network.chooseAuthority(() => false)).toMatchObject(nothing);
    expect([parts.user.questions, network.changes]).toEqual([[], 0]);
  });
});

describe('network settings that were changed outside Culvert', () => {
  const login = `anna:${password}`;

  /** A run in which the user chose a proxy with a login and trusts the authority. */
  async function configured() {
    const parts = machine();
    const port = await startService();
    const proxy = connectProxy(port, login);
    const network = openNetwork(parts);
    await network.setProxy(at('http', await listen(proxy.server), 'right'));
    await trust(network, parts);
    return { parts, port, proxy };
  }

  function edit({ files }: ReturnType<typeof machine>, change: object): void {
    const { proxy } = JSON.parse(files.read('network.json') ?? '') as { readonly proxy: object };
    files.write('network.json', JSON.stringify({ proxy: { ...proxy, ...change } }));
  }

  it('send nothing to a proxy that was changed', async () => {
    const { parts, port } = await configured();
    const theirs = connectProxy(port);
    edit(parts, { host: 'localhost', port: await listen(theirs.server) });
    const network = openNetwork(parts);
    const failure = await failureOf(open(network).send(get(service)));
    expect(failure).toEqual({ reason: 'settings-changed', sent: false });
    expect(theirs.requested).toEqual([]);
    expect((await network.verify()).changed).toMatchObject({ proxy: { kind: 'http' } });
    expect(await network.check(service)).toMatchObject({
      failure: { kind: 'unsent', reason: 'settings-changed' },
    });
  });

  it('send nothing past a proxy that was removed, or to one where none was chosen', async () => {
    const { parts } = await configured();
    edit(parts, { kind: 'none', host: '', port: 0, login: false });
    const removed = await failureOf(open(openNetwork(parts)).send(get(service)));
    expect(removed.reason).toBe('settings-changed');

    const fresh = machine();
    const proxy = { kind: 'http', host: '127.0.0.1', port: 1, login: false };
    fresh.files.write('network.json', JSON.stringify({ proxy }));
    const added = await failureOf(open(openNetwork(fresh)).send(get(service)));
    expect(added.reason).toBe('settings-changed');
  });

  it('trust no authority that was added to the file', async () => {
    const parts = machine();
    const url = `https://127.0.0.1:${String(await startService(['127.0.0.1']))}`;
    parts.files.write('authorities.pem', authority.ca);
    const network = openNetwork(parts);
    expect((await failureOf(open(network, url).send(get(url)))).reason).toBe('settings-changed');
    expect((await network.verify()).changed).toEqual({ proxy: null, authorities: true });
  });

  it('are as they were chosen again once the user restores them', async () => {
    const { parts, port, proxy } = await configured();
    edit(parts, { port: await listen(connectProxy(port).server) });
    const network = openNetwork(parts);
    const transport = open(network);
    await failureOf(transport.send(get(service)));
    expect(await network.restore()).toMatchObject({ ok: true, value: { changed: null } });
    expect((await transport.send(get(service))).status).toBe(401);
    expect(proxy.requested).toEqual(['service.example.com:443']);
    expect((await open(openNetwork(parts)).send(get(service))).status).toBe(401);
  });

  it('take effect once the user chooses them in Culvert', async () => {
    const { parts, port } = await configured();
    const theirs = connectProxy(port, login);
    const proxy = at('http', await listen(theirs.server), 'right');
    edit(parts, { port: proxy.port });
    const network = openNetwork(parts);
    expect(await network.setProxy({ ...proxy, login: 'keep' })).toMatchObject(
      fail('invalid-input'),
    );
    expect(await network.setProxy(proxy)).toMatchObject({ value: { changed: null } });
    expect((await open(network).send(get(service))).status).toBe(401);
    expect((await open(openNetwork(parts)).send(get(service))).status).toBe(401);
  });
});
