import { ownNothing } from '#test/renderer/window/account.ts';
import type { Control } from '#service/control.ts';
import {
  chooseMore,
  forbidden,
  offline,
  serverPage,
  unanswered,
  unfold,
  type Scene,
} from './scene.ts';

/** In each list an element has a time that is none. */
function breakElements(control: Control): void {
  const { cloud_servers: servers, paid_options: options } = control.account();
  for (const element of [servers[1], servers[0]?.configs[2], options[0]?.devices[1]])
    if (element !== undefined) Object.assign(element, { expires_at: 'soon', created_at: 'soon' });
}

/** What is owned besides connections: cloud servers and paid options, in every state. */
export const ownedScenes: readonly Scene[] = [
  { name: 'cloud', path: serverPage(0) },
  { name: 'cloud-unreadable', path: serverPage(0), setup: { service: breakElements } },
  {
    name: 'paid-unreadable',
    path: '/paid-options/1',
    setup: { service: breakElements },
    act: (page) => page.locator('[data-unreadable]').scrollIntoViewIfNeeded(),
  },
  { name: 'cloud-ordered', path: serverPage(2) },
  {
    name: 'cloud-protocol',
    path: serverPage(0),
    act: async (page) => {
      await page.locator('article li [aria-haspopup=menu]').nth(1).click();
      await page.getByRole('menuitem').nth(1).click();
    },
  },
  {
    name: 'cloud-new',
    path: serverPage(0),
    act: async (page) => {
      await page.getByRole('button', { name: /^(New|Новая) (config|конфиг)/ }).click();
      await page.locator('form summary').click();
    },
  },
  {
    name: 'cloud-reboot',
    path: serverPage(0),
    act: (page) => chooseMore(page, '[data-reboot]'),
  },
  { name: 'cloud-empty', path: '/cloud-servers', setup: { service: ownNothing } },
  { name: 'cloud-loading', path: '/cloud-servers', setup: unanswered },
  { name: 'cloud-offline', path: serverPage(0), ...offline },
  { name: 'cloud-forbidden', path: '/cloud-servers', setup: forbidden('cloudServers.*') },
  { name: 'paid', path: '/paid-options/1' },
  {
    name: 'paid-limits',
    path: '/paid-options/1',
    act: (page) => unfold(page, '[data-limits]'),
  },
  {
    name: 'paid-stats',
    path: '/paid-options/1',
    act: async (page) => {
      await page.locator('article li [aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').first().click();
    },
  },
  {
    name: 'paid-devices',
    path: '/paid-options/1',
    act: async (page) => {
      await page.locator('article button:has-text("…")').last().click();
      await page.locator('article li').last().scrollIntoViewIfNeeded();
    },
  },
  { name: 'paid-empty', path: '/paid-options', setup: { service: ownNothing } },
  { name: 'paid-loading', path: '/paid-options', setup: unanswered },
  { name: 'paid-offline', path: '/paid-options/1', ...offline },
  { name: 'paid-forbidden', path: '/paid-options', setup: forbidden('paidOptions.*') },
];
