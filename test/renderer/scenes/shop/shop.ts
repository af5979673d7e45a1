import type { Control } from '#service/control.ts';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { forbidden, unanswered, unreached, type Scene } from '#test/renderer/scenes/scene.ts';

const poor = (control: Control): void => {
  control.setBalance({ balance: 40 });
  control.account().pricing_rules = [];
};

/** The shop and the renewals in their states. */
export const shopScenes: readonly Scene[] = [
  { name: 'shop-config', path: '/shop/configs' },
  {
    name: 'shop-config-filled',
    path: '/shop/configs',
    act: async (page) => {
      await page.getByRole('radio', { name: /Германия|Germany/ }).check({ force: true });
      await page.getByRole('button', { name: /^(Another|Друг)/ }).click();
      await page.locator('[data-buy] select').selectOption({ label: 'TON' });
    },
  },
  {
    name: 'shop-pay',
    path: '/shop/configs',
    act: async (page) => {
      await page.getByRole('radio', { name: /Нидерланды|Netherlands/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  { name: 'shop-server', path: '/shop/cloud-servers' },
  { name: 'shop-option', path: '/shop/paid-options' },
  { name: 'shop-loading', path: '/shop/configs', setup: unanswered },
  {
    name: 'shop-offline',
    path: '/shop/configs',
    setup: unreached,
  },
  {
    name: 'shop-refused',
    path: '/shop/paid-options',
    setup: { faults: ['paidOptions.create:400'] },
    act: async (page) => {
      await page.locator('button[type=submit]').click();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-blocked',
    path: '/shop/paid-options',
    setup: {
      before: (main) => buy(main, 'paidOptions.create', { paid_option_id: 2 }, 'drop-after'),
    },
    act: async (page) => {
      await page.locator('button[type=submit]').click();
      await page.locator('[data-entry=finding-out]').waitFor();
    },
  },
  {
    name: 'shop-short',
    path: '/shop/configs',
    setup: { service: poor },
    act: async (page) => {
      await page.getByRole('radio', { name: /United States|США/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-promocode',
    path: '/shop/configs',
    act: async (page) => {
      await page.getByRole('link', { name: /^(Redeem|Активировать)/ }).click();
      await page
        .getByRole('button', { name: /^(Your key|Ваш ключ)/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'shop-minimum',
    path: '/shop/cloud-servers',
    act: async (page) => {
      await page.locator('[data-buy] select').selectOption({ label: 'TON' });
    },
  },
  {
    name: 'shop-forbidden',
    path: '/shop/configs',
    setup: forbidden('configs.tariffs'),
  },
];
