import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { api, type PurchaseEndpoint } from '#contract/api/index.ts';
import { linkIn } from '#core/purchases/entry.ts';
import { Entry } from '#core/purchases/entry.ts';
import { serviceUrl } from './context/dataset.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { config, createFixture } from './context/fixture.ts';

const byLink = { body: { ...config, payment_method_id: 1 } };

describe('a link that waits to be paid', () => {
  it('is noticed when it was paid, and is of no more use then', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    const payment = fixture.service.payLast();
    await fixture.pass(10_000);
    const created = fixture.service.account.configs.at(-1);
    expect(fixture.entry()).toMatchObject({
      state: 'done',
      result: { by: 'match', payment, resource: created?.id },
      secrets: [],
      link: null,
      balance: { before: 6000, last: 6000 },
    });
  });

  it('shows no payment while only its own can be meant', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    await fixture.pass(60_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting', candidates: [] });
  });

  it.each([
    ['the history', 'payments-history'],
    ['what was bought', '/configs'],
  ])('is noticed though looks failed at first to read %s', async (_, unread) => {
    const state = { isPaid: false, isOffline: true };
    const fixture = createFixture({
      requestFaults: ({ url }, isPurchase) => ({
        offline: state.isPaid && state.isOffline && !isPurchase && url.includes(unread),
      }),
    });
    await fixture.buy('configs.create', byLink);
    fixture.service.payLast();
    state.isPaid = true;
    await fixture.pass(20_000);
    expect(fixture.entry().state).toBe('waiting');
    state.isOffline = false;
    // The pauses after a failed look are those of any other.
    await fixture.pass(20_000);
    expect(fixture.entry().state).toBe('done');
  });

  it.each([
    ['paid', 'configs.create', byLink],
    ['used', 'messenger.connect', {}],
  ] as const)('is looked at no more once it was %s', async (_, endpoint, input) => {
    let reads = 0;
    const stale: (readonly string[])[] = [];
    const fixture = createFixture({
      requestFaults: () => {
        reads += 1;
        return {};
      },
      makeStale: (ids) => stale.push(ids),
    });
    await fixture.buy(endpoint, input);
    expect(stale).toHaveLength(1);
    fixture.service.account.is_messenger_connected = true;
    fixture.service.payLast();
    await fixture.pass(20_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', result: { by: 'match' } });
    expect(stale).toEqual([api[endpoint].makesStale, api[endpoint].makesStale]);
    const before = reads;
    await fixture.pass(3_600_000);
    expect(reads).toBe(before);
  });

  it('is looked at without publishing anew what has not changed', async () => {
    let published = 0;
    const fixture = createFixture({
      onJournal: () => {
        published += 1;
      },
    });
    await fixture.buy('configs.create', byLink);
    await fixture.pass(10_000);
    const before = published;
    await fixture.pass(600_000);
    expect(published).toBe(before);
  });

  it('for a paid option that is owned waits like any other', async () => {
    const fixture = createFixture();
    const option = { paid_option_id: 1, tariff_id: 31_101 };
    await fixture.buy('paidOptions.create', { body: option });
    fixture.purchases.dismiss(fixture.entry().id);
    await fixture.buy('paidOptions.create', { body: { ...option, payment_method_id: 1 } });
    expect(fixture.entry().state).toBe('waiting');
  });

  it('is looked at now when another of its product is submitted, it is opened, or the user comes back', async () => {
    for (const again of ['submitted', 'opened', 'back'] as const) {
      const fixture = createFixture();
      await fixture.buy('configs.create', byLink);
      const { id } = fixture.entry();
      await fixture.pass(1_800_000);
      fixture.service.payLast();
      if (again === 'submitted') void fixture.submit('configs.create', byLink);
      else if (again === 'opened') await fixture.purchases.openLink(id);
      else fixture.purchases.lookNow();
      await fixture.pass(1_000);
      expect(fixture.entry().state, again).toBe('done');
    }
  });

  it('gives the key that was bought with it', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', {
      body: { as_key: true, tariff_id: 10_101, payment_method_id: 1 },
    });
    fixture.service.payLast();
    await fixture.pass(10_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', unsaved: true });
    expect(fixture.reveal('activation-key')).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  it('is noticed after a restart', async () => {
    const fixture = createFixture();
    await fixture.buy('balance.topup', { body: { amount: 500, payment_method_id: 3 } });
    fixture.kill();
    const payment = fixture.service.payLast();
    fixture.restart();
    await fixture.pass(10_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', result: { payment } });
  });

  it('of a top-up shows that the balance has grown without a payment of it, and decides nothing', async () => {
    const stale: (readonly string[])[] = [];
    const fixture = createFixture({ makeStale: (ids) => stale.push(ids) });
    const { account } = fixture.service;
    const topUp = { body: { amount: 500, payment_method_id: 3 } };
    await fixture.buy('balance.topup', topUp);
    account.balance += 500;
    await fixture.pass(60_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting', balance: { last: 6500 } });
    expect(stale.at(-1)).toEqual(api['balance.topup'].makesStale);
    expect(stale).toHaveLength(2);
    // That of another device explains it.
    await fixture.service.other('balance.topup', topUp);
    fixture.service.payLast();
    account.balance = 6500;
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting', balance: { last: 6000 } });
  });

  it('is not called paid because another device paid for the same', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    await fixture.service.other('configs.create', byLink);
    fixture.service.payLast();
    await fixture.pass(600_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting' });
  });

  it('is not told from one that another device opened in the same moment until both are paid', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { back: 5_000 };
    const answer = fixture.submit('configs.create', byLink);
    await fixture.pass(1_000);
    await fixture.service.other('configs.create', byLink);
    await fixture.pass(10_000);
    await answer;
    expect(fixture.entry().candidates).toHaveLength(2);
    fixture.service.payLast();
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting', candidates: [{ paid: true }, {}] });
    fixture.service.payLast();
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ state: 'done' });
    expect(fixture.entry().result).toEqual({ by: 'match' });
  });

  it('is paid when its own payment is, whatever another device opened since', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    const payment = fixture.service.account.history[0]?.id ?? 0;
    await fixture.service.other('configs.create', byLink);
    await fixture.pass(10_000);
    fixture.service.pay(payment);
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', result: { payment } });
  });

  it('is not called paid while no payment of it is in the history', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { back: 3_000 };
    void fixture.submit('configs.create', byLink);
    await fixture.pass(1_000);
    const [payment] = fixture.service.account.history.splice(0, 1);
    await fixture.pass(60_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting' });
    if (payment) fixture.service.account.history.unshift(payment);
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ state: 'waiting', candidates: [{ id: payment?.id }] });
    expect(payment).toMatchObject({ is_paid: false });
  });

  it('is no longer looked at when the user has said stop, even in the middle of a look', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    const { id } = fixture.entry();
    fixture.service.payLast();
    fixture.requestFaults.reads = { back: 6_000 };
    // The history has arrived with the payment; the list is still on its way.
    await fixture.pass(10_000);
    expect(fixture.purchases.stopWaiting(id)).toMatchObject({ value: { state: 'stopped' } });
    await fixture.pass(600_000);
    expect(fixture.entry().state).toBe('stopped');
  });

  it('of the messenger of an account that is linked already says nothing when it is used', async () => {
    const fixture = createFixture();
    fixture.service.account.is_messenger_connected = true;
    await fixture.buy('messenger.connect', {});
    expect(fixture.entry()).toMatchObject({
      state: 'stopped',
      secrets: [{ name: 'messenger-link' }],
    });
  });

  it('waits beside the purchase of another thing', async () => {
    const fixture = createFixture();
    const { configId, otherConfigId } = fixture.service;
    const renewal = (config_id: number, payment_method_id: number) => ({
      path: { config_id },
      body: { tariff_id: 10_101, payment_method_id },
    });
    await fixture.buy('configs.renew', renewal(configId, 1));
    const other = await fixture.buy('configs.renew', renewal(otherConfigId, 1));
    expect(other).toMatchObject({ value: { started: true } });
    expect(await fixture.buy('configs.renew', renewal(configId, 1))).toMatchObject({
      value: { started: false },
    });
  });

  it('keeps another of its product from being input for until the user says stop', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    expect(await fixture.buy('configs.create', byLink)).toMatchObject({
      value: { started: false },
    });
    const { id } = fixture.entry();
    expect(fixture.purchases.dismiss(id)).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'open' }] },
    });
    expect(fixture.purchases.stopWaiting(id)).toMatchObject({ value: { state: 'stopped' } });
    expect(await fixture.buy('configs.create', byLink)).toMatchObject({ value: { started: true } });
    expect(fixture.purchases.dismiss(id)).toMatchObject({ ok: true });
  });

  it('is no longer looked for after a day', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    await fixture.pass(25 * 3_600_000);
    expect(fixture.entry().state).toBe('stopped');
    expect(fixture.reveal('payment-link')).toMatch(/^https:/);
  });
});

describe('opening a link', () => {
  it('is remembered, so that the card tells the user to pay and not to open it', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    const { id, link } = fixture.entry();
    expect(link).toEqual({ host: 'vpn.example.com', opened: false, opens: true });
    await fixture.purchases.openLink(id);
    fixture.restart();
    expect(fixture.entry().link).toMatchObject({ opened: true });
    expect(fixture.opened).toEqual([fixture.reveal('payment-link')]);
  });

  it.each<[string, PurchaseEndpoint, object, object]>([
    [
      'a purchase',
      'configs.create',
      byLink,
      {
        purpose: { product: 'config', action: 'buy', subject: '' },
        price: { amount: 199, currency: 'RUB' },
      },
    ],
    [
      'a top-up',
      'balance.topup',
      { body: { amount: 500, payment_method_id: 3 } },
      { purpose: 'top-up', price: { amount: 2, currency: 'TON' } },
    ],
    ['a messenger', 'messenger.connect', {}, { purpose: 'messenger', price: null }],
  ])('is asked about with what it is for: %s', async (_, endpoint, input, facts) => {
    const fixture = createFixture();
    await fixture.buy(endpoint, input);
    const secret = endpoint === 'messenger.connect' ? 'messenger-link' : 'payment-link';
    expect(fixture.purchases.linkQuestion(fixture.entry().id)).toMatchObject({
      kind: 'link',
      origin: new URL(fixture.reveal(secret) ?? '').origin,
      service: serviceUrl,
      ...facts,
    });
  });

  it.each([
    ['https://pay.example.com:8443/1', 'pay.example.com:8443', true],
    ['https://bank.example.com@pay.example.net/', 'pay.example.net', false],
    ['https://:secret@pay.example.net/', 'pay.example.net', false],
    ['http://pay.example.com/1', 'pay.example.com', false],
    ['http://127.0.0.1:8787/pay/1', '127.0.0.1:8787', false],
    ['javascript:alert(1)', '', false],
    ['file:///etc/passwd', '', false],
    ['not an address', '', false],
  ])('happens for https without a user name alone: %s', (link, host, opens) => {
    const entry = { secrets: { 'payment-link': link } };
    expect(linkIn(entry, 'https://vpn.example.com')).toMatchObject({ host, opens });
  });

  it('of the demonstration service on this machine needs no https', () => {
    const entry = { secrets: { 'payment-link': 'http://127.0.0.1:8787/pay/1' } };
    expect(linkIn(entry, 'http://127.0.0.1:8787')).toMatchObject({ opens: true });
    expect(linkIn(entry, 'http://127.0.0.1:8788')).toMatchObject({ opens: false });
    const elsewhere = { secrets: { 'payment-link': 'http://pay.example.com/1' } };
    expect(linkIn(elsewhere, 'http://pay.example.com')).toMatchObject({ opens: false });
  });

  it('fails where the system cannot, and is then not called opened', async () => {
    const fixture = createFixture({ openExternal: () => Promise.reject(new Error('no browser')) });
    await fixture.buy('configs.create', byLink);
    const { id } = fixture.entry();
    expect(await fixture.purchases.openLink(id)).toMatchObject(fail('unsent'));
    expect(fixture.entry().link).toMatchObject({ opened: false });
  });

  it('does not happen for a link that is not https, whatever the user agrees to', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    const { id } = fixture.entry();
    fixture.kill();
    const records = sealedOver(fixture.vault);
    const entry = records.read('purchases', id, Entry);
    if (!entry) throw new Error('the entry was not stored');
    const value = { ...entry, secrets: { 'payment-link': 'http://pay.example.com/1' } };
    records.write([{ purpose: 'purchases', name: id, value }]);
    fixture.restart();
    expect(fixture.purchases.linkQuestion(id)).toBeNull();
    expect(await fixture.purchases.openLink(id)).toMatchObject({
      failure: { issues: [{ path: 'link', code: 'not-https' }] },
    });
    expect(fixture.opened).toEqual([]);
  });
});
