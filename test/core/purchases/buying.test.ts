import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { body, config, createDesk, recordsOf, untilDecided } from './context/desk.ts';

describe('a purchase that is answered', () => {
  it('is done, and says which thing came of it', async () => {
    const desk = createDesk();
    const result = await desk.buy('configs.create', body);
    const created = desk.service.account.configs.at(-1);
    expect(result).toMatchObject({ ok: true, value: { started: true } });
    expect(desk.entry()).toMatchObject({
      state: 'done',
      result: { by: 'answer', resource: created?.id, expiresAt: created?.expires_at },
      balance: { before: 6000 },
      secrets: [],
      unsaved: false,
    });
  });

  it('seals its intent before it leaves, and its answer before anyone looks into it', async () => {
    const order: string[] = [];
    const desk = createDesk({
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
    await desk.buy('xray.createKeys', {});
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

  it.each([
    ['a new configuration by a link', 'configs.create', { ...config, payment_method_id: 1 }],
    ['a paid option by a link', 'paidOptions.create', { paid_option_id: 1, payment_method_id: 1 }],
    ['a top-up', 'balance.topup', { amount: 300, payment_method_id: 2 }],
  ] as const)('gives a link that is waited for: %s', async (_, row, input) => {
    const desk = createDesk();
    await desk.buy(row, { body: input });
    expect(desk.entry()).toMatchObject({ state: 'waiting', unsaved: false });
    expect(desk.reveal('payment-link')).toMatch(/^https:\/\/vpn\.example\.com\/pay\//);
  });

  it('gives an activation key that stays until the person says that it is saved', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    expect(desk.entry()).toMatchObject({
      state: 'done',
      result: { days: 30 },
      secrets: [{ name: 'activation-key', hidden: 19 }],
      unsaved: true,
    });
    expect(desk.reveal('activation-key')).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  it('says that a cloud server was not renewed when the service says so', async () => {
    const desk = createDesk();
    Object.assign(desk.service.account.cloud_servers[0] ?? {}, { status: 'purchased' });
    await desk.buy('cloudServers.renew', { body: { server_id: desk.service.serverId, days: 30 } });
    expect(desk.entry()).toMatchObject({ state: 'done', result: { renewed: false } });
  });

  it('is refused for certain, and then leaves nothing behind', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['429'] };
    const refused = await desk.buy('configs.create', body);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'rate-limited' } });
    expect(desk.purchases.list().entries).toEqual([]);
    desk.weather.purchase = {};
    expect(await desk.buy('paidOptions.create', { body: { paid_option_id: 9 } })).toMatchObject({
      ok: false,
      failure: { kind: 'rejected' },
    });
    desk.restart();
    expect(desk.purchases.list().entries).toEqual([]);
  });
});

describe('what is kept', () => {
  it('of a card are its last four digits, of a phone number nothing', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['drop-before'] };
    const card = { amount: 1000, card_number: '4111111111111111' };
    await desk.buy('referral.withdrawCard', { body: card });
    const sealed = recordsOf(desk.vault);
    const { id } = desk.entry();
    const records = [
      JSON.stringify(sealed.read('purchases', `entry ${id}`, z.unknown())),
      JSON.stringify(sealed.read('purchases', `before ${id}`, z.unknown())),
      JSON.stringify(desk.purchases.list()),
    ];
    for (const record of records) expect(record).not.toContain('411111');
    expect(desk.entry()).toMatchObject({ lastDigits: '1111', needsInput: false });
    await desk.pass(untilDecided);
    expect(desk.entry()).toMatchObject({ state: 'not-seen', needsInput: true });
    desk.purchases.dismiss(id);
    const bank = { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' };
    await desk.buy('referral.withdrawSbp', { body: bank });
    const entry = JSON.stringify(sealed.read('purchases', `entry ${desk.entry().id}`, z.unknown()));
    expect(entry).toContain('100000000901');
    expect(entry).not.toContain('9991234567');
  });

  it('of what there was before is enough to compare with, and no key', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    const before = recordsOf(desk.vault).read(
      'purchases',
      `before ${desk.entry().id}`,
      z.unknown(),
    );
    expect(JSON.stringify(before)).not.toContain(desk.service.promocode);
  });

  it('of a promocode never crosses to the window', async () => {
    const desk = createDesk();
    const { promocode } = desk.service;
    await desk.buy('configs.create', { body: { location_id: 1, protocol: 'vless', promocode } });
    expect(desk.entry()).toMatchObject({ state: 'done', input: { body: { promocode: null } } });
    expect(JSON.stringify(desk.purchases.list())).not.toContain(promocode);
  });

  it('is said to be nothing where a session has no keychain', () => {
    expect(createDesk({ kept: false }).purchases.list()).toEqual({ entries: [], kept: false });
  });
});
