import { describe, expect, it } from 'vitest';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import { serve, run, newMachine, type Running } from '#test/core/harness.ts';

/** The detail of a connection once it is as expected, read again at each change that main reports. */
async function detail(
  running: Running,
  key: string,
  isExpected: (detail: ConnectionDetail) => boolean,
): Promise<ConnectionDetail> {
  for (;;) {
    const published = running.until('connections.changed', ({ put, removed }) =>
      [...rowsFrom(put).map((row) => row.key), ...removed].includes(key),
    );
    const now = await running.ask('connections.get', { key });
    if (isExpected(now)) return now;
    await published;
  }
}

async function signedIn() {
  const service = await serve();
  const running = await run(newMachine());
  await running.signIn(service);
  const account = service.control.account();
  const config = (has: (config: (typeof account.configs)[number]) => boolean) => {
    const found = account.configs.find(has);
    if (found === undefined) throw new Error('the demo account has no such configuration');
    return found;
  };
  return { running, account, config };
}

describe('a configuration that is opened', () => {
  it('shows its location, and soon that it has no subconfig', async () => {
    const { running, config } = await signedIn();
    const { id, location_id, server_id } = config(({ subconfig }) => subconfig === null);
    const key = `config:${String(id)}`;
    const first = await running.ask('connections.get', { key });
    expect(first).toMatchObject({ locationId: location_id, serverId: server_id });
    expect(await detail(running, key, (now) => now.subconfig !== undefined)).toMatchObject({
      subconfig: null,
    });
  });
});

it('a connection names the subscriptions that are known to have it, by what was read', async () => {
  const { running, account, config } = await signedIn();
  const [subscription] = account.subscriptions;
  if (subscription === undefined) throw new Error('the demo account has no subscription');
  const titles = async (key: string) =>
    (await running.ask('connections.get', { key })).usedBy.map(({ title }) => title);
  const item = subscription.items.find(({ item_type }) => item_type === 'user_config');
  const key = `config:${String(item?.item_reference_id)}`;
  const used = subscription.items.map((each) => each.item_reference_id);
  const other = `config:${String(config(({ id }) => !used.includes(id)).id)}`;
  const input = { path: { id: subscription.id } };
  for (const [id, of] of [
    ['customSubscriptions.list', {}],
    ['customSubscriptions.get', input],
  ] as const) {
    expect(await titles(key)).toEqual([]);
    const read = running.until('cache.changed', (entry) => entry.id === id);
    await running.ask('cache.read', { id, input: of });
    await read;
  }
  expect(await titles(key)).toEqual([subscription.title]);
  expect(await titles(other)).toEqual([]);
});

describe('a subconfig that the window makes', () => {
  it('is in the detail of its configuration, with its TLS domain, and leaves it again', async () => {
    const { running, config } = await signedIn();
    const { id } = config(({ subconfig }) => subconfig === null);
    const key = `config:${String(id)}`;
    await detail(running, key, (now) => now.subconfig === null);
    const path = { config_id: id };
    const body = { protocol: 'mtproto', tls_domain: 'www.example.org' };
    const made = await running.app.call('configs.createSubconfig', { path, body });
    expect(made).toMatchObject({ ok: true, value: { connection_url: null } });
    const owner = await detail(running, key, (now) => typeof now.subconfig === 'string');
    expect(await running.ask('connections.get', { key: owner.subconfig ?? '' })).toMatchObject({
      protocol: 'mtproto',
      tlsDomain: 'www.example.org',
    });
    await running.app.call('configs.deleteSubconfig', { path });
    await detail(running, key, (now) => now.subconfig === null);
  });

  it('is of a paid option’s configuration all the same', async () => {
    const { running, account } = await signedIn();
    const [option] = account.paid_options;
    const config = option?.configs.find(({ subconfig }) => subconfig === null);
    const path = { id: option?.option_id, configId: config?.id };
    const key = `paid:${String(path.id)}:${String(path.configId)}`;
    await detail(running, key, (now) => now.subconfig === null);
    await running.app.call('paidOptions.createSubconfig', { path, body: { protocol: 'http' } });
    const owner = await detail(running, key, (now) => typeof now.subconfig === 'string');
    expect(owner.subconfig).toBe(`sub:${key}`);
  });
});
