import { describe, expect, it } from 'vitest';
import { BudgetSpentError, runBudget, withBudget } from '#core/checks/budget.ts';
import { openProber } from '#core/checks/prober.ts';
import { readTarget } from '#core/checks/read-target.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { ProbeFault, type ProbeSockets } from '#core/kernel/ports.ts';
import { seededRandom } from '#test/core/fakes.ts';

const { signal } = new AbortController();

/** Sockets to anywhere, and what passed them. */
function counted() {
  const passed = { opened: 0, bytes: 0 };
  const stream = {
    write: () => undefined,
    read: () => new Promise<never>(() => undefined),
    secure: () => Promise.reject(new Error('not secured here')),
    close: () => undefined,
  };
  const sockets: ProbeSockets = {
    lookup: (host) => Promise.resolve({ kind: 'found', addresses: [host] }),
    connect() {
      passed.opened += 1;
      return Promise.resolve(stream);
    },
    datagrams: () =>
      Promise.resolve({
        send: ({ byteLength }) => void (passed.bytes += byteLength),
        receive: () => Promise.resolve(new Uint8Array()),
        close: () => undefined,
      }),
    close: () => undefined,
  };
  return { passed, unbounded: sockets, sockets: withBudget(sockets) };
}

describe('a run of checks', () => {
  it('sends one address no more datagrams than its part, however many connections lead there', async () => {
    const { passed, sockets } = counted();
    for (let n = 0; n < 400; n += 1) {
      const socket = await sockets.datagrams(['192.0.2.1'], 1, signal).catch(() => undefined);
      for (let sent = 0; sent < 20; sent += 1) socket?.send(new Uint8Array(1000));
    }
    expect(passed.bytes).toBeLessThanOrEqual(runBudget.bytes.address);
    const next = await sockets.datagrams(['192.0.2.1'], 1, signal);
    next.send(new Uint8Array(1000));
    await expect(next.receive()).rejects.toThrow(BudgetSpentError);
    const other = await sockets.datagrams(['192.0.2.2'], 1, signal);
    other.send(new Uint8Array(1000));
    expect(await other.receive()).toHaveLength(0);
  });

  it.each([
    ['alone', () => ['192.0.2.1']],
    // There may be no route to the first.
    ['behind others', (n: number) => [`2001:db8::${n.toString(16)}`, '192.0.2.1']],
  ])('opens so many connections to one address: %s', async (_, addresses) => {
    const { passed, sockets } = counted();
    for (let n = 0; n < 2 * runBudget.opened.address; n += 1) {
      await sockets.connect(addresses(n), 1, signal).catch(() => undefined);
    }
    expect(passed.opened).toBe(runBudget.opened.address);
  });

  it('keeps within it, however many connections lead to one address', async () => {
    const { passed, unbounded } = counted();
    const connect: ProbeSockets['connect'] = async (...to) => {
      await unbounded.connect(...to);
      throw new ProbeFault('refused');
    };
    const clock = { ...createSystemClock(), serviceTime: () => Date.now() };
    const sockets = { ...unbounded, connect };
    const prober = openProber({ sockets, random: seededRandom(), clock });
    const target = readTarget('trojan', { connection_url: 'trojan://p@192.0.2.1:443' });
    if (target.kind === 'undetermined') throw new Error(target.reason);
    for (let n = 0; n < 2 * runBudget.opened.address; n += 1) {
      const lookup = { kind: 'found', addresses: ['192.0.2.1'] } as const;
      await prober.probe(target, lookup, signal);
    }
    expect(passed.opened).toBe(runBudget.opened.address);
  });
});
