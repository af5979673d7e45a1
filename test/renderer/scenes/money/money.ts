import type { Page } from 'playwright-core';
import type { Control } from '#service/control.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import { buy, decide } from '#test/renderer/scenes/purchases-made.ts';
import { forbidden, offline, unanswered, type Scene } from '#test/renderer/scenes/scene.ts';

/** What the money section shows, in every state it can be in. */

const long =
  'Скидка за то, что остались с нами, когда всё ломалось, и ещё за двух приглашённых друзей из одного города';

/** Rules, payments and keys that are hard to show. */
function unusual(control: Control): void {
  const account = control.account();
  account.pricing_rules.push({ type: 'all', product_title: '', percent: -2.5, comment: long });
  const [first, second] = account.history;
  Object.assign(first ?? {}, { type: 'gift_for_someone', method: 'a_method_nobody_has_heard_of' });
  Object.assign(second ?? {}, { amount: '1.7342', method: 'usdt' });
  Object.assign(account.referral[2] ?? {}, { email: `${'very-long-name-'.repeat(4)}@example.net` });
}

/** Nothing has happened to the account. */
function none(control: Control): void {
  const account = control.account();
  Object.assign(account, { balance: 0, referral_balance: 0, referrals_count: 0 });
  Object.assign(account, { history: [], referral: [] });
  control.state.promocodes.length = 0;
}
const money = { service: unusual };

const topUp = (main: MainProcess) =>
  buy(main, 'balance.topup', { amount: 500, payment_method_id: 3 });

/** The form that withdraws, filled in; its question is open where `ask`. */
function fill(way: 'sbp' | 'card', amount: string, number: string, ask: boolean) {
  return async (page: Page): Promise<void> => {
    await page
      .locator('form [role=radiogroup] label')
      .nth(way === 'card' ? 1 : 0)
      .click();
    await page.locator('form input[inputmode=numeric]').first().fill(amount);
    if (way === 'sbp') await page.locator('fieldset fieldset [type=radio]').nth(1).check();
    await page.locator('[data-passing-number]').fill(number);
    await page.locator('[data-passing-number]').blur();
    if (ask) await page.locator('form button[type=submit]').click();
    await page.locator('[data-passing-number]').scrollIntoViewIfNeeded();
  };
}

/** A withdrawal that never reached the service. */
async function loseWithdrawal(main: MainProcess): Promise<void> {
  const card = { amount: 1500, card_number: '4000056655665556' };
  await buy(main, 'referral.withdrawCard', card, 'drop-before');
  await decide(main);
}

export const moneyScenes: readonly Scene[] = [
  {
    name: 'money-balance',
    path: '/money',
    setup: money,
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('fieldset [type=radio]').first().waitFor();
    },
  },
  {
    name: 'money-balance-wrong',
    path: '/money',
    setup: money,
    act: (page) => page.locator('form input').first().fill('15001'),
  },
  { name: 'money-balance-waiting', path: '/money?topup=250', setup: { before: topUp } },
  { name: 'money-history', path: '/money/history', setup: money },
  { name: 'money-history-empty', path: '/money/history', setup: { service: none } },
  { name: 'money-keys', path: '/money/history?show=keys', setup: money },
  { name: 'money-keys-empty', path: '/money/history?show=keys', setup: { service: none } },
  { name: 'money-referral', path: '/referral', setup: money },
  { name: 'money-referral-empty', path: '/referral', setup: { service: none } },
  {
    name: 'money-withdraw-question',
    path: '/referral',
    setup: money,
    act: fill('sbp', '1500', '+7 900 123-45-67', true),
  },
  {
    name: 'money-withdraw-card',
    path: '/referral',
    setup: money,
    act: fill('card', '1500', '4000 0566 5566 5557', false),
  },
  {
    name: 'money-withdraw-refused',
    path: '/referral',
    setup: { faults: ['referral.withdrawCard:400'] },
    act: async (page) => {
      await fill('card', '7000', '4000 0566 5566 5556', true)(page);
      await page.locator('[data-question] button[type=submit]').click();
      await page.locator('[data-question]').getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'money-withdraw-unseen',
    path: '/referral',
    setup: { before: loseWithdrawal },
  },
  {
    name: 'money-in-the-way',
    path: '/money',
    setup: {
      before: (main) =>
        buy(main, 'configs.create', { location_id: 1, protocol: 'vless' }, 'drop-after'),
    },
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('fieldset [type=radio]').first().waitFor();
      await page.locator('form button[type=submit]').click();
      await page.locator('form').getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  { name: 'money-loading', path: '/referral', setup: unanswered },
  { name: 'money-offline', path: '/money/history', ...offline },
  { name: 'money-forbidden', path: '/money/history?show=keys', setup: forbidden('promocodes.*') },
];
