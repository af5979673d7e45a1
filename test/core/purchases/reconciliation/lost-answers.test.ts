import { describe, expect, it } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import {
  body,
  config,
  createDesk,
  entryOf,
  untilDecided,
} from '#test/core/purchases/context/desk.ts';
import { afterwards, lose, never } from '#test/core/purchases/context/lost-answers.ts';

describe('a purchase whose answer was lost', () => {
  it.each([
    ['the connection closed after it took effect', afterwards],
    ['the answer broke off', { faults: ['cut'] as const }],
    ['the service answered with a fault after it took effect', { faults: ['500-after'] as const }],
    ['the answer is no JSON', { faults: ['bad-json'] as const }],
    ['the answer has no envelope', { faults: ['bad-envelope'] as const }],
    ['the answer came too late', { back: 30_000 }],
    ['the service took its time', { there: 50_000 }],
  ])('is found: %s', async (_, how) => {
    const desk = createDesk();
    const entry = await lose(desk, how);
    const created = desk.service.account.configs.at(-1);
    expect(entry).toMatchObject({
      state: 'done',
      result: {
        by: 'match',
        payment: desk.service.account.history[0]?.id,
        resource: created?.id,
        expiresAt: created?.expires_at,
      },
      balance: { before: 6000, last: 5801 },
    });
    expect(desk.left).toEqual(['configs.create']);
  });

  it.each([
    ['the connection closed before the request was read', never],
    ['the service answered with a fault', { faults: ['500'] as const }],
    ['a proxy answered in its place', { faults: ['503'] as const }],
  ])('is not seen when nothing came of it: %s', async (_, how) => {
    const desk = createDesk();
    expect(await lose(desk, how)).toMatchObject({ state: 'not-seen', result: null, secrets: [] });
    expect(desk.service.account.history).toEqual([]);
  });

  it('is not decided before its own deadline has passed, but shows what there is', async () => {
    const desk = createDesk();
    desk.weather.purchase = afterwards;
    const result = await desk.buy('configs.create', body);
    expect(entryOf(result).state).toBe('finding-out');
    await desk.pass(50_000);
    const [payment] = desk.service.account.history;
    expect(desk.entry()).toMatchObject({ state: 'finding-out', candidates: [{ id: payment?.id }] });
    await desk.pass(20_000);
    expect(desk.entry()).toMatchObject({ state: 'done', candidates: [] });
  });

  it('is not decided while nothing can be read', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    desk.weather.reads = { offline: true };
    await desk.pass(3_600_000);
    expect(desk.entry().state).toBe('finding-out');
    desk.weather.reads = {};
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('not-seen');
  });

  it.each<[string, PurchaseEndpoint, object, object]>([
    ['a key', 'configs.create', { as_key: true, tariff_id: 10_101 }, { days: 30 }],
    ['a cloud server', 'cloudServers.create', { location_id: 3, tariff_id: 21_101 }, {}],
    ['a paid option', 'paidOptions.create', { paid_option_id: 1, tariff_id: 31_101 }, {}],
  ])('is found among its own things: %s', async (_, row, input, result) => {
    const desk = createDesk();
    const entry = await lose(desk, afterwards, row, { body: input });
    expect(entry).toMatchObject({ state: 'done', result: { by: 'match', ...result } });
  });

  it('gives back the activation key, which the list of keys shows again', async () => {
    const desk = createDesk();
    await lose(desk, afterwards, 'configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    expect(desk.entry().unsaved).toBe(true);
    expect(desk.reveal('activation-key')).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  it('is found by the expiry of what it renewed', async () => {
    const desk = createDesk();
    const { configId, serverId, account } = desk.service;
    const renewal = { path: { config_id: configId }, body: { tariff_id: 10_101 } };
    expect(await lose(desk, afterwards, 'configs.renew', renewal)).toMatchObject({
      state: 'done',
      result: { resource: configId, expiresAt: account.configs[0]?.expires_at },
    });
    desk.purchases.dismiss(desk.entry().id);
    const server = { body: { server_id: serverId, days: 90 } };
    expect(await lose(desk, afterwards, 'cloudServers.renew', server)).toMatchObject({
      state: 'done',
      result: { resource: serverId },
    });
  });

  it('is a lost link when a payment was opened and nothing was paid', async () => {
    const desk = createDesk();
    const entry = await lose(desk, afterwards, 'configs.create', {
      body: { ...config, payment_method_id: 1 },
    });
    expect(entry).toMatchObject({ state: 'link-lost', candidates: [{ paid: false }] });
    expect(entry.balance).toEqual({ before: 6000, last: 6000 });
    // Nothing was spent: the person may ask for another.
    desk.weather.purchase = {};
    expect(await desk.buy('configs.create', body)).toMatchObject({ value: { started: true } });
  });

  it('keeps the words of an answer that it does not understand', async () => {
    const desk = createDesk();
    await lose(desk, { faults: ['bad-envelope'] }, 'apiKeys.create', { body: { name: 'Laptop' } });
    expect(desk.entry()).toMatchObject({ state: 'orphan', unsaved: true });
    expect(desk.reveal('answer')).toMatch(/"key":"svc_/);
  });
});

describe('the lost answer of', () => {
  it('a withdrawal is found among the referral entries and in the balance', async () => {
    const desk = createDesk();
    const card = { amount: 1000, card_number: '4111111111111111' };
    const entry = await lose(desk, afterwards, 'referral.withdrawCard', { body: card });
    expect(entry).toMatchObject({ state: 'done', balance: { before: 5000, last: 4000 } });
  });

  it('a withdrawal is not mixed up with one to another card', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('referral.withdrawCard', {
      body: { amount: 1000, card_number: '4111111111111111' },
    });
    const other = { amount: 1000, card_number: '5555555555554444' };
    await desk.service.other('referral.withdrawCard', { body: other });
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('not-seen');
  });

  it('a new API key is an orphan that can be removed', async () => {
    const desk = createDesk();
    const entry = await lose(desk, afterwards, 'apiKeys.create', { body: { name: 'Laptop' } });
    const made = desk.service.account.keys.at(-1);
    expect(entry).toMatchObject({
      state: 'orphan',
      orphans: [{ id: made?.id, name: 'Laptop', keyPrefix: made?.key_prefix }],
    });
    desk.weather.reads = { offline: true };
    const unreached = desk.purchases.removeOrphan(entry.id, made?.id ?? 0);
    await desk.pass(1_000);
    expect(await unreached).toMatchObject({ failure: { kind: 'offline' } });
    expect(desk.entry()).toMatchObject({ state: 'orphan', orphans: [{ id: made?.id }] });
    desk.weather.reads = {};
    const own = desk.service.account.keys[0]?.id ?? 0;
    expect(await desk.purchases.removeOrphan(entry.id, own)).toMatchObject({ ok: false });
    const removing = desk.purchases.removeOrphan(entry.id, made?.id ?? 0);
    await desk.pass(1_000);
    expect(await removing).toMatchObject({ ok: true, value: { state: 'removed', orphans: [] } });
    expect(desk.service.account.keys.map(({ name }) => name)).toEqual(['This device']);
  });

  it('a new API key is unclear when another device made one of the same name', async () => {
    const desk = createDesk();
    desk.weather.purchase = afterwards;
    await desk.buy('apiKeys.create', { body: { name: 'Laptop' } });
    await desk.service.other('apiKeys.create', { body: { name: 'Laptop' } });
    await desk.pass(untilDecided);
    const { id, state, orphans } = desk.entry();
    expect(state).toBe('unclear');
    expect(orphans).toHaveLength(2);
    // One of them is gone already; both removed, it is over, and other keys are other keys.
    desk.service.account.keys.pop();
    for (const orphan of orphans) {
      const removing = desk.purchases.removeOrphan(id, orphan.id);
      await desk.pass(1_000);
      expect(await removing).toMatchObject({ ok: true });
    }
    await desk.service.other('apiKeys.create', { body: { name: 'Laptop' } });
    await desk.pass(3_600_000);
    expect(desk.entry()).toMatchObject({ state: 'removed', orphans: [] });
  });

  it.each([
    ['profile.resetSubscriptionLink', {}],
    ['customSubscriptions.resetKey', { path: { id: 0 } }],
  ] as const)('a key’s reset is read again: %s', async (row, input) => {
    const desk = createDesk();
    const path = 'path' in input ? { path: { id: desk.service.subscriptionId } } : {};
    expect(await lose(desk, afterwards, row, path)).toMatchObject({ state: 'done' });
    desk.purchases.dismiss(desk.entry().id);
    expect(await lose(desk, never, row, path)).toMatchObject({ state: 'not-seen' });
  });

  it.each(['messenger.connect', 'xray.createKeys'] as const)(
    'what costs nothing is lost at once, and may be asked for again: %s',
    async (row) => {
      const desk = createDesk();
      desk.weather.purchase = afterwards;
      await desk.buy(row, {});
      expect(desk.entry().state).toBe('lost');
      desk.weather.purchase = {};
      expect(await desk.buy(row, {})).toMatchObject({ value: { started: true } });
    },
  );
});
