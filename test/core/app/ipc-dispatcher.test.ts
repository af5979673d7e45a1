import { describe, expect, it } from 'vitest';
import type { CachedRead } from '#contract/ipc/cache.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { serve, run, signedIn, newMachine } from '#test/core/harness.ts';

const firstPage = { query: { page: 1, limit: 20 } };

const totalOf = ({ id, value }: CachedRead): number | undefined =>
  id === 'devices.list' ? (value as { total: number } | undefined)?.total : undefined;

describe('a change that the window sends', () => {
  it('of a resource that no longer exists refreshes its list', async () => {
    const { service, running } = await signedIn();
    const { devices } = service.control.account();
    const read = running.until('cache.changed', (entry) => totalOf(entry) === devices.length);
    await running.ask('cache.read', { id: 'devices.list', input: firstPage });
    await read;
    const gone = devices.pop();
    const again = running.until('cache.changed', (entry) => totalOf(entry) === devices.length);
    const answer = await running.app.call('devices.delete', { path: { id: gone?.id } });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-found', errorCode: 40 } });
    await again;
  });
});

describe('a change that is answered with an error of the service', () => {
  it('is reported as one that may have happened, and what it changes is fetched again', async () => {
    const { service, running } = await signedIn();
    const { devices } = service.control.account();
    const total = devices.length;
    const read = running.until('cache.changed', (entry) => totalOf(entry) === total);
    await running.ask('cache.read', { id: 'devices.list', input: firstPage });
    await read;
    const again = running.until('cache.changed', (entry) => totalOf(entry) === total - 1);
    service.control.setFaults(['devices.delete:500-after']);
    const path = { id: devices[0]?.id };
    expect(await running.app.call('devices.delete', { path })).toMatchObject({
      ok: false,
      failure: { kind: 'outcome-unknown', status: 500 },
    });
    await again;
  });
});

/** Adds to the `data` of every answer a field that no schema names. */
function withMoreFields(transport: HttpTransport): HttpTransport {
  return {
    close: () => transport.close(),
    async send(request) {
      const answer = await transport.send(request);
      const body = JSON.parse(Buffer.from(answer.body).toString()) as Record<string, unknown>;
      const { data } = body;
      if (typeof data !== 'object' || data === null || Array.isArray(data)) return answer;
      const more = { ...body, data: { ...data, awg_config: 'hidden', backup_key: 'hidden' } };
      return { ...answer, body: Buffer.from(JSON.stringify(more)) };
    },
  };
}

describe('the answer to a change that the window sends', () => {
  it('has the fields of its endpoint’s schema only', async () => {
    const service = await serve();
    const running = await run(newMachine(), withMoreFields);
    await running.signIn(service);
    const [config] = service.control.account().configs;
    const path = { config_id: config?.id };
    const changed = await running.app.call('configs.setXrayConfig', {
      path,
      body: { xray_config: '{}' },
    });
    expect(changed).toMatchObject({ ok: true, value: { connection_url: null, xray_config: null } });
    const reset = await running.app.call('configs.resetXrayConfig', { path });
    expect(reset).toMatchObject({ ok: true, value: { connection_url: null } });
    expect(JSON.stringify([changed, reset])).not.toMatch(/hidden|awg_config|backup_key/);
  });
});

describe('the key in use', () => {
  it('is identified by its id, once the keys are listed', async () => {
    const { service, running } = await signedIn();
    expect(await running.ask('session.keyInUse', {})).toEqual({ id: null });
    const { keys } = service.control.account();
    const [own] = keys;
    if (own === undefined) throw new Error('the demo account has no key');
    keys.push({ ...own, id: own.id + 1, key_prefix: 'svc_another0' });
    const listed = running.until('cache.changed', ({ id }) => id === 'apiKeys.list');
    await running.ask('cache.read', { id: 'apiKeys.list', input: {} });
    await listed;
    expect(await running.ask('session.keyInUse', {})).toEqual({ id: own.id });
  });
});
