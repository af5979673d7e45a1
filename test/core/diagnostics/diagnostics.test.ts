import { describe, expect, it } from 'vitest';
import { facetsOf } from '#contract/connections/facets.ts';
import { TransportError, type HttpTransport } from '#core/kernel/ports.ts';
import { errorBody } from '#test/core/fakes.ts';
import {
  serve,
  run,
  signedIn,
  newMachine,
  type Machine,
  type Running,
  rowsOf,
} from '#test/core/harness.ts';

interface Report {
  readonly session: Record<string, unknown>;
  readonly sync: Record<string, unknown> | null;
  readonly connections: Record<string, number> | null;
  readonly limits: readonly Record<string, unknown>[] | null;
  readonly failures: readonly Record<string, unknown>[];
  readonly log: readonly Record<string, unknown>[];
}

async function saved(
  running: Running,
  machine: Machine,
): Promise<{ text: string; report: Report }> {
  const { name } = await running.ask('settings.saveDiagnostics', {});
  const [file] = machine.shell.saved.splice(0);
  expect(file?.name).toBe(name);
  const text = file?.text ?? '';
  return { text, report: JSON.parse(text) as Report };
}

/** A service whose every refusal repeats what it should not, once `spill` is on. */
function spilling(words: string) {
  const state = { spill: false };
  const through = (transport: HttpTransport): HttpTransport => ({
    ...transport,
    async send(request) {
      if (!state.spill) return await transport.send(request);
      if (request.url.endsWith('/locations')) throw new TransportError('unreachable', false);
      return errorBody(400, 7, words);
    },
  });
  return { state, through };
}

describe('a diagnostics report', () => {
  it('contains no key, no address but the service’s origin, no e-mail, no login and no title', async () => {
    const service = await serve();
    const machine = newMachine();
    const account = service.control.account();
    account.email = 'anna@canary.example.com';
    const connections = JSON.stringify(account).match(/[a-z0-9]+:\/\/[^"\s\\]{20,}/g) ?? [];
    const canaries = [
      service.key,
      service.key.slice(0, 12),
      account.subscription_key ?? '',
      account.email,
      'Anna Canary',
      'canary-p@ssword',
      'proxy.canary.example.com',
      ...connections,
      ...connections.flatMap((url) => /@([^/:?#]+)/.exec(url)?.[1] ?? []),
      ...account.configs.flatMap(({ title }) => (title === null ? [] : [title])),
      // One of them is an English word that a report may well use.
    ].filter((text) => text.length >= 4 && text !== 'test');
    const { state, through } = spilling(canaries.slice(0, 30).join(' '));
    const running = await run(machine, through);
    await running.signIn({ url: `${service.url}/`, key: service.key });
    for (const words of canaries) machine.log.write('warn', words, { why: words, [words]: 1 });
    state.spill = true;
    await running.ask('network.setProxy', {
      kind: 'http',
      host: 'proxy.canary.example.com',
      port: 3128,
      login: { user: 'Anna Canary', password: 'canary-p@ssword' },
    });
    await running.ask('sync.refresh', {});
    const { text, report } = await saved(running, machine);
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
    expect(canaries.length).toBeGreaterThan(20);
    expect(text).not.toContain((await running.ask('session.get', {})).account?.id);
    expect(report.session['service']).toBe(new URL(service.url).origin);
  });

  it('contains the versions, the settings, the states and the number of connections', async () => {
    const { machine, running } = await signedIn();
    const { report } = await saved(running, machine);
    const { sources } = facetsOf(await rowsOf(running), Date.now());
    expect(report).toMatchObject({
      culvert: { version: '0', platform: 'linux', runtime: 'test' },
      settings: { language: 'system', clipboardSeconds: 60, resolvedLanguage: 'en' },
      network: { proxy: 'none', proxyLogin: 'none', authorities: [] },
      session: { status: 'signed-in', accounts: 1, keychain: 'ready', persistent: true },
      sync: { network: 'online', paused: false, failure: null },
      connections: Object.fromEntries(sources.map(({ value, count }) => [value, count])),
    });
    const pace = report.limits?.find(({ endpoint }) => endpoint === 'configs.list');
    expect(pace).toMatchObject({ room: expect.any(Number) as unknown });
  });

  it('contains the last failure of each endpoint, by numbers that the log has too', async () => {
    const service = await serve();
    const machine = newMachine();
    const { state, through } = spilling('No such thing');
    const running = await run(machine, through);
    await running.signIn(service);
    state.spill = true;
    await running.ask('cache.read', { id: 'apiKeys.list', input: {} });
    await running.until('cache.changed', ({ failure }) => failure !== null);
    const { report } = await saved(running, machine);
    const failed = report.failures.find(({ endpoint }) => endpoint === 'apiKeys.list');
    expect(failed).toMatchObject({ kind: 'rejected', status: 400, errorCode: 7 });
    expect(failed).not.toHaveProperty('message');
    expect(report.log).toContainEqual({
      level: 'warn',
      event: 'failed',
      endpoint: 'apiKeys.list',
      kind: 'rejected',
      request: failed?.['requestId'],
    });
  });

  it('is available while nobody is signed in', async () => {
    const machine = newMachine();
    const { report } = await saved(await run(machine), machine);
    expect(report).toMatchObject({ sync: null, connections: null, limits: null });
    expect(report.session).toMatchObject({ status: 'signed-out', accounts: 0, service: null });
  });
});
