import { expect, it } from 'vitest';
import { pageOfDevices } from '#contract/constants.ts';
import type { InboxState } from '#contract/ipc/inbox.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';
import type { RunningService } from '#service/service.ts';
import { serve, run, newMachine, type Running } from '#test/core/harness.ts';

const wholeDay = { notification_start_hour: 0, notification_end_hour: 0 };

/** Refreshes, and waits for what follows a refresh: the profile, and then the check of what is new. */
async function refresh(core: Running, service: RunningService): Promise<void> {
  const profiles = () => service.control.journal.counts()['profile.get'] ?? 0;
  const before = profiles();
  await core.ask('sync.refresh', {});
  await expect.poll(profiles).toBeGreaterThan(before);
  await core.ask('sync.refresh', {});
}

const ownEvents = ({ items }: InboxState) => items.flatMap(({ event }) => event ?? []);

it('a new device is reported once among more than a page of them, whenever each page was read', async () => {
  const service = await serve({ limits: 'off' });
  const account = service.control.account();
  const [device] = account.devices;
  if (!device) throw new Error('the account has none');
  const devices = Array.from({ length: 205 }, (_, n) => ({ ...device, id: n + 1 }));
  Object.assign(account, { cloud_servers: [], paid_options: [], devices });
  let moved = 0;
  const core = await run(newMachine(), undefined, {
    now: () => Date.now() + moved,
    monotonic: () => performance.now() + moved,
  });
  const reads = () => service.control.journal.counts()['devices.list'] ?? 0;
  const names = async () => ownEvents(await core.ask('inbox.get', {})).map(({ title }) => title);
  const refreshAfter = async (minutes: number) => {
    moved += minutes * 60_000;
    service.control.advance(minutes * 60);
    await refresh(core, service);
  };
  await core.signIn(service);
  await expect.poll(reads).toBe(3);
  account.devices.unshift({ ...device, id: 99_999, device_name: 'Unknown PC' });
  // The first page alone is read again, because the window shows it: the last one on it moved away.
  moved += 10 * 60_000;
  await core.ask('cache.read', { id: 'devices.list', input: { query: pageOfDevices } });
  await expect.poll(reads).toBe(4);
  await refreshAfter(10);
  expect(await names()).toEqual([]);
  await expect
    .poll(async () => {
      await refreshAfter(65);
      return names();
    })
    .toEqual(['Unknown PC']);
  await refreshAfter(65);
  await refreshAfter(65);
  expect(await names()).toEqual(['Unknown PC']);
});

it.each([
  ['servers', 'cloudServers.list'],
  ['configurations', 'configs.list'],
])('the sum that a reminder names is a lower bound where %s may not be read', async (_, list) => {
  const service = await serve({ limits: 'off' });
  const account = service.control.account();
  Object.assign(account.notification_settings, wholeDay);
  account.balance = 0;
  account.configs = account.configs.slice(0, 1);
  account.cloud_servers = account.cloud_servers.slice(0, 1);
  for (const thing of [...account.configs, ...account.cloud_servers]) {
    Object.assign(thing, {
      expires_at: service.control.now() + 7200,
      auto_renewal: true,
      auto_renewal_days: 30,
    });
  }
  Object.assign(account, { paid_options: [] });
  service.control.setFaults([`${list}:403`]);
  const shown: SystemNotification[] = [];
  const core = await run(newMachine(), undefined, undefined, (app) =>
    app.onNotification((notification) => void shown.push(notification)),
  );
  await core.ask('session.signIn', { service: service.url, key: service.key });
  await expect
    .poll(() => shown.filter(({ kind }) => kind === 'expiring'))
    .toMatchObject([{ why: { atLeast: true } }]);
});
