import { expect, it } from 'vitest';
import { TransportError, type Clock } from '#core/kernel/ports.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';
import { serve, run, newMachine, rowsOf, type Running } from '#test/core/harness.ts';

const dayMs = 86_400_000;
const fast: Partial<Clock> = { now: () => Date.now() + 10 * dayMs };

/** A service with one configuration, of which five days are left. */
async function fiveDaysLeft() {
  const service = await serve({ limits: 'off' });
  const account = service.control.account();
  account.configs.splice(1);
  for (const config of account.configs) config.expires_at = (Date.now() + 5 * dayMs) / 1000;
  return service;
}

const stateOf = async (running: Running) =>
  (await rowsOf(running)).find(({ key }) => key.startsWith('config:'))?.state.state;

it('a configuration with five days left has not expired on a computer whose clock is ten days fast, nor in the next run', async () => {
  const service = await fiveDaysLeft();
  const machine = newMachine();
  const first = await run(machine, undefined, fast);
  await first.signIn(service);
  expect(await stateOf(first)).toBe('expiring');
  const { time } = await first.ask('sync.get', {});
  expect(time.known).toBe(true);
  expect(Math.abs(time.offset + 10 * dayMs)).toBeLessThan(2000);
  await first.stop();
  const unreachable = new TransportError('unreachable', false);
  const offline = (transport: object) => ({
    ...transport,
    send: () => Promise.reject(unreachable),
    close: () => Promise.resolve(),
  });
  const next = await run(machine, offline, fast);
  expect(await stateOf(next)).not.toBe('expired');
  expect((await next.ask('sync.get', {})).time.known).toBe(false);
});

it('a clock that is set while the program runs changes nothing', async () => {
  const service = await fiveDaysLeft();
  let by = 0;
  const running = await run(newMachine(), undefined, { now: () => Date.now() + by });
  await running.signIn(service);
  expect((await running.ask('sync.get', {})).time.offset).toBe(0);
  by = 10 * dayMs;
  expect(await stateOf(running)).toBe('expiring');
  by = -400 * dayMs;
  const [row] = await rowsOf(running);
  expect(row?.state.state).toBe('expiring');
  const changed = running.until('sync.changed', ({ time }) => time.offset > 399 * dayMs);
  await running.ask('sync.refresh', {});
  await changed;
});

it('what expires is announced by the service’s time', async () => {
  const service = await fiveDaysLeft();
  const account = service.control.account();
  Object.assign(account, { cloud_servers: [], paid_options: [] });
  Object.assign(account.configs[0] ?? {}, { auto_renewal: false });
  // At any hour of the day.
  Object.assign(account.notification_settings, {
    notification_start_hour: 0,
    notification_end_hour: 0,
  });
  // By this computer's clock it is over, of which nothing is said.
  const running = await run(newMachine(), undefined, fast);
  const { promise, resolve } = Promise.withResolvers<SystemNotification>();
  running.app.onNotification((each) => {
    if (each.kind === 'expiring') resolve(each);
  });
  await running.signIn(service);
  const expiresAt = (account.configs[0]?.expires_at ?? 0) * 1000;
  expect(await promise).toMatchObject({ expiresAt: expect.closeTo(expiresAt, -4) as number });
});
