import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import { createEncryptedResolver } from '#adapters/resolver/encrypted-resolver.ts';
import { startResolver } from '#test/adapters/checks/resolver-server.ts';
import { connectProxy, socksProxy } from '#test/adapters/transport/proxies.ts';
import { listen } from '#test/adapters/transport/servers.ts';
import { coreOfATest, newMachine, type Machine, type Running, rowsOf } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();

/** Signed in to a service with one connection, whose checks have been explained. */
async function signedIn(
  machine: Machine,
  connection: { readonly protocol: string; readonly url: string },
) {
  const service = await serve();
  for (const config of service.control.account().configs) {
    config.protocol = connection.protocol;
    config.connection_url = connection.url;
  }
  const running = await run(machine);
  await running.signIn(service);
  await running.ask('checks.accept', {});
  return running;
}

async function checkFirst(running: Running): Promise<CheckResult | undefined> {
  const rows = await rowsOf(running);
  const key = rows.find((row) => row.key.startsWith('config:'))?.key ?? '';
  const over = running.until('checks.changed', (progress) => !progress.running);
  await running.ask('checks.start', { keys: [key], interrupting: false });
  await over;
  const after = await rowsOf(running);
  return after.find((row) => row.key === key)?.check?.result;
}

describe('an encrypted resolver', () => {
  const url = 'ss://YTpi@nl.example.com:1';

  it('is queried only after the user allowed it in main’s own dialog', async () => {
    const server = await startResolver({ 'nl.example.com': ['192.0.2.1'] });
    const opened: string[] = [];
    const machine = {
      ...newMachine(),
      openResolver(at: string) {
        opened.push(at);
        return Promise.resolve(createEncryptedResolver(server.transport(), server.url));
      },
    };
    const running = await signedIn(machine, { protocol: 'outline', url });
    await checkFirst(running);
    machine.consentDialog.agrees = false;
    expect(await running.call('checks.choose', { checkResolver: 'cloudflare' })).toMatchObject({
      failure: { kind: 'declined' },
    });
    await checkFirst(running);
    expect([opened, server.requested]).toEqual([[], []]);

    machine.consentDialog.agrees = true;
    const state = await running.ask('checks.choose', { checkResolver: 'cloudflare' });
    expect(state).toMatchObject({ checkResolver: 'cloudflare' });
    expect(machine.consentDialog.questions.at(-1)).toEqual({
      kind: 'check-resolver',
      owner: 'Cloudflare',
      url: 'https://1.1.1.1/dns-query',
    });
    await checkFirst(running);
    expect(opened).toEqual(['https://1.1.1.1/dns-query']);
    expect(new Set(server.requested)).toEqual(new Set(['A nl.example.com', 'AAAA nl.example.com']));
  });

  it('is switched off without a question', async () => {
    const machine = newMachine();
    const running = await run(machine);
    await running.ask('checks.choose', { checkResolver: 'google' });
    machine.consentDialog.questions.length = 0;
    expect(await running.ask('checks.choose', { checkResolver: 'off' })).toMatchObject({
      checkResolver: 'off',
    });
    expect(machine.consentDialog.questions).toEqual([]);
  });

  it('cannot be named by the window', async () => {
    const running = await run(newMachine());
    for (const input of [{ checkResolver: 'https://sink.example.com/dns-query' }, { url: 'x' }]) {
      expect(await running.app.call('checks.choose', input)).toMatchObject({
        failure: { kind: 'invalid-input' },
      });
    }
    expect(await running.app.call('settings.set', { checkResolver: 'google' })).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
  });
});

describe('a test address for proxies', () => {
  it('is requested only after the user allowed it, and is part of the result then', async () => {
    const { server, requested } = connectProxy(1);
    const port = await listen(server);
    const machine = newMachine();
    const url = `user:secret@127.0.0.1:${String(port)}`;
    const running = await signedIn(machine, { protocol: 'http', url });
    const checkAddress = { host: 'www.example.com', port: 443 };

    // The proxy is on this computer, which the user allows.
    await checkFirst(running);
    expect(machine.consentDialog.questions.at(-1)).toMatchObject({ address: '127.0.0.1' });
    machine.consentDialog.agrees = false;
    expect(await running.call('checks.choose', { checkAddress })).toMatchObject({ ok: false });
    expect(requested).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);

    machine.consentDialog.agrees = true;
    await running.ask('checks.choose', { checkAddress });
    expect(machine.consentDialog.questions.at(-1)).toEqual({
      kind: 'check-address',
      ...checkAddress,
    });
    await checkFirst(running);
    expect(requested.at(-1)).toBe('www.example.com:443');
  });
});

describe('checks through the proxy', () => {
  const url = 'ss://YTpi@nl.example.com:8388';

  it('go there only when the user chose that, with its login from the keychain', async () => {
    const { server, requested } = socksProxy(1, { login: 'user:secret' });
    const port = await listen(server);
    const machine = newMachine();
    const lookedUp: string[] = [];
    const running = await signedIn(
      {
        ...machine,
        openProbeSockets(proxy) {
          const sockets = machine.openProbeSockets(proxy);
          if (proxy !== undefined) return sockets;
          return {
            ...sockets,
            lookup(host) {
              lookedUp.push(host);
              return Promise.resolve({ kind: 'found', addresses: ['192.0.2.1'] });
            },
            connect: () => Promise.reject(new Error('nothing is contacted here')),
          };
        },
      },
      { protocol: 'outline', url },
    );
    const login = { user: 'user', password: 'secret' };
    await running.ask('network.setProxy', { kind: 'socks5', host: '127.0.0.1', port, login });
    await checkFirst(running);
    expect([lookedUp, requested]).toEqual([['nl.example.com'], []]);

    const state = await running.ask('checks.choose', { checkThroughProxy: true });
    expect(JSON.stringify(state)).not.toContain('secret');
    expect(await checkFirst(running)).toMatchObject({ outcome: 'answers', throughProxy: true });
    expect(lookedUp).toEqual(['nl.example.com']);
    expect(requested[0]).toBe('nl.example.com:8388');
  });

  it('do not start, and do not bypass it, while its settings are not confirmed', async () => {
    const machine = newMachine();
    const running = await signedIn(machine, { protocol: 'outline', url });
    await running.ask('checks.choose', { checkThroughProxy: true });
    const proxy = { kind: 'socks5', host: '127.0.0.1', port: 1, login: false };
    machine.files.write('network.json', JSON.stringify({ proxy }));
    await running.stop();
    const again = await run({ ...machine, openProbeSockets: () => expect.unreachable() });
    const rows = await rowsOf(again);
    expect(
      await again.call('checks.start', { keys: [rows[0]?.key ?? ''], interrupting: false }),
    ).toMatchObject({ failure: { kind: 'unsent', reason: 'settings-changed' } });
  });
});
