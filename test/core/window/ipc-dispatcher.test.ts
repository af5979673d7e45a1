import { describe, expect, it } from 'vitest';
import type { LibraryEntry } from '#contract/ipc/cache.ts';
import { coreOfATest, newMachine } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();
const firstPage = { query: { page: 1, limit: 20 } };

const totalOf = ({ id, value }: LibraryEntry): number | undefined =>
  id === 'devices.list' ? (value as { total: number } | undefined)?.total : undefined;

describe('a change that the window sends', () => {
  it('of a thing that is gone has the list of such things read again', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    const { devices } = service.control.account();
    const read = running.until('library.changed', (entry) => totalOf(entry) === devices.length);
    await running.ask('library.read', { id: 'devices.list', input: firstPage });
    await read;
    const gone = devices.pop();
    const again = running.until('library.changed', (entry) => totalOf(entry) === devices.length);
    const answer = await running.app.call('devices.delete', { path: { id: gone?.id } });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-found', errorCode: 40 } });
    await again;
  });
});

describe('a change that is answered with an error of the service', () => {
  it('is told as one that may have happened, and what it changes is read again', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    const { devices } = service.control.account();
    const total = devices.length;
    const read = running.until('library.changed', (entry) => totalOf(entry) === total);
    await running.ask('library.read', { id: 'devices.list', input: firstPage });
    await read;
    const again = running.until('library.changed', (entry) => totalOf(entry) === total - 1);
    service.control.setFaults(['devices.delete:500-after']);
    const path = { id: devices[0]?.id };
    expect(await running.app.call('devices.delete', { path })).toMatchObject({
      ok: false,
      failure: { kind: 'outcome-unknown', status: 500 },
    });
    await again;
  });
});

describe('the key in use', () => {
  it('is told by its number, once the keys are listed', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    expect(await running.ask('session.keyInUse', {})).toEqual({ id: null });
    const { keys } = service.control.account();
    const [own] = keys;
    if (own === undefined) throw new Error('the demo account has no key');
    keys.push({ ...own, id: own.id + 1, key_prefix: 'svc_another0' });
    const listed = running.until('library.changed', ({ id }) => id === 'apiKeys.list');
    await running.ask('library.read', { id: 'apiKeys.list', input: {} });
    await listed;
    expect(await running.ask('session.keyInUse', {})).toEqual({ id: own.id });
  });
});
