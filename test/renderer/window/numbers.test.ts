import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Router } from 'vue-router';
import { sampled } from '#test/simulator/deep.ts';
import type { MainProcess, Setup } from './main-process.ts';
import { inWindow } from './in-window.ts';

/** Numbers of the service that are none it should send, on every screen. */

/** What each number becomes that does not name a thing. */
const shapes: Readonly<Record<string, (n: number) => unknown>> = {
  fractional: (n) => n + 0.5,
  negative: (n) => -1 - n,
  huge: (n) => n * 1e12 + 9e15,
  'beyond any date': () => Number.MAX_SAFE_INTEGER,
  zero: () => 0,
  text: (n) => `${String(n)} of them`,
};

const naming = /(^|_)id$|^index$/;

/** Data with every number in another shape, but for those that name things. */
function reshaped(data: unknown, shape: (n: number) => unknown, name = ''): unknown {
  if (typeof data === 'number') return naming.test(name) ? data : shape(data);
  if (Array.isArray(data)) return data.map((each) => reshaped(each, shape, name));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, reshaped(value, shape, key)]),
  );
}

/** The service begins to send such numbers once the account is open. */
function spoilt(shape: (n: number) => unknown, language: 'en' | 'ru'): Setup {
  const spoiling = { on: false };
  return {
    settings: { language },
    alter: (data) => (spoiling.on ? reshaped(data, shape) : data),
    before: async (main) => {
      spoiling.on = true;
      await main.ask('sync.refresh', {});
    },
  };
}

/** The window's own router, as far as it is used here. */
interface PageApp {
  readonly __vue_app__: {
    readonly config: { readonly globalProperties: { readonly $router: Router } };
  };
}

/** The pages that the window's router has, such as `/money/:part?`. */
const routesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const app = document.querySelector('#app') as unknown as PageApp;
    const routes = app.__vue_app__.config.globalProperties.$router.getRoutes();
    return routes.filter(({ redirect }) => redirect === undefined).map(({ path }) => path);
  });

/** The other pages that the header of the open one offers. */
const pagesBeside = (page: Page): Promise<string[]> =>
  page
    .locator('main nav a')
    .evaluateAll((links) =>
      links.map((link) => (link.getAttribute('href') ?? '').replace(/^#/, '')),
    );

/** Says what renewing everything would do, beside the list. */
async function planRenewals(page: Page, main: MainProcess): Promise<void> {
  await page.evaluate(() => void (location.hash = '#/connections'));
  await page.getByRole('grid').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page
    .locator('[data-selection]')
    .getByRole('button', { name: /^(Renew|Продлить)/ })
    .click();
  await page.locator('[data-batch-panel]').waitFor();
  await main.idle();
  await page.keyboard.press('Escape');
}

const cases = Object.entries(shapes).flatMap(([name, shape]) =>
  (['en', 'ru'] as const).map((language) => ({ name, shape, language })),
);

test.each(sampled(cases, 1))(
  'numbers that are $name hide no screen and no part of one: $language',
  (of) =>
    inWindow({ setup: spoilt(of.shape, of.language) }, async (page, main, rested) => {
      const { cloud_servers, paid_options, subscriptions } = main.account;
      const routes = await routesOf(page);
      const paths = [
        ...routes.map((path) => path.replace(/\/:.*$/, '')),
        `/connections/${main.keyOf('Phone')}`,
        `/cloud-servers/${String(cloud_servers[0]?.id)}`,
        `/paid-options/${String(paid_options[0]?.option_id)}`,
        `/subscriptions/${String(subscriptions[0]?.id)}`,
        '/subscriptions/new',
      ];
      const hidden: string[] = [];
      // What a header offers is added while this runs.
      for (const path of paths) {
        main.send('app.navigate', { path });
        await rested();
        const failed = page.getByText(/This part cannot be shown|Эту часть не удалось показать/);
        if ((await failed.count()) > 0) hidden.push(path);
        paths.push(...(await pagesBeside(page)).filter((other) => !paths.includes(other)));
      }
      expect(hidden).toEqual([]);
      const opened = (route: string) =>
        paths.some((path) =>
          route.includes('/:') ? path.startsWith(route.replace(/:.*$/, '')) : path === route,
        );
      expect(routes.filter((route) => !opened(route))).toEqual([]);
      await planRenewals(page, main);
    }),
);
