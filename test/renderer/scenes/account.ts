import type { Page } from 'playwright-core';
import type { Control } from '#service/control.ts';
import type { Machine } from '#test/core/harness.ts';
import type { MainProcess, Setup } from '#test/renderer/window/main-process.ts';
import { changesNoticed } from './noticed.ts';
import { buy } from './purchases-made.ts';
import { forbidden, offline, subscriptionPage, unanswered, type Scene } from './scene.ts';
import { click, press, scrollTo, steps } from './steps.ts';

/** What devices, subscriptions, account and inbox show, in every state they can be in. */

const long =
  'Очень длинное название, которое человек набрал целиком и которое нигде не помещается в строку';

/** Names and messages that are hard to show. */
function hardNames(control: Control): void {
  const account = control.account();
  const [first, second, third] = account.devices;
  if (first !== undefined) first.device_name = long;
  if (second !== undefined) second.device_name = 'جهاز';
  if (third !== undefined) third.device_name = '';
  const [, work] = account.subscriptions;
  if (work !== undefined) work.title = long;
  control.notify(
    '<b>Not HTML</b> https://example.com/a-very-long-address/that-does-not-break/anywhere?so=it-must',
  );
  control.notify(`${long}. ${long}.`);
}

/** The answer with the newest messages was lost, and two of the others are read. */
async function readSome(main: MainProcess): Promise<void> {
  const { items } = await main.ask('inbox.get', {});
  await main.ask('inbox.markRead', { ids: items.slice(2).map(({ id }) => id) });
  main.service.notify('Планы на зиму');
  main.service.setFaults(['notifications.take:drop-after:1:1']);
  await main.advance(30 * 60_000);
}

function empty(control: Control): void {
  Object.assign(control.account(), {
    devices: [],
    subscriptions: [],
    notifications: [],
    is_messenger_connected: false,
  });
}

const full = { service: hardNames, before: readSome };
const pages = ['devices', 'subscriptions', 'account', 'inbox'] as const;
const reads = [
  'profile.*',
  'devices.*',
  'customSubscriptions.*',
  'apiKeys.*',
  'messenger.*',
  'notifications.*',
];

/** The build knows the URLs of the service's subscriptions. */
function knowsUrls(machine: Machine): void {
  machine.subscriptionUrls = {
    service: 'https://api.example.com',
    template: 'https://sub.example.com/s/{key}',
  };
}

/** And clients are installed that import them. */
const withUrls: Setup = {
  machine(machine) {
    knowsUrls(machine);
    const programs = { hiddify: 'Hiddify', happ: 'Happ', 'clash-verge': 'Clash Verge' };
    for (const [scheme, name] of Object.entries(programs)) machine.shell.clients.set(scheme, name);
  },
};

/** Takes a line of the subscription's menu. */
const more = (name: RegExp) =>
  steps(press(/^(More of the|Ещё о)/), (page) => page.getByRole('menuitem', { name }).click());

/** Selects the first items of a subscription, and its last, which may be no connection. */
async function selectItems(page: Page): Promise<void> {
  const boxes = page.getByRole('list', { name: /^(Contents|Состав)/ }).getByRole('checkbox');
  await boxes.first().click();
  await boxes.nth(1).click({ modifiers: ['Shift'] });
  await boxes.last().click();
  await page.getByRole('toolbar').scrollIntoViewIfNeeded();
}

export const accountScenes: readonly Scene[] = [
  ...pages.flatMap((page): Scene[] => [
    { name: page, path: `/${page}`, setup: full },
    { name: `${page}-empty`, path: `/${page}`, setup: { service: empty } },
    { name: `${page}-offline`, path: `/${page}`, ...offline },
    { name: `${page}-loading`, path: `/${page}`, setup: unanswered },
    { name: `${page}-forbidden`, path: `/${page}`, setup: forbidden(...reads) },
  ]),
  {
    name: 'inbox-unreadable',
    path: '/inbox',
    setup: { faults: ['notifications.take:bad-json:1:1'] },
  },
  { name: 'inbox-noticed', path: '/inbox', setup: changesNoticed() },
  { name: 'devices-remove', path: '/devices', setup: full, act: press(/^(Remove|Удалить)…/) },
  { name: 'subscription', path: subscriptionPage, setup: full },
  { name: 'subscription-url', path: subscriptionPage, setup: withUrls },
  { name: 'subscription-qr', path: subscriptionPage, act: press(/^(Give to|Передать на)/) },
  {
    name: 'subscription-url-qr',
    path: subscriptionPage,
    setup: withUrls,
    act: press(/^(Give to|Передать на)/),
  },
  { name: 'subscription-selected', path: subscriptionPage, setup: full, act: selectItems },
  {
    name: 'subscription-edit',
    path: subscriptionPage,
    setup: full,
    act: steps(press(/^(Edit|Изменить)$/), scrollTo('[data-bundle-editor]')),
  },
  {
    name: 'subscription-template',
    path: subscriptionPage,
    setup: {
      service: (control) => {
        const [family] = control.account().subscriptions;
        Object.assign(family ?? {}, {
          template_enabled: true,
          template: '{\n  "log": { "loglevel": "warning" }\n}',
        });
      },
    },
    act: steps(
      click('[data-template] > summary'),
      press(/^(Edit the template|Изменить шаблон)/),
      scrollTo('textarea'),
    ),
  },
  {
    name: 'subscription-delete',
    path: subscriptionPage,
    setup: full,
    act: more(/^(Delete|Удалить)/),
  },
  {
    name: 'subscription-reset',
    path: subscriptionPage,
    setup: full,
    act: steps(more(/^(Key|Ключ)/), press(/^(New key|Новый ключ)…/)),
  },
  { name: 'subscription-new', path: '/subscriptions/new', setup: full },
  {
    name: 'account-reset',
    path: '/account',
    setup: full,
    act: press(/^(New subscription key|Новый ключ подписки)/),
  },
  {
    name: 'account-new-key',
    path: '/account',
    setup: { before: (main) => buy(main, 'apiKeys.create', { name: 'Router' }) },
    act: scrollTo('[data-entry]'),
  },
  {
    name: 'account-bottom',
    path: '/account',
    setup: full,
    act: steps(
      (page) => page.locator('select').first().selectOption('9'),
      scrollTo('button:has-text("Unlink"), button:has-text("Отвязать")'),
    ),
  },
];
