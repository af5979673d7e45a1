import { describe, expect, it } from 'vitest';
import { daySeconds } from '#service/store/store.ts';
import { dataOf, errorOf, send, testServices } from './client.ts';

const { start } = testServices();
type Service = Awaited<ReturnType<typeof start>>;

const vless = { location_id: 1, protocol: 'vless' } as const;

async function buy(service: Service, body: object) {
  return dataOf(
    'configs.create',
    await send(service, 'configs.create', { body: { ...vless, ...body } }),
  );
}

function linkOf(data: object): string {
  if (!('link' in data) || typeof data.link !== 'string') throw new Error('not a link');
  return data.link;
}

describe('buying a configuration', () => {
  it('charges the balance, creates it and records the payment', async () => {
    const service = await start();
    const { balance } = service.control.account();
    const created = await buy(service, { enable_auto_renewal: true });
    expect(created).toMatchObject({
      protocol: 'vless',
      location_id: 1,
      expires_at: service.control.now() + 30 * daySeconds,
      auto_renewal: true,
      auto_renewal_days: 30,
    });
    // 199 roubles less the personal discount of ten per cent.
    expect(service.control.account().balance).toBe(balance - 179);
    expect(service.control.account().configs.at(-1)?.id).toBe(created['id']);
    const [entry] = dataOf(
      'payments.history',
      await send(service, 'payments.history', { query: {} }),
    );
    expect(entry).toMatchObject({
      amount: '179',
      type: 'new_config',
      method: 'balance',
      days: 30,
      is_paid: true,
      as_key: false,
    });
  });

  it('returns a link when a payment method is given, and creates it when the link is paid', async () => {
    const service = await start();
    const before = service.control.account().configs.length;
    const link = linkOf(await buy(service, { payment_method_id: 1 }));
    expect(link.startsWith(service.url)).toBe(true);
    expect(service.control.account().configs).toHaveLength(before);
    expect(service.control.account().history[0]).toMatchObject({ method: 'sbp', is_paid: false });

    const shown = await fetch(link);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await shown.text()).toContain('<form method="post">');
    expect(await (await fetch(link, { method: 'POST' })).text()).not.toContain('<form');
    await fetch(link, { method: 'POST' });
    expect(service.control.account().configs).toHaveLength(before + 1);
    expect(service.control.account().history[0]).toMatchObject({ is_paid: true });
  });

  it('returns a link when the balance does not cover the price', async () => {
    const service = await start();
    service.control.setBalance({ balance: 178 });
    expect(linkOf(await buy(service, {}))).toContain('/pay/');
    expect(service.control.account().balance).toBe(178);
  });

  it('accepts a promocode once', async () => {
    const service = await start();
    const codes = dataOf('promocodes.list', await send(service, 'promocodes.list', { query: {} }));
    const code = codes.find((c) => c.is_active && c.product_type === 'configs');
    const { balance } = service.control.account();
    const created = await buy(service, { promocode: code?.code });
    expect(created).toMatchObject({
      expires_at: service.control.now() + (code?.activation_days ?? 0) * daySeconds,
    });
    expect(service.control.account().balance).toBe(balance);
    const again = await send(service, 'configs.create', {
      body: { ...vless, promocode: code?.code },
    });
    expect(errorOf(again).status).toBe(400);
  });

  it('sells an activation key, which the list shows with other field names and another user can use', async () => {
    const service = await start();
    const key = dataOf(
      'configs.create',
      await send(service, 'configs.create', { body: { as_key: true } }),
    );
    expect(key).toMatchObject({ days: 30 });
    const [listed] = dataOf(
      'promocodes.list',
      await send(service, 'promocodes.list', { query: {} }),
    );
    expect(listed?.code).toBe(key['promocode']);
    expect(listed?.code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/);
    const somebody = service.control.addAccount();
    const used = await send({ url: service.url, key: somebody.key }, 'configs.create', {
      body: { ...vless, promocode: listed?.code },
    });
    expect(used.status).toBe(201);
    expect(somebody.account.configs).toHaveLength(1);
  });

  it('charges nothing when it is unavailable', async () => {
    const service = await start();
    const { balance } = service.control.account();
    for (const body of [
      { ...vless, location_id: 13 },
      { ...vless, location_id: 99 },
      { ...vless, server_id: 201 },
      { ...vless, tariff_id: 1 },
      { ...vless, payment_method_id: 9 },
    ]) {
      expect((await send(service, 'configs.create', { body })).status).toBe(400);
    }
    expect(service.control.account()).toMatchObject({ balance });
  });
});

describe('renewing', () => {
  it('adds the days to the remaining time of a configuration', async () => {
    const service = await start();
    const [config] = service.control.account().configs;
    const expiry = config?.expires_at ?? 0;
    const input = { path: { config_id: config?.id ?? 0 }, body: {} };
    const renewed = dataOf('configs.renew', await send(service, 'configs.renew', input));
    expect(renewed).toEqual({ id: config?.id, expires_at: expiry + 30 * daySeconds });
  });

  it('starts from now for an expired configuration', async () => {
    const service = await start();
    const expired = service.control
      .account()
      .configs.find((config) => config.expires_at < service.control.now());
    const input = { path: { config_id: expired?.id ?? 0 }, body: {} };
    const renewed = dataOf('configs.renew', await send(service, 'configs.renew', input));
    expect(renewed['expires_at']).toBe(service.control.now() + 30 * daySeconds);
  });

  it('renews a cloud server with 200, or returns a payment link with 201', async () => {
    const service = await start();
    const [server] = service.control.account().cloud_servers;
    const expiry = server?.expires_at ?? 0;
    const body = { server_id: server?.id ?? 0, days: 30 };
    const renewed = await send(service, 'cloudServers.renew', { body });
    expect(renewed.status).toBe(200);
    expect(dataOf('cloudServers.renew', renewed)).toEqual({
      renewed: true,
      expires_at: expiry + 30 * daySeconds,
    });
    const answer = await send(service, 'cloudServers.renew', {
      body: { ...body, payment_method_id: 3 },
    });
    expect(answer.status).toBe(201);
    expect(linkOf(dataOf('cloudServers.renew', answer))).toContain('/pay/');
  });
});

describe('paid options and money', () => {
  it('deducts a withdrawal from the referral balance and lists it with a masked account', async () => {
    const service = await start();
    const { referral_balance } = service.control.account();
    const body = { amount: 1000, card_number: '4242424242424242' };
    expect((await send(service, 'referral.withdrawCard', { body })).status).toBe(201);
    expect(service.control.account().referral_balance).toBe(referral_balance - 1000);
    const [entry] = dataOf('referral.list', await send(service, 'referral.list', { query: {} }));
    expect(entry).toMatchObject({ amount: -1000, account: '************4242', status: 'pending' });
    const more = { ...body, amount: referral_balance };
    expect((await send(service, 'referral.withdrawCard', { body: more })).status).toBe(400);
  });
});
