import { describe, expect, it } from 'vitest';
import { TransportError, type HttpTransport, type RecordChange } from '#core/kernel/ports.ts';
import { coreOfATest, newMachine, type Running } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();
const day = 86_400_000;

const unreachable = (transport: HttpTransport): HttpTransport => ({
  ...transport,
  send: () => Promise.reject(new TransportError('unreachable', false)),
});

/** A machine that knows under which names its vault was written to. */
function watchedMachine() {
  const machine = newMachine();
  const spaces = new Set<string>();
  return {
    machine: {
      ...machine,
      vault: {
        ...machine.vault,
        write(changes: readonly RecordChange[]) {
          for (const { account } of changes) spaces.add(account);
          machine.vault.write(changes);
        },
      },
    },
    /** How many records of a purpose there are. */
    records: (purpose: string) =>
      [...spaces].flatMap((space) => machine.vault.readAll(space, purpose)).length,
  };
}

async function seen(running: Running) {
  const { count } = await running.ask('connections.rows', {});
  const profile = await running.ask('cache.read', { id: 'profile.get', input: {} });
  const { items } = await running.ask('inbox.get', {});
  const { refreshedAt } = await running.ask('sync.get', {});
  return {
    connections: count,
    profile: profile.value !== undefined,
    messages: items.length,
    refreshed: refreshedAt !== null,
  };
}

/** Signs in and reads everything, then starts again without a network after so many days. */
async function returnAfter(days: number, cacheDays: 0 | 30 | 90) {
  const service = await serve();
  service.control.account().cloud_servers = [];
  const { machine, records } = watchedMachine();
  const running = await run(machine);
  const received = running.until('inbox.changed', ({ items }) => items.length > 0);
  const named = running.until('session.changed', ({ account }) => (account?.name ?? '') !== '');
  await running.signIn(service);
  await Promise.all([received, named]);
  await running.ask('settings.set', { cacheDays });
  const before = { ...(await seen(running)), records: records('secrets') };
  await running.stop();
  const now = Date.now() + days * day;
  const after = await seen(await run(machine, unreachable, { now: () => now }));
  return { before, after: { ...after, records: records('secrets') }, machine, records };
}

describe('a read that was not refreshed for longer than the chosen number of days', () => {
  it('is removed at the next start, and messages and keys are not', async () => {
    const { before, after, machine, records } = await returnAfter(32, 30);
    expect(before).toMatchObject({ profile: true, refreshed: true });
    expect(before.connections).toBeGreaterThan(10);
    expect(after).toEqual({
      connections: 0,
      profile: false,
      messages: before.messages,
      refreshed: false,
      records: 0,
    });
    expect(records('read-cache')).toBe(0);
    expect(machine.secrets.entries.size).toBeGreaterThan(0);
  });

  it.each([
    [28, 30],
    [88, 90],
    [4000, 0],
  ] as const)('is still there after %i days where it is kept for %i', async (days, retained) => {
    const { before, after } = await returnAfter(days, retained);
    expect(after).toEqual(before);
  });
});
