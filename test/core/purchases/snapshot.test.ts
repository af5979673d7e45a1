import { describe, expect, it, vi } from 'vitest';
import type { EndpointId } from '#contract/api/index.ts';
import { fail, ok } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { readConfigs } from '#core/purchases/products/paid-products.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';
import { readAccountKey } from '#core/purchases/products/keys.ts';
import { createPriceSource } from '#core/purchases/products/prices.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { endpointQuestion } from '#core/purchases/consent/endpoint-question.ts';
import { readReferral } from '#core/purchases/products/withdrawals.ts';
import {
  createTakeSnapshot,
  newPayments,
  type Read,
  readPayments,
  type SeenPayment,
  type Snapshot,
} from '#core/purchases/snapshot.ts';
import { manualClock } from '#test/core/fakes.ts';

function paged(all: readonly object[]) {
  let reads = 0;
  const read = ((_id: EndpointId, input: { query?: { limit: number; offset: number } }) => {
    reads += 1;
    if (reads > 200) throw new Error('is read for ever');
    const { limit = 0, offset = 0 } = input.query ?? {};
    return Promise.resolve(ok(all.slice(offset, offset + limit)));
  }) as unknown as Read;
  return { read, reads: () => reads };
}

const payments = Array.from({ length: 250 }, (_, n) => ({
  id: n,
  type: 'renewal',
  method: 'card',
  amount: '1',
  days: 30,
  is_paid: true,
  as_key: false,
  created_at: 1000 + n,
}));

describe('the history', () => {
  it('is read to its end where its order is not newest first, and the newest are taken', async () => {
    const { read, reads } = paged(payments);
    const seen = await readPayments(read);
    expect(reads()).toBe(3);
    expect(seen.ok && seen.value.map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, n) => 249 - n),
    );
  });

  it('is read no further than its first page where that is newest first', async () => {
    const { read, reads } = paged(payments.toReversed());
    const seen = await readPayments(read);
    expect(reads()).toBe(1);
    expect(seen.ok && seen.value[0]?.id).toBe(249);
  });

  it('of payments of one moment is newest first', async () => {
    const { read, reads } = paged(payments.map((payment) => ({ ...payment, created_at: 1 })));
    await readPayments(read);
    expect(reads()).toBe(1);
  });

  it('that fills its page hides no new payment that is as young as its oldest', () => {
    const seen = (id: number, createdAt: number) => ({ id, createdAt }) as SeenPayment;
    const snapshot = (...seenPayments: SeenPayment[]) =>
      ({ payments: seenPayments }) as unknown as Snapshot;
    const full = Array.from({ length: 100 }, (_, n) => seen(n, 1000 + n));
    const later = [seen(200, 1050), seen(201, 1000), seen(202, 999)];
    const idsOf = (was: readonly SeenPayment[]) =>
      newPayments(snapshot(...was), snapshot(...was, ...later)).map(({ id }) => id);
    expect(idsOf(full)).toEqual([200, 201]);
    expect(idsOf(full.slice(1))).toEqual([200, 201, 202]);
  });
});

describe('a list', () => {
  it('of configurations is read page by page to its end', async () => {
    const config = { expires_at: 1, location_id: 1, protocol: 'vless', server_id: 1 };
    const { read } = paged(Array.from({ length: 1001 }, (_, id) => ({ id, ...config })));
    const resources = await readConfigs(read);
    expect(resources.ok && resources.value).toHaveLength(1001);
  });

  it('of entries without an id tells two that say the same from each other', async () => {
    const entry = { amount: 60, created_at: 5 };
    const resources = await readReferral(paged([entry, entry]).read);
    expect(resources.ok && new Set(resources.value.map(({ key }) => key)).size).toBe(2);
  });

  it('of a key that is only compared holds the digest of nothing where there is none', async () => {
    const read = (() => Promise.resolve(ok({ subscription_key: null }))) as unknown as Read;
    const ofNothing = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
    expect(await readAccountKey(read)).toMatchObject({ value: [{ key: ofNothing }] });
  });
});

describe('a snapshot', () => {
  const everything = {
    payments: true,
    balance: 'balance',
    resources: async (read: Read) => {
      const keys = await read('apiKeys.list', {});
      return keys.ok ? ok([]) : keys;
    },
  } as const;

  /** A client of which one read fails, and whose answers bear these headers. */
  function client(failing: EndpointId | undefined, headers: Record<string, string> = {}) {
    return {
      call: (id: EndpointId, _input: unknown, options: { onAnswer?: (answer: object) => void }) => {
        if (id === failing) return Promise.resolve(fail('offline', { endpoint: id }));
        options.onAnswer?.({ status: 200, headers, body: new Uint8Array() });
        return Promise.resolve(ok(id === 'profile.get' ? { balance: 7 } : []));
      },
    } as unknown as ApiClient;
  }

  it.each<EndpointId>(['profile.get', 'payments.history', 'apiKeys.list'])(
    'fails where %s could not be read',
    async (failing) => {
      const takeSnapshot = createTakeSnapshot(client(failing), manualClock());
      expect(await takeSnapshot(everything, 'user')).toMatchObject({
        ok: false,
        failure: { kind: 'offline', endpoint: failing },
      });
    },
  );

  it('reads nothing that it was not told to', async () => {
    const calls: string[] = [];
    const counting = {
      call: (id: EndpointId) => {
        calls.push(id);
        return Promise.resolve(ok({ balance: 7 }));
      },
    } as unknown as ApiClient;
    const takeSnapshot = createTakeSnapshot(counting, manualClock());
    expect(await takeSnapshot({}, 'user')).toMatchObject({
      value: { balance: null, payments: [], resources: [] },
    });
    expect(calls).toEqual([]);
  });

  it('knows the service’s own time, and ours where its answers tell none', async () => {
    const clock = manualClock();
    const date = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
    const theirs = await createTakeSnapshot(client(undefined, date), clock)(everything, 'user');
    expect(theirs).toMatchObject({ value: { time: 1_767_225_600, balance: 7 } });
    const ours = await createTakeSnapshot(client(undefined), clock)(everything, 'user');
    expect(ours).toMatchObject({ value: { time: clock.now() / 1000 } });
  });
});

describe('prices', () => {
  const kind = (id: number, price: number) => ({
    id,
    payment_methods: [{ tariffs: [{ id: id * 10, days: 30, price }] }],
  });
  const amounts = async (
    endpoint: 'cloudServers.create' | 'paidOptions.create',
    body: NonNullable<PurchaseInput['body']>,
  ) => {
    const read = vi.fn(() => Promise.resolve(ok([kind(1, 5), kind(2, 6)])));
    const cache = { fetchNow: read } as unknown as Parameters<typeof createPriceSource>[0];
    const source = createPriceSource(cache);
    const prices = await descriptors[endpoint].prices(source, { body });
    expect(read).toHaveBeenCalledOnce();
    return prices.ok && prices.value.map(({ amount }) => amount);
  };

  describe('of a list with elements that could not be read', () => {
    const element = { list: '', of: null, index: 2, id: null, title: null };
    const nothingKnown = {
      readCache: { cached: () => undefined },
      connections: { record: () => undefined, records: () => [], row: () => undefined },
    };
    const methods = [{ id: 1, currency: 'RUB', tariffs: [{ id: 10, days: 30, price: 5 }] }];
    const configs = { ok: true, value: methods, unreadable: [element] };
    const read = async (endpoint: 'configs.create' | 'configs.renew', input: PurchaseInput) => {
      const cache = {
        fetchNow: () => Promise.resolve(configs),
      } as unknown as Parameters<typeof createPriceSource>[0];
      const source = createPriceSource(cache);
      const prices = await descriptors[endpoint].prices(source, input);
      if (!prices.ok) throw new Error('no prices');
      return endpointQuestion(endpoint, input, nothingKnown, prices.value);
    };

    it('are named in a question only where the tariff itself was read', async () => {
      const byTariff = await read('configs.create', { body: { tariff_id: 10 } });
      expect(byTariff).toMatchObject({ price: { amount: 5 } });
      const other = await read('configs.create', { body: { tariff_id: 11 } });
      expect(other).toMatchObject({ price: null });
      const byDays = await read('configs.renew', { body: { days: 30 } });
      expect(byDays).toMatchObject({ price: null });
    });
  });

  it('are those of what is bought', async () => {
    expect(await amounts('cloudServers.create', { tariff_config_id: 2 })).toEqual([6]);
    expect(await amounts('paidOptions.create', { paid_option_id: 1 })).toEqual([5]);
  });
});
