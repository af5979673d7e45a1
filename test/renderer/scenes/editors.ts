import type { Page } from 'playwright-core';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import type { Scene } from './scene.ts';

/** What can be changed of a connection, in every state of its forms. */

const place = (id: number, code: string, title: string, is_active = true) => ({
  id,
  code,
  title,
  description: '',
  caption: '',
  is_active,
  ping_ip: null,
});
const library: FakeOptions = {
  library: {
    'locations.list': [
      place(1, 'NL', 'Amsterdam'),
      place(2, 'DE', 'Frankfurt'),
      place(12, 'TR', 'İstanbul'),
      place(18, 'RU', 'Москва, белые списки'),
      place(7, 'GB', 'London', false),
    ],
    'configs.availableServers': [
      { id: 100, available_slots: 0 },
      { id: 101, available_slots: 12 },
      { id: 102, available_slots: 1 },
      { id: 103, available_slots: 0 },
    ],
  },
};
const refusal = {
  kind: 'rejected',
  status: 400,
  message: 'the country of this configuration cannot be changed',
} as const;

/** Opens one line of what can be changed of a connection, by the end of its button's id. */
function open(part: string, then?: (page: Page) => Promise<void>) {
  return async (page: Page): Promise<void> => {
    const line = page.locator(`article button[id$="-${part}"]`);
    await line.click();
    await page.locator(`article [id$="-${part}-panel"] > *`).first().waitFor();
    await then?.(page);
    await page.locator(`article [id$="-${part}-panel"]`).scrollIntoViewIfNeeded();
    await line.evaluate((button) => {
      button.scrollIntoView({ block: 'start' });
    });
  };
}

function scene(name: string, key: string, fake: FakeOptions, act: Scene['act']): Scene {
  return { name, path: `/connections/${key}`, fake, ...(act && { act }) };
}

const check = (page: Page, n: number) =>
  page.locator('fieldset input[type=checkbox]').nth(n).check();

export const editorScenes: readonly Scene[] = [
  scene('change', 'config:1', library, async (page) => {
    await page.locator('[data-changes]').scrollIntoViewIfNeeded();
  }),
  scene(
    'change-settings',
    'config:1',
    library,
    open('settings', async (page) => {
      await check(page, 8);
    }),
  ),
  scene(
    'change-flags-broken',
    'config:1',
    library,
    open('settings', async (page) => {
      await page.locator('[role=radiogroup] label').nth(1).click();
    }),
  ),
  scene(
    'change-settings-refused',
    'config:1',
    { ...library, refused: { 'configs.changeSettings': refusal } },
    open('settings', async (page) => {
      await check(page, 8);
      await page.locator('article form button[type=submit]').click();
      await page.locator('article form').getByRole('alert').waitFor();
      await page.locator('article form button[type=submit]').scrollIntoViewIfNeeded();
    }),
  ),
  scene('change-settings-loading', 'config:1', {}, open('settings')),
  scene('change-xray', 'config:1', library, open('xray')),
  scene(
    'change-xray-fault',
    'config:1',
    library,
    open('xray', async (page) => {
      await page.locator('textarea').fill('{\n  "log": {},\n  "dns": [1, 2,]\n}');
      await page.locator('fieldset input').nth(1).check();
    }),
  ),
  scene(
    'change-xray-unread',
    'config:1',
    { ...library, failures: { 'connections.reveal': { kind: 'vault', reason: 'damaged' } } },
    open('xray'),
  ),
  scene(
    'change-awg',
    'config:2',
    library,
    open('awg', async (page) => {
      await page.locator('input[aria-describedby$=bounds]').nth(1).fill('200');
      await page.locator('input[aria-describedby$=bounds]').nth(2).fill('1200');
      await page.locator('input[aria-describedby$=bounds]').nth(8).fill('2947112087');
    }),
  ),
  scene(
    'change-subconfig-new',
    'config:2',
    library,
    open('subconfig', async (page) => {
      await page.locator('[role=radiogroup] label').nth(2).click();
    }),
  ),
  scene(
    'change-bridge',
    'config:2',
    library,
    open('bridge', async (page) => {
      await page.locator('article [role=radiogroup] label').nth(1).click();
    }),
  ),
  scene('renewal-date', 'config:1', library, async (page) => {
    await page.getByRole('article').getByRole('note').focus();
  }),
];
