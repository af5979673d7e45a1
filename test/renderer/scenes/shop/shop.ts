import type { Control } from '#service/control.ts';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { forbidden, unanswered, unreached, type Scene } from '#test/renderer/scenes/scene.ts';
import { click, press, scrollTo, see, steps, type Act } from '#test/renderer/scenes/steps.ts';

const poor = (control: Control): void => {
  control.setBalance({ balance: 40 });
  control.account().pricing_rules = [];
};

const submit = 'button[type=submit]';

/** Chooses a place, by its name in either language. */
const choose =
  (place: RegExp): Act =>
  (page) =>
    page.getByRole('radio', { name: place }).check({ force: true });

const payByTon: Act = (page) => page.locator('[data-buy] select').selectOption({ label: 'TON' });

/** The shop and the renewals in their states. */
export const shopScenes: readonly Scene[] = [
  { name: 'shop-config', path: '/shop/configs' },
  {
    name: 'shop-config-filled',
    path: '/shop/configs',
    act: steps(choose(/Германия|Germany/), press(/^(Another|Друг)/), payByTon),
  },
  { name: 'shop-server', path: '/shop/cloud-servers' },
  { name: 'shop-option', path: '/shop/paid-options' },
  { name: 'shop-loading', path: '/shop/configs', setup: unanswered },
  { name: 'shop-offline', path: '/shop/configs', setup: unreached },
  {
    name: 'shop-refused',
    path: '/shop/paid-options',
    setup: { faults: ['paidOptions.create:400'] },
    act: steps(click(submit), scrollTo('[role=alert]')),
  },
  {
    name: 'shop-blocked',
    path: '/shop/paid-options',
    setup: {
      before: (main) => buy(main, 'paidOptions.create', { paid_option_id: 2 }, 'drop-after'),
    },
    act: steps(click(submit), see('[data-entry=finding-out]')),
  },
  {
    name: 'shop-short',
    path: '/shop/configs',
    setup: { service: poor },
    act: steps(choose(/United States|США/), scrollTo(submit)),
  },
  {
    name: 'shop-promocode',
    path: '/shop/configs',
    act: steps(
      (page) => page.getByRole('link', { name: /^(Redeem|Активировать)/ }).click(),
      see('button:has-text("Your key"), button:has-text("Ваш ключ")'),
    ),
  },
  { name: 'shop-minimum', path: '/shop/cloud-servers', act: payByTon },
  { name: 'shop-forbidden', path: '/shop/configs', setup: forbidden('configs.tariffs') },
];
