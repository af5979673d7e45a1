import type { Control } from '#service/control.ts';
import { forbidden, offline, unanswered, type Scene } from '#test/renderer/scenes/scene.ts';
import { press } from '#test/renderer/scenes/steps.ts';

/** What the page of what is ahead shows, in every state it can be in. */
const path = '/money';
const day = 86_400;

/** Some renew themselves, one does not, and the balance pays the first of them. */
function short(control: Control): void {
  const account = control.account();
  account.balance = 500;
  for (const [n, config] of account.configs.slice(0, 4).entries()) {
    Object.assign(config, {
      expires_at: control.now() + (3 + n * 4) * day,
      auto_renewal: n !== 1,
      auto_renewal_days: 30,
    });
  }
}

function rich(control: Control): void {
  short(control);
  control.account().balance = 20_000;
}

/** Auto-renewal by days that no tariff has. */
function unpriced(control: Control): void {
  short(control);
  const { configs, cloud_servers: servers, paid_options: options } = control.account();
  for (const each of [...configs, ...servers, ...options]) {
    if (each.auto_renewal) each.auto_renewal_days = 21;
  }
}

function nothing(control: Control): void {
  Object.assign(control.account(), { configs: [], cloud_servers: [], paid_options: [] });
}

/** Titles, sums and counts that are hard to show, and what auto-renewal left behind. */
function long(control: Control): void {
  short(control);
  const account = control.account();
  const [first, second, third] = account.configs;
  if (first) first.title = 'Очень-длинное-название-без-пробелов-для-телевизора-в-гостиной-64';
  if (second) second.title = 'اتصال المنزل';
  if (third) third.title = null;
  for (const server of account.cloud_servers) {
    Object.assign(server, {
      hostname: `${'long-'.repeat(20)}name.example.com`,
      expires_at: control.now() + 2 * day,
      auto_renewal: true,
      auto_renewal_days: 365,
    });
  }
  account.pricing_rules.push({ type: 'all', product_title: '', percent: 7.5, comment: null });
  account.balance = 12.5;
  Object.assign(account.configs[5] ?? {}, {
    expires_at: control.now() - day,
    auto_renewal: true,
    auto_renewal_days: 30,
  });
}

export const upcomingScenes: readonly Scene[] = [
  { name: 'upcoming', path, setup: { service: rich } },
  { name: 'upcoming-short', path, setup: { service: short } },
  { name: 'upcoming-unpriced', path, setup: { service: unpriced } },
  {
    name: 'upcoming-long',
    path,
    setup: { service: long },
    act: press(/90/),
  },
  { name: 'upcoming-none', path, setup: { service: nothing } },
  { name: 'upcoming-offline', path, ...offline, setup: { ...offline.setup, service: short } },
  { name: 'upcoming-loading', path, setup: unanswered },
  { name: 'upcoming-failed', path, setup: forbidden('configs.tariffs') },
  { name: 'upcoming-partial', path, setup: forbidden('cloudServers.*') },
  { name: 'upcoming-unread', path, setup: forbidden('configs.list') },
];
