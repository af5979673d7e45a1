// @vitest-environment node
import { expect, test } from 'vitest';
import type { Setup } from './main-process.ts';
import { useWindow } from './in-window.ts';

/** Numbers of the service that are none it should send, on every screen. */

const inWindow = useWindow();

/** What each number becomes that does not name a thing. */
const shapes: Readonly<Record<string, (n: number) => unknown>> = {
  fractional: (n) => n + 0.5,
  negative: (n) => -1 - n,
  huge: (n) => n * 1e12 + 9e15,
  'beyond any date': () => 1e300,
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

const screens = [
  ...['/connections', '/tools', '/cloud-servers', '/paid-options', '/subscriptions'],
  ...['/subscriptions/new', '/money', '/money/history', '/money/keys', '/money/referral'],
  ...['/shop/configs', '/shop/cloud-servers', '/shop/paid-options', '/purchases', '/account'],
  ...['/devices', '/inbox', '/settings', '/help'],
];

test.each(
  Object.entries(shapes).flatMap(([name, shape]) =>
    (['en', 'ru'] as const).map((language) => ({ name, shape, language })),
  ),
)('numbers that are $name hide no screen and no part of one: $language', (of) =>
  inWindow({ setup: spoilt(of.shape, of.language) }, async (page, main) => {
    const { cloud_servers, paid_options, subscriptions } = main.account;
    const things = [
      `/connections/${main.keyOf('Phone')}`,
      `/cloud-servers/${String(cloud_servers[0]?.id)}`,
      `/paid-options/${String(paid_options[0]?.option_id)}`,
      `/subscriptions/${String(subscriptions[0]?.id)}`,
    ];
    const hidden: string[] = [];
    for (const path of [...screens, ...things]) {
      await page.evaluate((to) => void (location.hash = `#${to}`), path);
      await page.locator('main h1').first().waitFor();
      await main.idle();
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const failed = page.getByText(/This part cannot be shown|Эту часть не удалось показать/);
      if ((await failed.count()) > 0) hidden.push(path);
    }
    expect(hidden).toEqual([]);
  }),
);

test('a screen that cannot be drawn leaves the others alive, and is drawn when it can be', () =>
  inWindow({ path: '/settings' }, async (page) => {
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name });
    await page.evaluate(() => {
      const { prototype } = Intl.DateTimeFormat;
      const original = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
      const errors: string[] = [];
      // The error is reported once, to this.
      window.addEventListener('error', (event) => {
        errors.push(event.message);
        event.preventDefault();
      });
      const mend = () => {
        Object.defineProperty(prototype, 'format', original);
        return errors;
      };
      Object.assign(window, { mend });
      Object.defineProperty(prototype, 'format', {
        configurable: true,
        get: () => {
          throw new RangeError('Invalid time value');
        },
      });
    });
    await page.evaluate(() => void (location.hash = '#/money/history'));
    await page.getByText('This part cannot be shown').first().waitFor();
    await link('Settings').click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    const errors = await page.evaluate(() =>
      (window as unknown as { mend: () => string[] }).mend(),
    );
    expect(errors.length).toBeGreaterThan(0);
    await page.evaluate(() => void (location.hash = '#/money/history'));
    await page.getByRole('table').waitFor();
  }));
