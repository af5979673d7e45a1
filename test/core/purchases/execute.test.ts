import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { z } from 'zod';
import { sealedOver } from '#test/core/fakes.ts';
import { body, config, createFixture, untilDecided } from './context/fixture.ts';

describe('a purchase that is answered', () => {
  it('is done, and says which resource came of it', async () => {
    const fixture = createFixture();
    const result = await fixture.buy('configs.create', body);
    const created = fixture.service.account.configs.at(-1);
    expect(result).toMatchObject({ ok: true, value: { started: true } });
    expect(fixture.entry()).toMatchObject({
      state: 'done',
      result: { by: 'answer', resource: created?.id, expiresAt: created?.expires_at },
      balance: { before: 6000 },
      secrets: [],
      unsaved: false,
    });
  });

  it('seals its intent before it leaves, and its answer before anyone looks into it', async () => {
    const order: string[] = [];
    const fixture = createFixture({
      moment: (moment) => {
        order.push(moment);
        return true;
      },
      onSend: () => {
        order.push('the request leaves');
        return 'attempt';
      },
      onArrival: () => order.push('the answer is here'),
      onJournal: ({ entries }) => order.push(`shown: ${entries[0]?.state ?? 'nothing'}`),
    });
    await fixture.buy('xray.createKeys', {});
    const about = order.filter((each) => each !== 'send' && each !== 'arrive');
    expect(about).toEqual([
      'shown: preparing',
      'write',
      'written',
      'shown: sending',
      'the request leaves',
      'the answer is here',
      'write',
      'written',
      'shown: sending',
      'write',
      'written',
      'shown: done',
    ]);
  });

  it('gives an activation key that stays until the user says that it is saved', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    expect(fixture.entry()).toMatchObject({
      state: 'done',
      result: { days: 30 },
      secrets: [{ name: 'activation-key', hidden: 19 }],
      unsaved: true,
      page: null,
    });
    expect(fixture.reveal('activation-key')).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  it('is shown as it was requested', async () => {
    const fixture = createFixture();
    const path = { config_id: fixture.service.configId };
    const renewal = { tariff_id: 10_101 };
    await fixture.buy('configs.renew', { path, body: renewal });
    expect(fixture.entry().input).toEqual({ path, body: renewal });
    await fixture.buy('profile.resetSubscriptionLink', {});
    expect(fixture.purchases.list().entries.map(({ input }) => input)).toContainEqual({});
  });

  it('is refused for certain, and then leaves nothing behind', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['429'] };
    const refused = await fixture.buy('configs.create', body);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'rate-limited' } });
    expect(fixture.purchases.list().entries).toEqual([]);
    fixture.requestFaults.purchase = {};
    expect(await fixture.buy('paidOptions.create', { body: { paid_option_id: 9 } })).toMatchObject(
      fail('rejected'),
    );
    fixture.restart();
    expect(fixture.purchases.list().entries).toEqual([]);
  });
});

describe('the stored entry', () => {
  it('has the last four digits of a card, and nothing of a phone number', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    const card = { amount: 1000, card_number: '4111111111111111' };
    await fixture.buy('referral.withdrawCard', { body: card });
    const sealed = sealedOver(fixture.vault);
    const { id } = fixture.entry();
    const records = [
      JSON.stringify(sealed.read('purchases', id, z.unknown())),
      JSON.stringify(fixture.baseline()),
      JSON.stringify(fixture.purchases.list()),
    ];
    for (const record of records) expect(record).not.toContain('411111');
    expect(fixture.entry()).toMatchObject({ lastDigits: '1111', needsInput: false });
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'not-seen', needsInput: true });
    fixture.purchases.dismiss(id);
    const bank = { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' };
    await fixture.buy('referral.withdrawSbp', { body: bank });
    const entry = JSON.stringify(sealed.read('purchases', fixture.entry().id, z.unknown()));
    expect(entry).toContain('100000000901');
    expect(entry).not.toContain('9991234567');
  });

  it('has a baseline that is enough to compare with and holds no key', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    expect(JSON.stringify(fixture.baseline())).not.toContain(fixture.service.promocode);
  });

  it.each([
    ['its link is paid', 'balance.topup', { amount: 500, payment_method_id: 3 }, []],
    ['a lost answer is decided', 'configs.create', config, ['cut']],
    ['it is answered', 'configs.create', config, []],
  ] as const)('has no baseline any more once %s', async (_, endpoint, input, faults) => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults };
    await fixture.buy(endpoint, { body: input });
    const { state, charged } = fixture.entry();
    if (state === 'done') expect(charged).toBe(199);
    else expect(fixture.baseline()).toBeDefined();
    if (state === 'waiting') fixture.service.payLast();
    await fixture.pass(600_000);
    expect(fixture.entry().state).toBe('done');
    expect(fixture.baseline()).toBeUndefined();
  });

  it.each([[[]], [['cut'] as const]])(
    'shows until when it renews something (%j)',
    async (faults) => {
      const shown: unknown[] = [];
      const fixture = createFixture({ extend: (...renewed) => shown.push(renewed) });
      const [owned] = fixture.service.account.configs;
      fixture.requestFaults.purchase = { faults };
      const path = { config_id: owned?.id };
      await fixture.buy('configs.renew', { path, body: { tariff_id: 10_101 } });
      await fixture.pass(untilDecided);
      expect(shown).toEqual([[{ kind: 'config', id: owned?.id }, owned?.expires_at]]);
    },
  );

  it('has no baseline once its charge was not seen four times', async () => {
    const fixture = createFixture();
    await fixture.buyUnread('configs.create', { body: config });
    fixture.service.account.history.shift();
    fixture.service.account.balance = 6000;
    await fixture.pass(60_000);
    expect(fixture.baseline()).toBeDefined();
    fixture.requestFaults.reads = {};
    await fixture.pass(5 * 60_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', charged: null });
    expect(fixture.baseline()).toBeUndefined();
  });

  it('of a promocode never crosses to the window', async () => {
    const fixture = createFixture();
    const { promocode } = fixture.service;
    await fixture.buy('configs.create', { body: { location_id: 1, protocol: 'vless', promocode } });
    expect(fixture.entry()).toMatchObject({ state: 'done', input: { body: { promocode: null } } });
    expect(JSON.stringify(fixture.purchases.list())).not.toContain(promocode);
  });

  it('is said to be nothing where a session has no keychain', () => {
    expect(createFixture({ persistent: false }).purchases.list()).toEqual({
      entries: [],
      unreadable: [],
      persistent: false,
    });
  });
});
