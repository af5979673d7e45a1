import { describe, expect, it } from 'vitest';
import type { ProbeSockets } from '#core/kernel/ports.ts';
import { coreOfATest, newMachine, type Machine } from '#test/core/harness.ts';
import { createCheckSockets } from '#test/renderer/window/check-sockets.ts';

const { serve, run } = coreOfATest();

/** A network that cuts TLS off, and lets everything else through. */
async function fixture() {
  const service = await serve({ limits: 'off' });
  const contacted: string[] = [];
  const look: { up: ProbeSockets['lookup'] } = {
    up: () => Promise.resolve({ kind: 'found', addresses: ['192.0.2.1'] }),
  };
  const machine: Machine = {
    ...newMachine(),
    distance: {
      measure(address) {
        contacted.push(address);
        return Promise.resolve(undefined);
      },
    },
    openProbeSockets: () => ({
      ...createCheckSockets(),
      lookup(host, signal) {
        contacted.push(host);
        return look.up(host, signal);
      },
    }),
  };
  const config = service.control.account().configs.find(({ protocol }) => protocol === 'vless');
  if (!config) throw new Error('the demo account has a VLESS connection');
  const key = `config:${String(config.id)}`;
  const running = await run(machine);
  await running.signIn(service);
  return { service, machine, running, config, key, contacted, look };
}

describe('making a connection work', () => {
  it('contacts nothing before the user has read what a check does', async () => {
    const { running, key, contacted } = await fixture();
    const answer = await running.call('checks.planRepair', { key });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'declined' } });
    expect(contacted).toEqual([]);
  });

  it('finds out what works, changes nothing for that, and proves what it changed', async () => {
    const { running, config, key, machine } = await fixture();
    await running.ask('checks.accept', {});
    const before = config.connection_url;
    const { steps } = await running.ask('checks.planRepair', { key });
    const asked = () => machine.consentDialog.questions.map(({ kind }) => kind);
    expect([steps.length, config.connection_url, asked()]).toEqual([2, before, ['sign-in']]);
    const request = { action: 'repair' as const, key, to: steps.map(({ to }) => to) };
    const over = running.until('batches.changed', ({ batches }) => batches[0]?.running === false);
    const { id } = await running.ask('batches.start', { request, count: 2, sum: null });
    await over;
    expect(asked()).toEqual(['sign-in', 'repair']);
    const { summary, items } = await running.ask('batches.get', { id });
    expect(summary.stopped).toBeNull();
    expect(items.map(({ state }) => state)).toEqual(['done', 'left-out']);
    expect(items[0]?.found).toMatchObject({ outcome: 'answers' });
    expect(config.protocol).toBe(steps[0]?.to.protocol);
    expect((await running.ask('connections.get', { key })).protocol).toBe(config.protocol);
  });

  it('says after a restart that it was changed and not checked', async () => {
    const { running, machine, key, look } = await fixture();
    await running.ask('checks.accept', {});
    const { steps } = await running.ask('checks.planRepair', { key });
    // From now on every check waits.
    const waiting = new Promise<void>((resolve) => {
      look.up = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const request = { action: 'repair' as const, key, to: steps.map(({ to }) => to) };
    const { id } = await running.ask('batches.start', { request, count: 2, sum: null });
    await waiting;
    await running.stop();
    const again = await run(machine);
    const { summary, items } = await again.ask('batches.get', { id });
    expect(summary).toMatchObject({ stopped: 'interrupted', seen: false });
    expect(items.map(({ state, found }) => [state, found])).toEqual([
      ['done', undefined],
      ['pending', undefined],
    ]);
  });
});
