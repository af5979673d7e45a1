import { describe, expect, it } from 'vitest';
import { daySeconds } from '#service/store/store.ts';
import { dataOf, errorOf, send, sendRaw, testServices } from './client.ts';

const { start } = testServices();

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
});

it('an account of very many connections leaves free slots in some locations and none in others', async () => {
  const service = await start({ scale: 4000 });
  const slots = async (location_id: number) => {
    const input = { query: { location_id, protocol: 'vless' as const } };
    const found = dataOf(
      'configs.availableServers',
      await send(service, 'configs.availableServers', input),
    );
    return found.reduce((sum, { available_slots: n }) => sum + n, 0);
  };
  expect([await slots(1), (await slots(2)) > 0]).toEqual([0, true]);
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

it('the service names no host but an example or documentation one', async () => {
  const { control } = await start();
  for (const { connection_url } of control.account().configs) {
    const host = /@(\[[^\]]+\]|[^:/?#]+):/.exec(connection_url)?.[1];
    expect(host).toMatch(/\.example\.(com|net)$|^203\.0\.113\.|^198\.51\.100\.|^\[2001:db8:/);
  }
});
