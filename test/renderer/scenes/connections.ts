import type { Page } from 'playwright-core';
import { statsEndpoints } from '#core/stats/sample.ts';
import {
  addCommands,
  addSignaturePacket,
  ownNothing,
  withFragment,
} from '#test/renderer/window/account.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { chooseMore, offline, unanswered, unfold, unreached, type Scene } from './scene.ts';

/** Chooses the row that holds these words, and opens it where that takes another step. */
function choose(words: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('row').filter({ hasText: words }).first().click();
    await page.getByRole('article').waitFor();
    await page.locator('[data-secret]').first().waitFor();
  };
}

const unknownProtocol: Setup = {
  service: (control) => {
    const test = control.account().configs.find(({ title }) => title === 'Test');
    if (test !== undefined) test.protocol = 'quic-next';
  },
};

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
}

/** A key is on a phone and a router already, and its connection has a note. */
const keyOnPhone: Setup = {
  before: async (main) => {
    const key = main.keyOf('Ноутбук, дом');
    await main.ask('connections.setDevices', { key, devices: ['Phone', 'Роутер на даче'] });
    const note = 'Отец: ноутбук и телефон. Спросить в мае, нужен ли ещё.';
    await main.ask('connections.setNote', { key, note });
  },
};

/** The QR code of an AmneziaWG configuration. */
async function drawAwg(page: Page): Promise<void> {
  await choose('Ноутбук, дом')(page);
  await page.locator('[data-qr-open]').click();
  await page.locator('[data-qr]').waitFor();
}

/** The list, the connection beside it and how fresh they are, in their states. */
export const connectionScenes: readonly Scene[] = [
  { name: 'connections' },
  { name: 'connection', act: choose('Phone') },
  { name: 'connection-awg', act: choose('Ноутбук, дом') },
  {
    name: 'connection-key-devices',
    setup: keyOnPhone,
    act: async (page) => {
      await choose('Ноутбук, дом')(page);
      await page.locator('[data-copy]').click();
      await page.locator('[data-elsewhere]').waitFor();
    },
  },
  {
    name: 'connection-note',
    act: async (page) => {
      await choose('Phone')(page);
      await chooseMore(page, '[data-note-open]');
      await page.locator('[data-note] textarea').fill('Anna, until May\nАня, до мая');
    },
  },
  {
    name: 'connection-commands',
    act: choose('Ноутбук, дом'),
    setup: { service: addCommands },
  },
  {
    name: 'connection-forms',
    act: async (page) => {
      await choose('Ноутбук, дом')(page);
      await page.locator('[data-forms]').click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'connection-form-refused', setup: withFragment('Phone'), act: choose('Phone') },
  {
    name: 'connection-proxy',
    act: async (page) => {
      await find(page, 'Парсер');
      await choose('Парсер')(page);
    },
  },
  {
    name: 'connection-gone',
    act: async (page, main) => {
      await find(page, 'Travel');
      await choose('Travel')(page);
      main.account.configs = main.account.configs.filter(({ title }) => title !== 'Travel');
      await main.refresh();
    },
  },
  {
    name: 'connection-rtl',
    act: async (page) => {
      await find(page, 'trojan');
      await choose('تلفن')(page);
    },
  },
  {
    name: 'connection-no-stats',
    setup: unknownProtocol,
    act: async (page) => {
      await find(page, 'quic');
      await choose('Test')(page);
    },
  },
  {
    name: 'connection-revealed',
    act: async (page) => {
      await choose('Phone')(page);
      // By the keyboard: what is read meanwhile may move the eye. Held, because letting go may hide it.
      await page.locator('[data-reveal]').first().focus();
      await page.keyboard.down('Enter');
      await page.locator('[data-secret] pre').waitFor();
    },
  },
  {
    name: 'connection-qr',
    act: async (page) => {
      await choose('Phone')(page);
      await page.locator('[data-qr-open]').click();
      await page.locator('[data-qr]').waitFor();
    },
  },
  { name: 'connection-qr-awg', act: drawAwg },
  {
    name: 'connection-qr-several',
    setup: {
      settings: { scanApp: 'AmneziaVPN' },
      service: (control) => addSignaturePacket(control),
    },
    act: drawAwg,
  },
  {
    name: 'connection-table',
    act: async (page) => {
      await choose('Phone')(page);
      await unfold(page, '[data-details]');
      const button = page.locator(
        'article button:has-text("table"), article button:has-text("Таблицей")',
      );
      await button.click();
      await button.or(page.locator('article table')).last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'connection-facts',
    act: async (page) => {
      await choose('Мамин')(page);
      await unfold(page, '[data-details]');
      await page.locator('article dl').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'connection-failed',
    setup: { commands: { 'connections.get': { kind: 'not-found', reason: 'not-cached' } } },
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'connection-stats-waiting',
    setup: { unanswered: statsEndpoints },
    act: choose('Phone'),
  },
  {
    name: 'undo',
    act: async (page) => {
      await choose('Phone')(page);
      await page.locator('article button[aria-pressed=true]').first().click();
      await page.locator('[data-toast] button').first().waitFor();
    },
  },
  { name: 'search', act: (page) => find(page, 'моск') },
  { name: 'no-match', act: (page) => find(page, 'нет такого подключения') },
  {
    name: 'filter',
    act: async (page) => {
      await page.locator('[data-filter]').click();
      await page.locator('[role=group] fieldset input').first().check();
      await page.locator('[role=group] fieldset input').nth(7).check();
    },
  },
  {
    name: 'sort',
    act: (page) =>
      page.locator('button[aria-label^="Sort"], button[aria-label^="Порядок"]').click(),
  },
  { name: 'shortcuts', act: (page) => page.keyboard.press('Shift+Slash') },
  {
    name: 'changed',
    act: async (page, main) => {
      await page.getByRole('row').nth(1).hover();
      const [last] = main.account.configs.slice(-1);
      if (last !== undefined) last.title = 'AAA';
      await main.ask('connections.setFavourite', { key: main.keyOf('AAA'), favourite: true });
      await main.refresh();
      await page.locator('[data-order-changed]').waitFor();
    },
  },
  {
    name: 'connection-subconfig',
    act: async (page) => {
      await find(page, 'iPad');
      // It is read when its configuration is opened.
      await choose('iPad')(page);
      await page
        .getByRole('row')
        .filter({ hasText: /subconfig|субконфиг/i })
        .first()
        .click();
      await page.locator('[data-secret]').first().waitFor();
    },
  },
  { name: 'offline', ...offline },
  {
    name: 'offline-connection',
    ...offline,
    act: async (page, main) => {
      await offline.act(page, main);
      await choose('Phone')(page);
    },
  },
  { name: 'offline-unread', setup: unreached },
  {
    name: 'unauthorized',
    setup: {
      before: async (main) => {
        main.service.setFaults(['*:401']);
        await main.refresh();
      },
    },
  },
  {
    name: 'failed',
    setup: { faults: ['configs.*:503', 'cloudServers.*:503', 'paidOptions.*:503'] },
  },
  {
    name: 'waiting',
    act: async (page, main) => {
      const sync = await main.ask('sync.get', {});
      main.send('sync.changed', { ...sync, waitingUntil: Date.now() + 3_600_000 });
      await page
        .getByText(/limit|лимит/i)
        .first()
        .waitFor();
    },
  },
  { name: 'paused', setup: { before: (main) => main.ask('sync.pause', { paused: true }) } },
  { name: 'loading', setup: unanswered },
  { name: 'empty', setup: { service: ownNothing } },
];
