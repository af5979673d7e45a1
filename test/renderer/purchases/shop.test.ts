import { flushPromises } from '@vue/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { h, ref, type Component } from 'vue';
import BuyOption from '#renderer/purchases/BuyOption.vue';
import BuyServer from '#renderer/purchases/BuyServer.vue';
import ShopPage from '#renderer/purchases/ShopPage.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';
import type { PaymentMethod } from '#contract/records/shared.ts';
import type { Control } from '#service/control.ts';

async function open(
  path: string,
  service?: (control: Control) => void,
  page: Component = ShopPage,
  settings = {},
) {
  const opened = await openWindow({ settings, ...(service !== undefined && { service }) });
  const { root, router, show } = opened;
  router.addRoute({ path: '/shop/:product', component: ShopPage });
  await router.push(path);
  const left = ref(false);
  show({ render: () => (left.value ? null : h(page)) });
  await expect.poll(() => root.find('form').exists()).toBe(true);
  return { ...opened, left };
}

const products = 'nav[aria-label="What to buy"]';
const plain = (text: string) => text.replaceAll('\u00A0', ' ').replaceAll(/\s+/g, ' ');

test('each product says what a month of it costs at the least', async () => {
  const { root } = await open('/shop/configs');
  const cards = () => root.findAll(`${products} a`).map((card) => plain(card.text()));
  await vi.waitFor(() => {
    expect(cards().length).toBeGreaterThan(2);
    for (const card of cards()) expect(card).toMatch(/from [\d,]+ ₽ a month$/);
  }, patient);
});

test('each period has its price, its price a month and what it saves before anything is chosen', async () => {
  const { root } = await open('/shop/configs');
  const periods = root
    .findAll('[role=radiogroup] label')
    .map((one) => plain(one.text()))
    .filter((text) => text.includes('a month'));
  expect(periods.length).toBeGreaterThan(2);
  expect(periods[0]).toMatch(/^30 days\s*(?:−\d+%)?([\d,]+ ₽).*\1 a month$/);
  const year = /^365 days\s*−(\d+)%([\d,]+) ₽before ([\d,]+) ₽[\d,]+ ₽ a month$/;
  const [, saved, price, before] = year.exec(periods.at(-1) ?? '') ?? [];
  const roubles = (text = '') => Number(text.replace(',', ''));
  expect(Math.floor(100 * (1 - roubles(price) / roubles(before)))).toBe(Number(saved));
});

test('a purchase that the balance does not pay offers the top-up that is missing, and waits for it', async () => {
  const { root, main, router, left } = await open('/shop/configs', (control) => {
    control.setBalance({ balance: 40 });
  });
  const year = () => root.findAll('label').find((each) => each.text().startsWith('365 days'));
  const choice = () => year()?.get<HTMLInputElement>('input');
  await choice()?.setValue();
  const offered = await vi.waitFor(() => root.get('[data-buy] a'), patient);
  expect(root.get('button[type=submit]').attributes('aria-disabled')).toBe('true');
  const price = Number(
    /([\d,]+) ₽/.exec(plain(root.get('button[type=submit]').text()))?.[1]?.replace(',', ''),
  );
  expect(offered.attributes('href')).toContain(`topup=${String(price - 40)}`);
  left.value = true;
  await router.push('/money');
  expect(year()).toBeUndefined();
  await router.push('/shop');
  left.value = false;
  await expect.poll(() => choice()?.element.checked).toBe(true);
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/shop/configs');
  expect(main.callsOf('purchases.submit')).toEqual([]);
});

test('what was bought is one card: its connection is copied, drawn and opened from there, and one button closes it', async () => {
  const { root, main } = await open('/shop/configs', (control) => {
    control.setBalance({ balance: 20_000 });
  });
  const germany = root.findAll('label').find((one) => one.text().includes('Germany'));
  await germany?.get('input').setValue();
  const button = root.get('button[type=submit]');
  await expect.poll(() => button.attributes('aria-disabled'), patient).toBeUndefined();
  await root.get('form').trigger('submit');
  const buttons = () => root.findAll('button').map((button) => button.text());
  await expect
    .poll(buttons, patient)
    .toEqual([expect.stringMatching(/^Copy /), 'QR code', 'Open', 'Buy another']);
  expect(root.findAll('[data-entry=done] button')).toHaveLength(4);
  expect(root.get('[data-entry=done]').text()).toContain('Balance: ');
  const [copy, draw, , dismiss] = root.findAll('button');
  await copy?.trigger('click');
  const url = main.account.configs.at(-1)?.connection_url;
  await expect.poll(() => main.machine.clipboard.text).toBe(url);
  await draw?.trigger('click');
  await expect
    .poll(() => document.querySelector('[role=dialog] [role=img]'), patient)
    .not.toBeNull();
  await dismiss?.trigger('click');
  await expect.poll(() => root.find('form').exists()).toBe(true);
});

test('a key is redeemed in place of a payment, and one of the own is taken by its button', async () => {
  const { root, main } = await open('/shop/configs?redeem');
  const own = await vi.waitFor(() => {
    const buttons = root.findAll('button').filter((one) => one.text().startsWith('Your key'));
    expect(buttons).not.toEqual([]);
    return buttons;
  }, patient);
  await own[0]?.trigger('click');
  const field = root.get<HTMLInputElement>('input[maxlength="40"]');
  await expect.poll(() => field.element.value).not.toBe('');
  expect(main.service.state.promocodes.map(({ code }) => code)).toContain(field.element.value);
  await flushPromises();
  expect(root.text()).not.toContain('For how long');
});

test('the places of locations.list say how far they are once that is measured, which asks first, once', async () => {
  const { root, main } = await open('/shop/configs', undefined, ShopPage, {
    checksExplained: false,
  });
  const measures = () => root.findAll('button').filter((one) => one.text() === 'Measure delays');
  await measures()[0]?.trigger('click');
  expect(root.text()).toContain('Whoever watches this network sees which');
  expect(main.callsOf('tools.reach')).toEqual([]);
  await measures()[1]?.trigger('click');
  await expect.poll(() => plain(root.text())).toMatch(/Germany.*\d ms/);
});

test('a place without a free server says so before it is chosen, and what is free instead is one click away, also where none has one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { root, main, answer } = await open('/shop/configs');
  const { value: places } = await main.ask('cache.read', { id: 'locations.list', input: {} });
  const codes = new Map(
    (places as { id: number; code: string }[]).map(({ id, code }) => [id, code]),
  );
  const full = { DE: ['vless', 'trojan'], SE: ['vless'] } as Record<string, readonly string[]>;
  const asked: string[] = [];
  const said = Promise.withResolvers<undefined>();
  const read = async (input: Record<string, unknown>) => {
    if (input['id'] !== 'configs.availableServers') return await main.answer('cache.read', input);
    const { query } = input['input'] as { query: { location_id: number; protocol: string } };
    const place = codes.get(query.location_id) ?? '';
    asked.push(`${place} ${query.protocol}`);
    await said.promise;
    const isFull = query.protocol === 'wg' || full[place]?.includes(query.protocol);
    const value = isFull ? [] : [{ id: 1, available_slots: 3 }];
    return { ok: true, value: { ...input, value, fetchedAt: 1, stale: false, failure: null } };
  };
  answer({ 'cache.read': read });
  const card = (name: string) => root.findAll('label').find((one) => one.text().includes(name));
  const choose = (name: string) => card(name)?.get('input').setValue();
  const instead = () => root.findAll('[data-buy] [role=status] button');
  const readAhead = (shown: () => unknown) =>
    expect.poll(async () => (await vi.advanceTimersByTimeAsync(1500), shown()), patient);
  await choose('Germany');
  expect(root.get('button[type=submit]').attributes('aria-disabled')).toBe('true');
  expect(root.get('[data-buy]').text()).toContain('Checking for free servers');
  said.resolve(undefined);
  await readAhead(() => instead().map((one) => one.text())).toEqual([
    'Trojan 2901',
    'Outline',
    'Netherlands',
  ]);
  await readAhead(() => card('Sweden')?.text()).toContain('No free server');
  await readAhead(() => asked.at(-1)).toBe('RU vless');
  expect(asked.filter((each) => each !== 'DE vless')).toHaveLength(3 + codes.size - 2);
  await instead().at(-1)?.trigger('click');
  await expect.poll(() => root.text()).toContain('3 free');
  await choose('Germany');
  await instead()[0]?.trigger('click');
  expect(root.get('[data-buy]').text()).not.toContain('No free');
  await root.get('button[aria-expanded]').trigger('click');
  expect(card('VLESS · Sold out')).toBeDefined();
  expect(card('Trojan 2901')?.text()).toBe('Trojan 2901');
  await choose('WireGuard');
  const buy = () => root.get('[data-buy]').text();
  await readAhead(buy).toContain('No free WireGuard server anywhere.');
  expect(root.get('[data-buy] a').text()).toBe('Cloud server');
});

test('a place says itself that it has none of the chosen type of server, which stays chosen there', async () => {
  const { root, main } = await open('/shop', undefined, BuyServer);
  const { value } = await main.ask('cache.read', { id: 'cloudServers.locations', input: {} });
  const places = value as { is_active: boolean; available_tariff_config_ids: number[] }[];
  const types = root.findAll('[role=radiogroup]')[0]?.findAll('input') ?? [];
  const without = places.map(({ is_active, available_tariff_config_ids: ids }) =>
    types.map((_, type) => is_active && !ids.includes(type + 1)),
  );
  for (const [nth, type] of types.entries()) {
    await type.setValue();
    const said = root.text().match(/Not this type of server/g) ?? [];
    expect(said).toHaveLength(without.filter((lacks) => lacks[nth]).length);
  }
  const lacking = root.findAll('label').find((one) => one.text().includes('Not this type'));
  await lacking?.get('input').setValue();
  expect(types.at(-1)?.element).toHaveProperty('checked', true);
  expect(root.get('[data-buy]').text()).toContain('This type of server is not offered there.');
});

test('the chosen period stays where another product has it', async () => {
  const { root, router } = await open('/shop/configs');
  const year = () => root.findAll('label').find((each) => each.text().startsWith('365 days'));
  await year()?.get('input').setValue();
  await router.push('/shop/cloud-servers');
  await expect.poll(() => root.find('button[type=submit]').text(), patient).toMatch(/^Buy/);
  expect(root.get('button[type=submit]').text()).toContain('365');
});

test('an option that the account has is renewed in the shop, or bought as a key', async () => {
  const { root } = await open('/shop', undefined, BuyOption);
  const button = () => plain(root.get('button[type=submit]').text());
  await expect.poll(() => button()).toMatch(/^Renew to \w{3} \d+, \d{4} · 299 ₽$/);
  const switches = root.findAll('label').filter((one) => one.find('[role=switch]').exists());
  expect(switches.map((one) => one.text())).toEqual(['As a key to give away']);
  await switches[0]?.get('[role=switch]').trigger('click');
  expect(button()).toBe('Buy a key · 30 days · 299 ₽');
});

test('the option that is shown first stays chosen behind another, and gives place to none', async () => {
  const { root, main } = await open('/shop/paid-options');
  const chosen = () => root.findAll(`${products} [aria-current=page]`).map((card) => card.text());
  const read = await main.ask('cache.read', { id: 'paidOptions.tariffs', input: {} });
  const options = read.value as unknown[];
  const before = chosen();
  expect(before).toHaveLength(1);
  main.send('cache.changed', { ...read, value: options.toReversed() });
  await expect.poll(() => root.findAll(`${products} a`).at(-1)?.text()).toBe(before[0]);
  expect(chosen()).toEqual(before);
  main.send('cache.changed', { ...read, value: options.slice(1) });
  await expect.poll(chosen).toEqual([]);
  expect(root.text()).toContain('The service lists no price for this.');
});

test('an option without the period or the payment of the one before has its first chosen', async () => {
  const { root, main, router } = await open('/shop/paid-options');
  const read = await main.ask('cache.read', { id: 'paidOptions.tariffs', input: {} });
  const [option, other] = read.value as { id: number; payment_methods: PaymentMethod[] }[];
  const methods = other?.payment_methods.flatMap((method) => ({
    ...method,
    currency: 'TON',
    tariffs: method.tariffs.map((tariff) => ({ ...tariff, days: 77 })),
  }));
  main.send('cache.changed', { ...read, value: [option, { ...other, payment_methods: methods }] });
  await router.push(`/shop/paid-options?option=${String(other?.id)}`);
  await expect.poll(() => plain(root.get('button[type=submit]').text())).toContain('77 days');
});
