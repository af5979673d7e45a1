import { journal } from './purchases.ts';
import type { Scene } from '#test/renderer/scenes/scene.ts';
import { shopReads as library } from './read-cache.ts';

const poor = { balance: 40, pricing_rules: [] };

/** The shop and the renewals in their states. */
export const shopScenes: readonly Scene[] = [
  { name: 'shop-config', path: '/shop/configs', fake: { library } },
  {
    name: 'shop-config-filled',
    path: '/shop/configs',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /Германия|Germany/ }).check({ force: true });
      await page.getByRole('radio', { name: /TON/ }).check({ force: true });
      await page.locator('summary').click();
      await page.locator('summary').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-pay',
    path: '/shop/configs',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /Нидерланды|Netherlands/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  { name: 'shop-server', path: '/shop/cloud-servers', fake: { library } },
  { name: 'shop-option', path: '/shop/paid-options', fake: { library } },
  { name: 'shop-loading', path: '/shop/configs', fake: { silent: ['cache.read'] } },
  {
    name: 'shop-offline',
    path: '/shop/configs',
    fake: { libraryFailure: { kind: 'offline', reason: 'unreachable' } },
  },
  {
    name: 'shop-refused',
    path: '/shop/paid-options',
    fake: {
      library,
      failures: { 'purchases.submit': { kind: 'rejected', message: 'No such tariff' } },
    },
    act: async (page) => {
      await page.locator('button[type=submit]').click();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-blocked',
    path: '/shop/paid-options',
    fake: { library, journal },
    act: async (page) => {
      await page.locator('button[type=submit]').click();
      await page.locator('[data-entry=finding-out]').waitFor();
    },
  },
  {
    name: 'shop-short',
    path: '/shop/configs',
    fake: { library: { ...library, 'profile.get': poor } },
    act: async (page) => {
      await page.getByRole('radio', { name: /United States/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-promocode',
    path: '/shop/configs',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /Промокод|Promocode/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-minimum',
    path: '/shop/cloud-servers',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /TON/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-forbidden',
    path: '/shop/configs',
    fake: { libraryFailure: { kind: 'forbidden', status: 403 } },
  },
];
