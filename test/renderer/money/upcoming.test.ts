import { expect, test } from 'vitest';
import { h } from 'vue';
import BalancePart from '#renderer/money/BalancePart.vue';
import RenewalShort from '#renderer/purchases/RenewalShort.vue';
import type { Control } from '#service/control.ts';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { eventually } from '#test/renderer/eventually.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

const day = 86_400;

/** One configuration that renews itself every 30 days, and a balance that pays twice for it. */
function renewOne(control: Control): void {
  const account = control.account();
  account.configs = account.configs.slice(0, 1);
  Object.assign(account, { cloud_servers: [], paid_options: [], pricing_rules: [], balance: 450 });
  Object.assign(account.configs[0] ?? {}, {
    title: 'Netflix',
    expires_at: control.now() + 5 * day,
    auto_renewal: true,
    auto_renewal_days: 30,
  });
}

test('the forecast is read with one request for the prices, and says what is missing for 90 days', async () => {
  const { root, show, main } = await openWindow({ service: renewOne });
  show(BalancePart);
  const said = () => root.text().replaceAll('\u00A0', ' ');
  const rows = () => root.findAll('tbody tr').map((row) => row.text().replaceAll('\u00A0', ' '));
  await expect.poll(said).toContain('The balance is enough');
  expect(rows()).toEqual([expect.stringMatching(/Netflix.*Renews itself · 30 days.*199 ₽.*251 ₽/)]);
  const read = main.service.journal.entries().map(({ endpoint }) => endpoint);
  expect(read.filter((id) => id === 'configs.tariffs')).toHaveLength(1);
  expect(read).not.toContain('cloudServers.tariffs');
  expect(root.get('tbody a').classes()).toContain('underline');
  const far = root.findAll('button').find((button) => button.text() === 'Show 90 days');
  await far?.trigger('click');
  await expect.poll(said).toMatch(/On .* the balance is no longer enough/);
  // Once on the page.
  expect(said().match(/the balance is no longer enough/g)).toHaveLength(1);
  expect(rows()).toHaveLength(3);
  expect(rows()[2]).toContain('Expires: the balance is not enough');
  expect(root.get('form button').text()).toMatch(/^147/);
  await buy(main, 'balance.topup', { amount: 500, payment_method_id: 1 });
  await expect.poll(said).toMatch(/500 ₽ \(.+\)/);
});

test('where nothing renews itself there is no column of prices', async () => {
  const { root, show } = await openWindow({
    service: (control) => {
      renewOne(control);
      Object.assign(control.account().configs[0] ?? {}, { auto_renewal: false });
    },
  });
  show(BalancePart);
  await expect.poll(() => root.findAll('tbody tr').length).toBe(1);
  expect(root.findAll('th').map((head) => head.text())).toEqual(['When', 'What']);
  expect(root.findAll('tbody td')).toHaveLength(2);
});

test.each([
  [
    -20_000,
    /20,199 ₽ is missing until .*; one top-up adds at most 15,000 ₽/,
    '300 ₽, 500 ₽, 1,000 ₽, 3,000 ₽, 15,000 ₽, Top up',
  ],
  [
    195,
    /With a top-up of 10 ₽ everything .* renews/,
    '10 ₽, 300 ₽, 500 ₽, 1,000 ₽, 3,000 ₽, Top up',
  ],
])('with %i ₽ the offered top-up can be made', async (balance, sentence, offer) => {
  const { root, show } = await openWindow({
    service: (control) => {
      renewOne(control);
      control.account().balance = balance;
    },
  });
  show(BalancePart);
  const said = () => root.text().replaceAll('\u00A0', ' ');
  await expect.poll(said).toMatch(sentence);
  const offered = root.findAll('form button').map((button) => button.text());
  expect(offered.join(', ').replaceAll('\u00A0', ' ')).toBe(offer);
});

test('it is not said that the balance is enough if configurations were never read', async () => {
  const { root, show, main } = await openWindow({ faults: ['configs.list:403'] });
  show(BalancePart);
  await expect.poll(() => root.text()).toContain('What could not be read is missing here');
  expect(root.text().split('Not allowed for this API key')).toHaveLength(2);
  expect(root.text()).toContain('It is not known whether the balance is enough');
  expect(root.text()).not.toContain('Work MacBook');
  main.service.setFaults([]);
  await root
    .findAll('button')
    .find((button) => button.text() === 'Try again')
    ?.trigger('click');
  await eventually(main, () => root.text()).toContain('Work MacBook');
  expect(root.text()).not.toContain('What could not be read is missing here');
});

test.each([
  [450, 5, '', ''],
  [100, 5, 'text-error', '199 ₽ are needed on X, and 100 ₽ will be left by then'],
  [100, 64, 'text-warning', '199 ₽ are needed on X, and 100 ₽ will be left by then'],
])('a page says as the forecast if %i ₽ do not last: %i days', async (balance, days, ...said) => {
  const [tone, text] = said;
  const listedSoon = days < 30 ? [tone !== ''] : [];
  const { root, show, main } = await openWindow({
    service: (control) => {
      renewOne(control);
      const account = control.account();
      account.balance = balance;
      const [config = expect.fail()] = account.configs;
      config.expires_at = control.now() + days * day;
    },
  });
  const [{ id, expires_at: expiresAt } = expect.fail()] = main.service.account().configs;
  show(() => [h(BalancePart), h(RenewalShort, { renewed: { kind: 'config', id }, expiresAt })]);
  await expect.poll(() => root.find('[data-balance]').exists()).toBe(true);
  await expect.poll(() => root.findAll('tbody tr').length).toBe(listedSoon.length);
  await main.idle();
  const line = () => root.find('p[role=status]:has(a)');
  await expect.poll(() => line().exists()).toBe(tone !== '');
  const short = 'Expires: the balance is not enough';
  const listed = root.findAll('tbody tr').map((row) => row.text().includes(short));
  expect(listed).toEqual(listedSoon);
  if (tone === '') return;
  expect(line().classes()).toContain(tone);
  const dated = line().get('span').text();
  expect(dated.replaceAll(/\w+ \d+, 20\d\d/g, 'X').replaceAll('\u00A0', ' ')).toBe(text);
});
