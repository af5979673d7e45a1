import { describe, expect, it } from 'vitest';
import { VaultError } from '../../../src-main/core/ports.ts';
import { createMemoryVault } from '../../../src-main/core/vault/memory-vault.ts';
import { config, createDesk, entryOf, recordsOf, untilDecided } from './world/desk.ts';

const body = { body: config };

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

describe('a word to buy', () => {
  it('is checked by its own row before anything is read or sent', async () => {
    const desk = createDesk();
    expect(await desk.buy('balance.topup', { body: { amount: 0 } })).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(desk.purchases.list().entries).toEqual([]);
    expect(desk.left).toEqual([]);
  });

  it('counts once, however often it is said', async () => {
    const desk = createDesk();
    const clicks = ['form 0001', 'form 0001', 'form 0001'].map((ticket) =>
      desk.say('configs.create', body, ticket),
    );
    await desk.pass(2_000);
    const later = await desk.buy('configs.create', body, 'form 0001');
    const ids = (await Promise.all(clicks)).map((result) => entryOf(result).id);
    expect(new Set([...ids, entryOf(later).id]).size).toBe(1);
    expect(desk.left).toEqual(['configs.create']);
  });

  it('counts once across restarts, and after its entry was put away', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', body, 'form 0001');
    desk.restart();
    await desk.buy('configs.create', body, 'form 0001');
    desk.purchases.dismiss(desk.entry().id);
    desk.restart();
    expect(await desk.buy('configs.create', body, 'form 0001')).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'ticket', code: 'used' }] },
    });
    expect(desk.left).toHaveLength(1);
  });

  it.each([
    ['while it is prepared', 0],
    ['while its request is out', 1_000],
  ])('of another window waits until the first is decided: %s', async (_, ms) => {
    const desk = createDesk();
    desk.weather.purchase = { there: 4_000 };
    const first = desk.say('configs.create', body);
    if (ms > 0) await desk.pass(ms);
    const second = desk.say('paidOptions.create', { body: { paid_option_id: 1 } });
    await desk.pass(10_000);
    expect(await second).toMatchObject({ ok: true, value: { started: false } });
    expect(entryOf(await second).id).toBe(entryOf(await first).id);
    expect(desk.left).toEqual(['configs.create']);
  });

  it('may be said again when nothing could be sent', async () => {
    const desk = createDesk();
    desk.weather.reads = { offline: true };
    const refused = await desk.buy('configs.create', body, 'form 0001');
    expect(refused).toMatchObject({ failure: { kind: 'offline' } });
    desk.weather.reads = {};
    expect(await desk.buy('configs.create', body, 'form 0001')).toMatchObject({ ok: true });
  });

  it.each([
    ['what there is before', 'apiKeys.create', { name: 'Laptop' }, 'api-keys'],
    ['its prices', 'configs.create', config, 'tariffs'],
  ] as const)('sends nothing when it cannot read %s', async (_, row, asked, unread) => {
    const desk = createDesk({
      weather: ({ url }, isPurchase) => ({ offline: !isPurchase && url.includes(unread) }),
    });
    expect(await desk.buy(row, { body: asked })).toMatchObject({ failure: { kind: 'offline' } });
    expect(desk.purchases.list().entries).toEqual([]);
    expect(desk.service.deeds).toEqual([]);
  });

  it('is answered the same however often it is said, when it is refused', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['429'] };
    const clicks = [1, 2].map(() => desk.say('configs.create', body, 'form 0001'));
    await desk.pass(2_000);
    for (const click of clicks) {
      expect(await click).toMatchObject({ failure: { kind: 'rate-limited' } });
    }
  });

  it('that was once enough is not confirmed', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', body);
    await desk.buy('paidOptions.create', { body: { paid_option_id: 1, payment_method_id: 1 } });
    for (const { id, attempts } of desk.purchases.list().entries) {
      expect(await desk.purchases.confirmAgain({ id, attempts })).toMatchObject({
        failure: { issues: [{ path: 'id', code: 'state' }] },
      });
    }
    expect(desk.left).toHaveLength(2);
  });

  it('is the end of no waiting but its own', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['drop-before'] };
    await desk.buy('configs.create', body);
    const { id } = desk.entry();
    expect(desk.purchases.stopWaiting(id)).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'state' }] },
    });
    expect(desk.entry().state).toBe('finding-out');
  });

  it('sends nothing when its intent cannot be on the disk', async () => {
    const full = { full: true };
    const memory = createMemoryVault();
    const vault = {
      ...memory,
      write(changes: Parameters<typeof memory.write>[0]) {
        if (full.full) throw new VaultError('no-space');
        memory.write(changes);
      },
    };
    const desk = createDesk({ vault });
    expect(await desk.buy('configs.create', body)).toMatchObject({
      ok: false,
      failure: { kind: 'vault', reason: 'no-space' },
    });
    expect(desk.left).toEqual([]);
    full.full = false;
    expect(await desk.buy('configs.create', body)).toMatchObject({ ok: true });
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
      JSON.stringify(sealed.read('purchases', `entry ${id}`)),
      JSON.stringify(sealed.read('purchases', `before ${id}`)),
      JSON.stringify(desk.purchases.list()),
    ];
    for (const record of records) expect(record).not.toContain('411111');
    expect(desk.entry()).toMatchObject({ lastDigits: '1111', needsInput: false });
    await desk.pass(untilDecided);
    expect(desk.entry()).toMatchObject({ state: 'not-seen', needsInput: true });
    desk.purchases.dismiss(id);
    const bank = { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' };
    await desk.buy('referral.withdrawSbp', { body: bank });
    const entry = JSON.stringify(sealed.read('purchases', `entry ${desk.entry().id}`));
    expect(entry).toContain('100000000901');
    expect(entry).not.toContain('9991234567');
  });

  it('of what there was before is enough to compare with, and no key', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    const before = recordsOf(desk.vault).read('purchases', `before ${desk.entry().id}`);
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
