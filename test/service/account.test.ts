import { describe, expect, it } from 'vitest';
import { daySeconds } from '#service/store/store.ts';
import { dataOf, errorOf, send, sendRaw, testServices } from './client.ts';

const { start } = testServices();
type Service = Awaited<ReturnType<typeof start>>;

function configOn(service: Service, locationId: number, protocol = 'vless') {
  const found = service.control
    .account()
    .configs.find((c) => c.location_id === locationId && c.protocol === protocol);
  if (found === undefined) throw new Error('the demo account has none');
  return found;
}

describe('rules of flags and locations', () => {
  it.each([
    { use_warp: true },
    { use_extended_settings: true, use_xhttp: true, use_grpc: true },
    { use_extended_settings: true, pass_all_traffic_through_vpn: true },
  ])('refuses %o with BAD_REQUEST', async (flags) => {
    const service = await start();
    const path = { config_id: 1001 };
    const body = { location_id: 1, protocol: 'vless', ...flags };
    const received = await sendRaw(service, 'configs.changeSettings', { path, body });
    expect(received.body).toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(/^BAD_REQUEST/) as string,
    });
  });

  it('takes pass_all_traffic_through_vpn on location 18, wherever the location comes from', async () => {
    const service = await start();
    const flags = { use_extended_settings: true, pass_all_traffic_through_vpn: true };
    const create = (server_id: number) =>
      send(service, 'paidOptions.createConfig', {
        path: { id: 1 },
        body: { protocol: 'vless', server_id, ...flags },
      });
    expect((await create(1802)).status).toBe(200);
    expect((await create(101)).status).toBe(400);
  });

  it('refuses mtproto on location 12', async () => {
    const service = await start();
    const path = { config_id: configOn(service, 12).id };
    const change = (protocol: 'mtproto' | 'http') =>
      send(service, 'configs.changeSubconfig', { path, body: { protocol } });
    expect((await change('mtproto')).status).toBe(400);
    expect((await change('http')).status).toBe(200);
  });

  it('moves a configuration, unless its country may not change', async () => {
    const service = await start();
    const pinned = service.control.account().configs.find(({ flags }) => flags.length > 0);
    const move = (config_id: number, location_id: number) =>
      send(service, 'configs.changeSettings', {
        path: { config_id },
        body: { location_id, protocol: 'trojan' },
      });
    expect((await move(pinned?.id ?? 0, 1)).status).toBe(400);
    const moved = dataOf('configs.changeSettings', await move(1001, 2));
    expect(Math.floor(moved.server_id / 100)).toBe(2);
    expect(moved.connection_url).toMatch(/^trojan:\/\/.*@nl-/);
  });

  it('counts the server slot of a configuration', async () => {
    const service = await start();
    const slots = async () =>
      dataOf(
        'configs.availableServers',
        await send(service, 'configs.availableServers', {
          query: { location_id: 1, protocol: 'vless' },
        }),
      ).find(({ id }) => id === 102)?.available_slots;
    const before = await slots();
    await send(service, 'configs.create', {
      body: { location_id: 1, protocol: 'vless', server_id: 102 },
    });
    expect(await slots()).toBe((before ?? 0) - 1);
  });
});

describe('notifications', () => {
  it('are deleted when they are read', async () => {
    const service = await start();
    service.control.notify('Hello');
    const read = async () =>
      dataOf('notifications.take', await send(service, 'notifications.take', {}));
    const first = await read();
    expect(first.at(-1)?.content).toBe('Hello');
    expect(await read()).toEqual([]);
    expect(service.control.journal.taken()).toEqual(first);
  });
});

describe('devices', () => {
  it('are listed in pages of twenty', async () => {
    const service = await start();
    const page = async (query: object) =>
      dataOf('devices.list', await send(service, 'devices.list', { query }));
    const first = await page({});
    expect(first).toMatchObject({ total: 27, page: 1, limit: 20 });
    const second = await page({ page: 2 });
    expect(second.devices).toHaveLength(7);
    const all = await page({ limit: 100 });
    expect(all.devices).toEqual([...first.devices, ...second.devices]);
  });

  it('are all removed when the subscription link is replaced', async () => {
    const service = await start();
    const before = service.control.account().subscription_key;
    const key = dataOf(
      'profile.resetSubscriptionLink',
      await send(service, 'profile.resetSubscriptionLink', {}),
    );
    expect(key).not.toBe(before);
    expect(service.control.account().devices).toEqual([]);
    expect(service.control.account().paid_options.flatMap(({ devices }) => devices)).toEqual([]);
  });

  it('have ids that a path must encode where they belong to a paid option', async () => {
    const service = await start();
    const hwids = service.control.account().paid_options[0]?.devices.map(({ hwid }) => hwid) ?? [];
    expect(hwids.some((hwid) => /[/+ ]/.test(hwid))).toBe(true);
    for (const device_id of hwids) {
      const received = await send(service, 'paidOptions.deleteDevice', {
        path: { id: 1, device_id },
      });
      expect(received.status).toBe(200);
    }
    expect(service.control.account().paid_options[0]?.devices).toEqual([]);
  });
});

describe('custom subscriptions', () => {
  it('show which items are valid, and lose one when its resource expires or is removed', async () => {
    const service = await start();
    const [subscription] = service.control.account().subscriptions;
    const path = { id: subscription?.id ?? 0 };
    const validity = async () =>
      dataOf(
        'customSubscriptions.get',
        await send(service, 'customSubscriptions.get', { path }),
      ).items.map(({ is_valid }) => is_valid);
    expect(await validity()).toEqual([true, true, false, true, true, true, false]);
    service.clock.advance(25 * daySeconds);
    service.control.setBalance({ balance: 0 });
    expect(await validity()).toEqual([true, false, false, true, false, false, false]);
  });

  it('refuse an item that is not the user’s, and an index item without its index', async () => {
    const service = await start();
    const create = (item: object) =>
      sendRaw(service, 'customSubscriptions.create', { body: { title: 'x', items: [item] } });
    expect((await create({ item_type: 'user_config', item_reference_id: 5 })).status).toBe(400);
    expect((await create({ item_type: 'paid_option_index', item_reference_id: 1 })).status).toBe(
      400,
    );
    const first = { item_type: 'paid_option_index', item_reference_id: 1, item_index: 0 };
    expect((await create(first)).body).toMatchObject({ data: { items: [{ item_index: 0 }] } });
  });

  it('return another key on a reset and accept a JSON template', async () => {
    const service = await start();
    const [subscription] = service.control.account().subscriptions;
    const path = { id: subscription?.id ?? 0 };
    const before = subscription?.subscription_key;
    const reset = await send(service, 'customSubscriptions.resetKey', { path });
    expect(dataOf('customSubscriptions.resetKey', reset).subscription_key).not.toBe(before);
    const put = (template: string) =>
      send(service, 'customSubscriptions.setTemplate', { path, body: { template } });
    expect((await put('{')).status).toBe(400);
    expect((await put('{"a":1}')).status).toBe(200);
    expect((await send(service, 'customSubscriptions.template', { path })).body).toMatchObject({
      data: '{"a":1}',
    });
  });
});

describe('lists', () => {
  it('have a hundred entries by default for configurations', async () => {
    const service = await start({ scale: 1000 });
    const page = async (query: object) =>
      dataOf('configs.list', await send(service, 'configs.list', { query }));
    expect(await page({})).toHaveLength(100);
    expect(await page({ limit: 1000 })).toHaveLength(1000);
    expect(await page({ limit: 10, offset: 995 })).toHaveLength(5);
    expect(errorOf(await sendRaw(service, 'configs.list', { query: { limit: 1001 } })).status).toBe(
      400,
    );
  });

  it('are in the requested language for locations', async () => {
    const { url, key } = await start();
    const titles = async (language: string) => {
      const headers = { authorization: `Bearer ${key}`, 'accept-language': language };
      const { data } = (await (await fetch(`${url}/locations`, { headers })).json()) as {
        data: { title: string }[];
      };
      return data[0]?.title;
    };
    expect(await titles('ru-RU')).toBe('Германия');
    expect(await titles('en-GB,en;q=0.9')).toBe('Germany');
  });
});

it('the service gives the same demo data for the same seed, and other data for another', async () => {
  const urls = async (seed: string) => {
    const service = await start({ seed });
    return service.control.account().configs.map(({ connection_url }) => connection_url);
  };
  const first = await urls('a');
  expect(await urls('a')).toEqual(first);
  expect(await urls('b')).not.toEqual(first);
});
