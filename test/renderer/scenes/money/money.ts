import type { Control } from '#service/control.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import { buy, decide } from '#test/renderer/scenes/purchases-made.ts';
import { forbidden, offline, unanswered, type Scene } from '#test/renderer/scenes/scene.ts';
import { click, fill, scrollTo, see, steps } from '#test/renderer/scenes/steps.ts';

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

const number = '[data-passing-number]';
const submit = click('form button[type=submit]');

/** The form that withdraws, filled in. */
const fillIn = (way: 'sbp' | 'card', amount: string, account: string) =>
  steps(
    click(`form [role=radiogroup] label >> nth=${way === 'card' ? '1' : '0'}`),
    fill('form input[inputmode=numeric]', amount),
    ...(way === 'sbp' ? [click('fieldset fieldset [type=radio] >> nth=1')] : []),
    fill(number, account),
    (page) => page.locator(number).blur(),
    scrollTo(number),
  );

/** An amount is typed where the balance is topped up. */
const type = (amount: string) => steps(fill('form input', amount), see('fieldset [type=radio]'));

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
    act: type('500'),
  },
  {
    name: 'money-balance-wrong',
    path: '/money',
    setup: money,
    act: fill('form input', '15001'),
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
    act: steps(fillIn('sbp', '1500', '+7 900 123-45-67'), submit, scrollTo(number)),
  },
  {
    name: 'money-withdraw-card',
    path: '/referral',
    setup: money,
    act: fillIn('card', '1500', '4000 0566 5566 5557'),
  },
  {
    name: 'money-withdraw-refused',
    path: '/referral',
    setup: { faults: ['referral.withdrawCard:400'] },
    act: steps(
      fillIn('card', '7000', '4000 0566 5566 5556'),
      submit,
      click('[data-question] button[type=submit]'),
      scrollTo('[data-question] [role=alert]'),
    ),
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
    act: steps(type('500'), submit, scrollTo('form [role=alert]')),
  },
  { name: 'money-loading', path: '/referral', setup: unanswered },
  { name: 'money-offline', path: '/money/history', ...offline },
  { name: 'money-forbidden', path: '/money/history?show=keys', setup: forbidden('promocodes.*') },
];
