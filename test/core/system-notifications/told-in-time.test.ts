import { expect, it } from 'vitest';
import type { InboxState } from '#contract/ipc/inbox.ts';
import type { SystemNotification } from '#core/system-notifications/notification.ts';
import { findServer } from '#service/catalog/servers.ts';
import { coreOfATest, newMachine, rowsOf, type Running } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();

const ownEvents = ({ items }: InboxState) => items.flatMap(({ event }) => event ?? []);

it('what changed at the service is in the inbox and shown, once, over a restart too', async () => {
  const service = await serve();
  const account = service.control.account();
  const wholeDay = { notification_start_hour: 0, notification_end_hour: 0 };
  Object.assign(account.notification_settings, wholeDay);
  const machine = newMachine();
  let moved = 0;
  const shown: SystemNotification[] = [];
  const start = () =>
    run(
      machine,
      undefined,
      { now: () => Date.now() + moved, monotonic: () => performance.now() + moved },
      (app) => {
        app.onNotification((notification) => void shown.push(notification));
      },
    );
  let core: Running = await start();
  /** Refreshes two hours later, when all that is read hourly is read again. */
  const refreshLater = async () => {
    moved += 2 * 3_600_000;
    service.control.advance(2 * 3600);
    const reads = () => service.control.journal.counts()['devices.list'] ?? 0;
    const before = reads();
    await core.ask('sync.refresh', {});
    await expect.poll(reads).toBeGreaterThan(before);
  };
  await core.signIn(service);
  await expect.poll(() => service.control.journal.counts()['devices.list']).toBe(1);
  const online = (await rowsOf(core)).find(
    ({ source, state }) => source === 'config' && state.state === 'usable',
  );
  const key = online?.key ?? '';
  await core.ask('connections.setFavourite', { key, favourite: true });
  await refreshLater();
  expect(ownEvents(await core.ask('inbox.get', {}))).toEqual([]);
  const [device] = account.devices;
  const [option] = account.paid_options;
  const server = findServer(
    account.configs.find(({ id }) => key === `config:${String(id)}`)?.server_id ?? 0,
  );
  if (!device || !option || !server) throw new Error('the account has none');
  account.devices.push({ ...device, id: 99_999, device_name: 'Unknown PC' });
  option.used_traffic_bytes = option.traffic_limit_bytes;
  Object.assign(server, { health: 'offline' });
  service.control.changed();
  const title = online?.title.trim() || online?.place;
  const told = ['device Unknown PC', `favourite-down ${title ?? ''}`, 'traffic 100'];
  const events = async () =>
    ownEvents(await core.ask('inbox.get', {})).map((event) =>
      event.kind === 'traffic'
        ? `traffic ${String(event.percent)}`
        : `${event.kind} ${event.title}`,
    );
  await refreshLater();
  await expect.poll(async () => (await events()).toSorted()).toEqual([told[0], told[2]]);
  await refreshLater();
  await expect.poll(async () => (await events()).toSorted()).toEqual(told);
  await core.stop();
  core = await start();
  await refreshLater();
  expect((await events()).toSorted()).toEqual(told);
  const own = new Set(['device', 'traffic', 'favourite-down']);
  expect(shown.filter(({ kind }) => own.has(kind))).toHaveLength(3);
});
