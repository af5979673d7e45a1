import { describe, expect, it } from 'vitest';
import type { PurchaseRow } from '../../../src-contract/bridge/purchase-journal.ts';
import { config, createDesk, entryOf, untilDecided } from './world/desk.ts';

const body = { body: config };
const afterwards = { faults: ['drop-after'] } as const;
const never = { faults: ['drop-before'] } as const;

/** A purchase whose answer is lost, until it is decided what became of it. */
async function lose(
  desk: ReturnType<typeof createDesk>,
  how: typeof desk.weather.purchase,
  row: PurchaseRow = 'configs.create',
  input: Parameters<typeof desk.say>[1] = body,
) {
  desk.weather.purchase = how;
  void desk.say(row, input);
  await desk.pass(30_000 + untilDecided);
  return desk.entry();
}

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

  it.each<[string, PurchaseRow, object, object]>([
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

describe('another device', () => {
  it('that bought something else does not confuse it', async () => {
    const desk = createDesk();
    desk.weather.purchase = afterwards;
    await desk.buy('configs.create', body);
    const option = { paid_option_id: 1, tariff_id: 31_101 };
    await desk.service.other('paidOptions.create', { body: option });
    await desk.service.other('configs.create', { body: { ...config, tariff_id: 10_102 } });
    await desk.pass(untilDecided);
    // Two new configurations are alike: which is ours, the payment's days tell and the list cannot.
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
  });

  it('that bought the same leaves it to the person, with both to look at', async () => {
    const desk = createDesk();
    desk.weather.purchase = afterwards;
    await desk.buy('configs.create', body);
    await desk.service.other('configs.create', body);
    await desk.pass(untilDecided);
    const entry = desk.entry();
    expect(entry.state).toBe('unclear');
    expect(entry.candidates.map(({ id }) => id)).toEqual(
      desk.service.account.history.map(({ id }) => id),
    );
  });

  it('that bought the same elsewhere is not taken for us', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    await desk.service.other('configs.create', { body: { ...config, location_id: 2 } });
    await desk.pass(untilDecided);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ type: 'new_config' }] });
  });

  it('whose payment and whose thing are of two different purchases is not taken for us', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    void desk.say('configs.create', body);
    await desk.pass(1_000);
    const alike = { ...config, location_id: 2 };
    const other = { ...config, tariff_id: 10_102 };
    await desk.service.other('configs.create', { body: alike });
    await desk.service.other('configs.create', { body: other });
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });

  it('that opened the payment of a new server is not taken for our renewal of one', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    void desk.say('cloudServers.renew', { body: { server_id: desk.service.serverId, days: 30 } });
    await desk.pass(1_000);
    const bought = { location_id: 3, tariff_config_id: 1, tariff_id: 21_101, payment_method_id: 1 };
    await desk.service.other('cloudServers.create', { body: bought });
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });

  it('that paid for a like one by a link is not taken for us', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    await desk.service.other('configs.create', { body: { ...config, payment_method_id: 1 } });
    desk.service.payLast();
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });
});

describe('what was not seen', () => {
  it('is sent again by the person’s word alone, and once for each', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    await desk.pass(24 * 3_600_000);
    expect(desk.left).toHaveLength(1);
    desk.weather.purchase = {};
    const clicks = [1, 2].map(() => desk.purchases.confirmAgain({ id, attempts: 1 }));
    await desk.pass(2_000);
    for (const click of clicks) expect(await click).toMatchObject({ value: { started: true } });
    expect(desk.left).toHaveLength(2);
    expect(desk.entry()).toMatchObject({ state: 'done', attempts: 2, result: { by: 'answer' } });
  });

  it('is not sent for a word about an earlier attempt', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    void desk.purchases.confirmAgain({ id, attempts: 1 });
    await desk.pass(untilDecided + 2_000);
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
    expect(await desk.purchases.confirmAgain({ id, attempts: 1 })).toMatchObject({
      value: { started: false },
    });
    expect(desk.left).toHaveLength(2);
  });

  it('keeps anything else from being begun for it', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    const second = await desk.buy('configs.create', body);
    expect(second).toMatchObject({ value: { started: false, entry: { id } } });
    desk.purchases.dismiss(id);
    desk.weather.purchase = {};
    expect(await desk.buy('configs.create', body)).toMatchObject({ value: { started: true } });
  });

  it('is shown when it appears later, and left to the person', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    await desk.service.other('configs.create', body);
    await desk.pass(70_000);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
    // They have seen it, and say that theirs is another.
    desk.weather.purchase = {};
    const again = desk.purchases.confirmAgain({ id, attempts: 1 });
    await desk.pass(2_000);
    expect(await again).toMatchObject({ value: { started: true } });
    expect(desk.entry()).toMatchObject({ state: 'done', candidates: [] });
  });

  it('is shown instead of sent when it appeared just before the word', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    await desk.service.other('configs.create', body);
    const again = desk.purchases.confirmAgain({ id, attempts: 1 });
    await desk.pass(2_000);
    expect(await again).toMatchObject({ value: { started: false, entry: { state: 'unclear' } } });
    expect(desk.left).toHaveLength(1);
  });

  it('is again what it was when the new attempt is refused', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    desk.weather.purchase = { faults: ['429'] };
    const again = desk.purchases.confirmAgain({ id, attempts: 1 });
    await desk.pass(2_000);
    expect(await again).toMatchObject({ failure: { kind: 'rate-limited' } });
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
    desk.restart();
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
  });

  it('of a withdrawal by phone needs its number again', async () => {
    const desk = createDesk();
    const sbp = { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' };
    const { id, needsInput } = await lose(desk, never, 'referral.withdrawSbp', { body: sbp });
    expect(needsInput).toBe(true);
    expect(await desk.purchases.confirmAgain({ id, attempts: 1 })).toMatchObject({ ok: false });
    expect(desk.left).toHaveLength(1);
  });

  it('of a withdrawal needs its numbers again, and the same sum', async () => {
    const desk = createDesk();
    const card = { amount: 1000, card_number: '4111111111111111' };
    const { id } = await lose(desk, never, 'referral.withdrawCard', { body: card });
    desk.weather.purchase = {};
    const wrong = [undefined, { body: { ...card, amount: 2000 } }];
    for (const input of wrong) {
      expect(await desk.purchases.confirmAgain({ id, attempts: 1, input })).toMatchObject({
        failure: { kind: 'invalid-input' },
      });
    }
    const again = desk.purchases.confirmAgain({ id, attempts: 1, input: { body: card } });
    await desk.pass(5_000);
    expect(await again).toMatchObject({ value: { started: true, entry: { state: 'done' } } });
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
