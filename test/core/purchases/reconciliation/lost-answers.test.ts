import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import {
  body,
  config,
  createFixture,
  entryOf,
  untilDecided,
} from '#test/core/purchases/context/fixture.ts';
import { afterwards, lose, never } from '#test/core/purchases/context/lost-answers.ts';

/** A fixture, and how often the history was read since this was called last. */
function counting(onJournal: () => void = () => undefined) {
  let reads = 0;
  const fixture = createFixture({
    onJournal,
    requestFaults: ({ url }, isPurchase) => {
      if (url.includes('payments-history')) reads += 1;
      return isPurchase ? fixture.requestFaults.purchase : fixture.requestFaults.reads;
    },
  });
  const looks = () => {
    const since = reads;
    reads = 0;
    return since;
  };
  return { fixture, looks };
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
    const fixture = createFixture();
    const entry = await lose(fixture, how);
    const created = fixture.service.account.configs.at(-1);
    expect(entry).toMatchObject({
      state: 'done',
      result: {
        by: 'match',
        payment: fixture.service.account.history[0]?.id,
        resource: created?.id,
        expiresAt: created?.expires_at,
      },
      balance: { before: 6000, last: 5801 },
    });
    expect(fixture.sent).toEqual(['configs.create']);
  });

  it.each([
    ['the connection closed before the request was read', never],
    ['the service answered with a fault', { faults: ['500'] as const }],
    ['a proxy answered in its place', { faults: ['503'] as const }],
  ])('is not seen when nothing came of it: %s', async (_, how) => {
    const fixture = createFixture();
    expect(await lose(fixture, how)).toMatchObject({
      state: 'not-seen',
      result: null,
      secrets: [],
    });
    expect(fixture.service.account.history).toEqual([]);
  });

  it('is not decided before its own deadline has passed, but shows what there is', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = afterwards;
    const result = await fixture.buy('configs.create', body);
    expect(entryOf(result).state).toBe('finding-out');
    await fixture.pass(50_000);
    const [payment] = fixture.service.account.history;
    expect(fixture.entry()).toMatchObject({
      state: 'finding-out',
      candidates: [{ id: payment?.id }],
    });
    await fixture.pass(20_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', candidates: [] });
  });

  it.each([
    ['every one that may be it', afterwards, body, body, 2],
    [
      'the link that was opened',
      afterwards,
      { body: { ...config, payment_method_id: 1 } },
      undefined,
      1,
    ],
    ['none where there is none', never, body, undefined, 0],
  ] as const)('shows while it is not decided: %s', async (_, how, input, other, many) => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = how;
    await fixture.buy('configs.create', input);
    if (other) await fixture.service.other('configs.create', other);
    await fixture.pass(50_000);
    expect(fixture.entry().state).toBe('finding-out');
    expect(fixture.entry().candidates).toHaveLength(many);
  });

  it('shows of all payments only the one that may be it', async () => {
    const fixture = createFixture();
    await fixture.buy('paidOptions.create', { body: { paid_option_id: 1, tariff_id: 31_101 } });
    fixture.purchases.dismiss(fixture.entry().id);
    fixture.requestFaults.purchase = afterwards;
    await fixture.buy('configs.create', body);
    const [payment, ...others] = fixture.service.account.history;
    expect(others).toHaveLength(1);
    expect(fixture.entry().candidates.map(({ id }) => id)).toEqual([payment?.id]);
  });

  it('stays what it was decided to be, whatever appears later', async () => {
    const fixture = createFixture();
    const entry = await lose(fixture, afterwards);
    expect(entry.state).toBe('done');
    await fixture.service.other('configs.create', body);
    await fixture.pass(3_600_000);
    expect(fixture.entry()).toEqual(entry);
  });

  it('that was left to the user is looked for still', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = afterwards;
    await fixture.buy('configs.create', body);
    await fixture.service.other('configs.create', body);
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'unclear' });
    await fixture.service.other('configs.create', body);
    await fixture.pass(3_600_000);
    expect(fixture.entry().candidates).toHaveLength(3);
  });

  it.each([
    ['again once it was found', afterwards, [1, 2]],
    ['no more where nothing was seen', never, [1, 1]],
  ] as const)('puts what it changes out of date at once, and %s', async (_, how, times) => {
    const stale: (readonly string[])[] = [];
    const fixture = createFixture({ makeStale: (ids) => stale.push(ids) });
    fixture.requestFaults.purchase = how;
    await fixture.buy('configs.create', body);
    const soon = stale.length;
    await fixture.pass(untilDecided);
    expect([soon, stale.length]).toEqual(times);
    for (const ids of stale) expect(ids).toEqual(api['configs.create'].makesStale);
  });

  it('is looked for after 1, 2, 4 and 8 seconds, every 15, and decided after 60', async () => {
    const { fixture, looks } = counting();
    fixture.requestFaults.purchase = never;
    void fixture.submit('configs.create', body);
    const seconds: number[] = [];
    await fixture.pass(500);
    looks();
    for (let second = 1; second <= 61; second += 1) {
      await fixture.pass(1_000);
      if (looks() > 0) seconds.push(second);
      if (second === 59) expect(fixture.entry().state).toBe('finding-out');
    }
    expect(seconds).toEqual([1, 3, 7, 15, 30, 45, 60]);
    expect(fixture.entry().state).toBe('not-seen');
  });

  it('is looked for in the same pauses while looks fail', async () => {
    const { fixture, looks } = counting();
    fixture.requestFaults.purchase = never;
    void fixture.submit('configs.create', body);
    await fixture.pass(500);
    looks();
    fixture.requestFaults.reads = { offline: true };
    await fixture.pass(1_000);
    fixture.requestFaults.reads = {};
    await fixture.pass(2_000);
    expect(looks()).toBeGreaterThanOrEqual(2);
  });

  it('is looked for later after 1, 5 and 15 minutes and each hour, and written only when news come', async () => {
    let published = 0;
    const { fixture, looks } = counting(() => {
      published += 1;
    });
    await lose(fixture, never);
    const minute = 60_000;
    await fixture.pass(minute);
    expect(fixture.entry().state).toBe('not-seen');
    looks();
    const before = published;
    const minutes: number[] = [];
    for (let nth = 1; nth <= 160; nth += 1) {
      if (nth === 4) fixture.requestFaults.reads = { offline: true };
      await fixture.pass(minute);
      if (nth === 6) fixture.requestFaults.reads = {};
      if (looks() > 0) minutes.push(nth);
    }
    expect(minutes.map((nth, at) => nth - (minutes[at - 1] ?? 0))).toEqual([5, 15, 60, 60]);
    expect(published).toBe(before);
  });

  it('is not decided while nothing can be read', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    await fixture.buy('configs.create', body);
    fixture.requestFaults.reads = { offline: true };
    await fixture.pass(3_600_000);
    expect(fixture.entry().state).toBe('finding-out');
    fixture.requestFaults.reads = {};
    await fixture.pass(untilDecided);
    expect(fixture.entry().state).toBe('not-seen');
  });

  it.each([
    ['cloudServers.create', { location_id: 3, tariff_id: 21_101 }],
    ['paidOptions.create', { paid_option_id: 1, tariff_id: 31_101 }],
  ] as const)('is found among its own resources: %s', async (endpoint, body) => {
    const entry = await lose(createFixture(), afterwards, endpoint, { body });
    expect(entry).toMatchObject({ state: 'done', result: { by: 'match' } });
  });

  it('gives back the activation key, which the list of keys shows again', async () => {
    const fixture = createFixture();
    const input = { body: { as_key: true, tariff_id: 10_101 } };
    expect(await lose(fixture, afterwards, 'configs.create', input)).toMatchObject({
      state: 'done',
      result: { by: 'match', days: 30 },
      unsaved: true,
    });
    expect(fixture.reveal('activation-key')).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  it('is found by the expiry of what it renewed', async () => {
    const fixture = createFixture();
    const { configId, serverId, account } = fixture.service;
    const renewal = { path: { config_id: configId }, body: { tariff_id: 10_101 } };
    expect(await lose(fixture, afterwards, 'configs.renew', renewal)).toMatchObject({
      state: 'done',
      result: { resource: configId, expiresAt: account.configs[0]?.expires_at },
    });
    fixture.purchases.dismiss(fixture.entry().id);
    const server = { body: { server_id: serverId, days: 90 } };
    expect(await lose(fixture, afterwards, 'cloudServers.renew', server)).toMatchObject({
      state: 'done',
      result: { resource: serverId },
    });
  });

  it('is a lost link when a payment was opened and nothing was paid', async () => {
    const fixture = createFixture();
    const entry = await lose(fixture, afterwards, 'configs.create', {
      body: { ...config, payment_method_id: 1 },
    });
    expect(entry).toMatchObject({ state: 'link-lost', candidates: [{ paid: false }] });
    expect(entry.balance).toEqual({ before: 6000, last: 6000 });
    // Nothing was spent: the user may ask for another.
    fixture.requestFaults.purchase = {};
    expect(await fixture.buy('configs.create', body)).toMatchObject({ value: { started: true } });
  });

  it('keeps the words of an answer that it does not understand', async () => {
    const fixture = createFixture();
    await lose(fixture, { faults: ['bad-envelope'] }, 'apiKeys.create', {
      body: { name: 'Laptop' },
    });
    expect(fixture.entry()).toMatchObject({ state: 'orphan', unsaved: true });
    expect(fixture.reveal('answer')).toMatch(/"key":"svc_/);
  });
});

describe('the lost answer of', () => {
  it('a withdrawal is found among the referral entries and in the balance', async () => {
    const fixture = createFixture();
    const card = { amount: 1000, card_number: '4111111111111111' };
    const entry = await lose(fixture, afterwards, 'referral.withdrawCard', { body: card });
    expect(entry).toMatchObject({ state: 'done', balance: { before: 5000, last: 4000 } });
  });

  it('a new API key is an orphan that can be removed', async () => {
    const stale: (readonly string[])[] = [];
    const fixture = createFixture({ makeStale: (ids) => stale.push(ids) });
    const entry = await lose(fixture, afterwards, 'apiKeys.create', { body: { name: 'Laptop' } });
    const made = fixture.service.account.keys.at(-1);
    expect(entry).toMatchObject({
      state: 'orphan',
      orphans: [{ id: made?.id, name: 'Laptop', keyPrefix: made?.key_prefix }],
    });
    fixture.requestFaults.reads = { offline: true };
    const unreached = fixture.purchases.removeOrphan(entry.id, made?.id ?? 0);
    await fixture.pass(1_000);
    expect(await unreached).toMatchObject({ failure: { kind: 'offline' } });
    expect(fixture.entry()).toMatchObject({ state: 'orphan', orphans: [{ id: made?.id }] });
    fixture.requestFaults.reads = {};
    const own = fixture.service.account.keys[0]?.id ?? 0;
    expect(await fixture.purchases.removeOrphan(entry.id, own)).toMatchObject({ ok: false });
    const before = stale.length;
    const removing = fixture.purchases.removeOrphan(entry.id, made?.id ?? 0);
    await fixture.pass(1_000);
    expect(await removing).toMatchObject({ ok: true, value: { state: 'removed', orphans: [] } });
    expect(stale.slice(before)).toEqual([api['apiKeys.create'].makesStale]);
    expect(fixture.service.account.keys.map(({ name }) => name)).toEqual(['This device']);
  });

  it('a new API key is unclear when another device made one of the same name', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = afterwards;
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    await fixture.service.other('apiKeys.create', { body: { name: 'Laptop' } });
    await fixture.pass(untilDecided);
    const { id, state, orphans } = fixture.entry();
    expect(state).toBe('unclear');
    expect(orphans).toHaveLength(2);
    // One of them no longer exists. Removing both ends the entry, and other keys stay.
    fixture.service.account.keys.pop();
    for (const [nth, orphan] of orphans.entries()) {
      const removing = fixture.purchases.removeOrphan(id, orphan.id);
      await fixture.pass(1_000);
      expect(await removing).toMatchObject({
        value: nth === 0 ? { state: 'unclear', orphans: [orphans[1]] } : { state: 'removed' },
      });
    }
    await fixture.service.other('apiKeys.create', { body: { name: 'Laptop' } });
    await fixture.pass(3_600_000);
    expect(fixture.entry()).toMatchObject({ state: 'removed', orphans: [] });
  });

  it.each([
    ['profile.resetSubscriptionLink', {}],
    ['customSubscriptions.resetKey', { path: { id: 0 } }],
  ] as const)('a key’s reset is read again: %s', async (endpoint, input) => {
    const fixture = createFixture();
    const path = 'path' in input ? { path: { id: fixture.service.subscriptionId } } : {};
    expect(await lose(fixture, afterwards, endpoint, path)).toMatchObject({ state: 'done' });
    fixture.purchases.dismiss(fixture.entry().id);
    expect(await lose(fixture, never, endpoint, path)).toMatchObject({ state: 'not-seen' });
  });

  it.each(['messenger.connect', 'xray.createKeys'] as const)(
    'what costs nothing is lost at once, and may be input for again: %s',
    async (endpoint) => {
      const fixture = createFixture();
      fixture.requestFaults.purchase = afterwards;
      await fixture.buy(endpoint, {});
      expect(fixture.entry().state).toBe('lost');
      fixture.requestFaults.purchase = {};
      expect(await fixture.buy(endpoint, {})).toMatchObject({ value: { started: true } });
    },
  );
});
