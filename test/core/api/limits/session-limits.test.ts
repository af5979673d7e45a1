import { describe, expect, it } from 'vitest';
import { overviewLimit } from '#contract/endpoint.ts';
import type { RunningService } from '#service/service.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { serve, run, newMachine, type Running } from '#test/core/harness.ts';

const accountOf = async (running: Running) =>
  (await running.ask('session.get', {})).account?.id ?? '';

/** Asks more than the overview lets out, and waits until no more of it arrives. */
async function saturate(running: Running, service: RunningService): Promise<void> {
  const requests = () => service.control.journal.entries().length;
  for (let n = 0; n <= overviewLimit.max; n += 1)
    void running.call('apiKeys.list' as never, {} as never);
  let before = -1;
  const settled = () => {
    const same = requests() === before;
    before = requests();
    return same;
  };
  await expect.poll(settled, { interval: 500 }).toBe(true);
}

/** Without headers, the client has only its own count. */
const withoutHeaders = (transport: HttpTransport): HttpTransport => ({
  send: async (request) => ({ ...(await transport.send(request)), headers: {} }),
  close: () => transport.close(),
});

const refusals = (service: RunningService) =>
  service.control.journal.entries().filter(({ status }) => status === 429);

describe('rate-limit usage', () => {
  it('counts the question of the sign-in, so that the first storm meets no refusal', async () => {
    const service = await serve({ limits: 'overview', windows: 'sliding' });
    const running = await run(newMachine(), withoutHeaders);
    await running.signIn(service);
    await saturate(running, service);
    expect(refusals(service)).toEqual([]);
  });

  it('stays spent when a user signs out and in again', async () => {
    const service = await serve({ limits: 'overview', windows: 'sliding' });
    const running = await run(newMachine(), withoutHeaders);
    await running.signIn(service);
    await running.ask('session.signOut', { account: await accountOf(running) });
    await running.signIn(service);
    await saturate(running, service);
    expect(refusals(service)).toEqual([]);
  });
});
