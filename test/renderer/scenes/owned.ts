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
import { click, press, scrollTo, steps } from './steps.ts';

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
    act: scrollTo('[data-unreadable]'),
  },
  { name: 'cloud-ordered', path: serverPage(2) },
  {
    name: 'cloud-protocol',
    path: serverPage(0),
    act: steps(
      click('article li [aria-haspopup=menu] >> nth=1'),
      click('[role=menuitem] >> nth=1'),
    ),
  },
  {
    name: 'cloud-new',
    path: serverPage(0),
    act: steps(press(/^(New connection|Новое подключение)/), click('form summary')),
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
    act: steps(click('article li [aria-haspopup=menu]'), click('[role=menuitem]')),
  },
  {
    name: 'paid-devices',
    path: '/paid-options/1',
    act: steps(
      (page) => page.locator('article button:has-text("…")').last().click(),
      scrollTo('article li'),
    ),
  },
  { name: 'paid-empty', path: '/paid-options', setup: { service: ownNothing } },
  { name: 'paid-loading', path: '/paid-options', setup: unanswered },
  { name: 'paid-offline', path: '/paid-options/1', ...offline },
  { name: 'paid-forbidden', path: '/paid-options', setup: forbidden('paidOptions.*') },
];
