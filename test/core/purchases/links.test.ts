import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { linkIn } from '#core/purchases/links.ts';
import type { Entry } from '#core/purchases/entry.ts';
import { config, createDesk, recordsOf } from './context/desk.ts';

const byLink = { body: { ...config, payment_method_id: 1 } };

describe('a link that waits to be paid', () => {
  it('is noticed when it was paid, and is of no more use then', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    const payment = desk.service.payLast();
    await desk.pass(10_000);
    const created = desk.service.account.configs.at(-1);
    expect(desk.entry()).toMatchObject({
      state: 'done',
      result: { by: 'match', payment, resource: created?.id },
      secrets: [],
      link: null,
    });
  });

  it('gives the key that was bought with it', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', {
      body: { as_key: true, tariff_id: 10_101, payment_method_id: 1 },
    });
    desk.service.payLast();
    await desk.pass(10_000);
    expect(desk.entry()).toMatchObject({ state: 'done', unsaved: true });
    expect(desk.reveal('activation-key')).toMatch(/^(\w{4}-){3}\w{4}$/);
  });

  it('is noticed after a restart', async () => {
    const desk = createDesk();
    await desk.buy('balance.topup', { body: { amount: 500, payment_method_id: 3 } });
    desk.kill();
    const payment = desk.service.payLast();
    desk.restart();
    await desk.pass(10_000);
    expect(desk.entry()).toMatchObject({ state: 'done', result: { payment } });
  });

  it('is not called paid because another device paid for the same', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    await desk.service.other('configs.create', byLink);
    desk.service.payLast();
    await desk.pass(600_000);
    expect(desk.entry()).toMatchObject({ state: 'waiting' });
  });

  it('is not told from one that another device opened in the same moment until both are paid', async () => {
    const desk = createDesk();
    desk.weather.purchase = { back: 5_000 };
    const word = desk.say('configs.create', byLink);
    await desk.pass(1_000);
    await desk.service.other('configs.create', byLink);
    await desk.pass(10_000);
    await word;
    expect(desk.entry().candidates).toHaveLength(2);
    desk.service.payLast();
    await desk.pass(120_000);
    expect(desk.entry()).toMatchObject({ state: 'waiting', candidates: [{ paid: true }, {}] });
    desk.service.payLast();
    await desk.pass(120_000);
    expect(desk.entry()).toMatchObject({ state: 'done' });
    expect(desk.entry().result).toEqual({ by: 'match' });
  });

  it('is paid when its own payment is, whatever another device opened since', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    const payment = desk.service.account.history[0]?.id ?? 0;
    await desk.service.other('configs.create', byLink);
    await desk.pass(10_000);
    desk.service.pay(payment);
    await desk.pass(120_000);
    expect(desk.entry()).toMatchObject({ state: 'done', result: { payment } });
  });

  it('is not called paid while no payment of it is in the history', async () => {
    const desk = createDesk();
    desk.weather.purchase = { back: 3_000 };
    void desk.say('configs.create', byLink);
    await desk.pass(1_000);
    const [payment] = desk.service.account.history.splice(0, 1);
    await desk.pass(60_000);
    expect(desk.entry()).toMatchObject({ state: 'waiting' });
    if (payment) desk.service.account.history.unshift(payment);
    expect(payment).toMatchObject({ is_paid: false });
  });

  it('is no longer looked at when the person has said stop, even in the middle of a look', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    const { id } = desk.entry();
    desk.service.payLast();
    desk.weather.reads = { back: 6_000 };
    // The history is here and tells of the payment; the list is still on its way.
    await desk.pass(10_000);
    expect(desk.purchases.stopWaiting(id)).toMatchObject({ value: { state: 'stopped' } });
    await desk.pass(600_000);
    expect(desk.entry().state).toBe('stopped');
  });

  it('of the messenger is no longer looked at either', async () => {
    const desk = createDesk();
    await desk.buy('messenger.connect', {});
    desk.service.account.is_messenger_connected = true;
    desk.weather.reads = { back: 9_000 };
    await desk.pass(6_000);
    desk.purchases.stopWaiting(desk.entry().id);
    await desk.pass(600_000);
    expect(desk.entry().state).toBe('stopped');
  });

  it('of the messenger of an account that is linked already says nothing when it is used', async () => {
    const desk = createDesk();
    desk.service.account.is_messenger_connected = true;
    await desk.buy('messenger.connect', {});
    expect(desk.entry()).toMatchObject({ state: 'stopped', secrets: [{ name: 'messenger-link' }] });
  });

  it('waits beside the purchase of another thing', async () => {
    const desk = createDesk();
    const { configId, otherConfigId } = desk.service;
    const renewal = (config_id: number, payment_method_id: number) => ({
      path: { config_id },
      body: { tariff_id: 10_101, payment_method_id },
    });
    await desk.buy('configs.renew', renewal(configId, 1));
    const other = await desk.buy('configs.renew', renewal(otherConfigId, 1));
    expect(other).toMatchObject({ value: { started: true } });
    expect(await desk.buy('configs.renew', renewal(configId, 1))).toMatchObject({
      value: { started: false },
    });
  });

  it('keeps another of its product from being asked for until the person says stop', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    expect(await desk.buy('configs.create', byLink)).toMatchObject({ value: { started: false } });
    const { id } = desk.entry();
    expect(desk.purchases.dismiss(id)).toMatchObject({ ok: false });
    expect(desk.purchases.stopWaiting(id)).toMatchObject({ value: { state: 'stopped' } });
    expect(await desk.buy('configs.create', byLink)).toMatchObject({ value: { started: true } });
    expect(desk.purchases.dismiss(id)).toMatchObject({ ok: true });
  });

  it('is no longer looked for after a day', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    await desk.pass(25 * 3_600_000);
    expect(desk.entry().state).toBe('stopped');
    expect(desk.reveal('payment-link')).toMatch(/^https:/);
  });

  it('of the messenger is done once the account is linked', async () => {
    const desk = createDesk();
    await desk.buy('messenger.connect', {});
    expect(desk.entry()).toMatchObject({ state: 'waiting', secrets: [{ name: 'messenger-link' }] });
    desk.service.account.is_messenger_connected = true;
    await desk.pass(10_000);
    expect(desk.entry()).toMatchObject({ state: 'done', secrets: [] });
  });
});

describe('opening a link', () => {
  it('wants the host confirmed the first time, and remembers that', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    const { id, link } = desk.entry();
    expect(link).toEqual({ host: 'vpn.example.com', confirmed: false, opens: true });
    for (const host of [undefined, 'pay.example.com']) {
      expect(await desk.purchases.openLink(id, host)).toMatchObject({
        failure: { kind: 'invalid-input', issues: [{ path: 'host', code: 'unconfirmed' }] },
      });
    }
    expect(desk.opened).toEqual([]);
    await desk.purchases.openLink(id, 'vpn.example.com');
    desk.restart();
    expect(desk.entry().link).toMatchObject({ confirmed: true });
    await desk.purchases.openLink(id, undefined);
    expect(desk.opened).toEqual([desk.reveal('payment-link'), desk.reveal('payment-link')]);
  });

  it.each([
    ['https://pay.example.com:8443/1', 'pay.example.com:8443', true],
    ['https://bank.example.com@pay.example.net/', 'pay.example.net', false],
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

  it('does not happen for a link that is not https, whatever the person agrees to', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    const { id } = desk.entry();
    desk.kill();
    const records = recordsOf(desk.vault);
    const entry = records.read('purchases', `entry ${id}`, z.custom<Entry>());
    const secrets = { 'payment-link': 'http://pay.example.com/1' };
    records.write([{ purpose: 'purchases', name: `entry ${id}`, value: { ...entry, secrets } }]);
    desk.restart();
    expect(await desk.purchases.openLink(id, 'pay.example.com')).toMatchObject({
      failure: { issues: [{ path: 'link', code: 'not-https' }] },
    });
    expect(desk.opened).toEqual([]);
  });
});
