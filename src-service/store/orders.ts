import { newConnection } from '#service/connections/issue.ts';
import { clearLetters } from '#service/random.ts';
import { optionProducts, type OptionProduct } from '#service/catalog/tariffs.ts';
import { findCloudServer, findConfig } from './find.ts';
import { daySeconds, nextId, type Store } from './store.ts';
import { chooseServer, endpointOf, serverOf } from './servers.ts';
import { refuse } from './refusal.ts';
import type {
  CloudServerRecord,
  ConfigRecord,
  PaidConfigRecord,
  PaidOptionRecord,
  Renewal,
} from './records/owned.ts';
import type { Order, PromocodeRecord } from './records/payments.ts';
import type { Account } from './state.ts';

type OrderOf<Kind extends Order['kind']> = Extract<Order, { kind: Kind }>;

/** Days are added to what is left, or to now where nothing is. */
function extended(store: Store, expiresAt: number, days: number): number {
  return Math.max(expiresAt, store.now()) + days * daySeconds;
}

function renewal(auto: boolean, days: number): Renewal {
  return { auto_renewal: auto, auto_renewal_days: auto ? days : null };
}

function renewAutomatically(record: Renewal, auto: boolean, days: number): void {
  if (auto) Object.assign(record, renewal(true, days));
}

export function createConfig(
  store: Store,
  account: Account,
  order: OrderOf<'new-config'>,
  days: number,
): ConfigRecord {
  const server = chooseServer(store.state, [order.location_id], order.server_id ?? undefined);
  const config: ConfigRecord = {
    id: nextId(store),
    title: null,
    location_id: order.location_id,
    server_id: server.id,
    expires_at: store.now() + days * daySeconds,
    created_at: store.now(),
    flags: [],
    subconfig: null,
    ...renewal(order.auto_renewal, days),
    ...newConnection(
      store.random.hex(16),
      order.protocol,
      order.options,
      endpointOf(server, order.protocol),
    ),
  };
  account.configs.push(config);
  return config;
}

export function renewConfig(
  store: Store,
  account: Account,
  order: OrderOf<'renew-config'>,
  days: number,
): ConfigRecord {
  const config = findConfig(account, order.config_id);
  config.expires_at = extended(store, config.expires_at, days);
  renewAutomatically(config, order.auto_renewal, days);
  return config;
}

export function createCloudServer(
  store: Store,
  account: Account,
  order: OrderOf<'new-cloud-server'>,
  days: number,
): CloudServerRecord {
  const server: CloudServerRecord = {
    id: nextId(store),
    location_id: order.location_id,
    tariff_config_id: order.tariff_config_id,
    ordered_at: store.now(),
    status: 'ordered',
    expires_at: store.now() + days * daySeconds,
    url: null,
    hostname: order.hostname,
    secret: store.random.hex(16),
    rebooted_at: null,
    configs: [],
    proxies: [],
    ...renewal(order.auto_renewal, days),
  };
  account.cloud_servers.push(server);
  return server;
}

export function renewCloudServer(
  store: Store,
  account: Account,
  order: OrderOf<'renew-cloud-server'>,
  days: number,
): CloudServerRecord {
  const server = findCloudServer(account, order.server_id);
  server.expires_at = extended(store, server.expires_at, days);
  renewAutomatically(server, order.auto_renewal, days);
  return server;
}

export function findOptionProduct(id: number): OptionProduct {
  const product = optionProducts.find((option) => option.id === id);
  if (product === undefined) throw refuse('BAD_REQUEST', 'no such paid option');
  return product;
}

/** Gives a paid option with the configurations that come with it, or extends the one there is. */
export function grantOption(
  store: Store,
  account: Account,
  order: OrderOf<'paid-option'>,
  days: number,
): PaidOptionRecord {
  const product = findOptionProduct(order.option_id);
  const held = account.paid_options.find((option) => option.option_id === product.id);
  if (held !== undefined) {
    held.expires_at = extended(store, held.expires_at, days);
    // The traffic of a period starts at zero in the next one.
    held.used_traffic_bytes = 0;
    held.used_at = store.now();
    renewAutomatically(held, order.auto_renewal, days);
    return held;
  }
  const option: PaidOptionRecord = {
    option_id: product.id,
    expires_at: store.now() + days * daySeconds,
    started_at: store.now(),
    device_limit: 5,
    traffic_limit_bytes: product.traffic_limit_bytes,
    used_traffic_bytes: 0,
    lifetime_used_traffic_bytes: 0,
    used_at: store.now(),
    disabled: false,
    configs: builtInConfigs(store, product),
    devices: [],
    ...renewal(order.auto_renewal, days),
  };
  account.paid_options.push(option);
  return option;
}

function builtInConfigs(store: Store, product: OptionProduct): PaidConfigRecord[] {
  return product.built_in.map(({ server_id, title }, index) => ({
    id: nextId(store),
    index,
    server_id,
    title,
    original_title: title,
    custom_title: null,
    created_at: store.now(),
    subconfig: null,
    built_in: true,
    ...newConnection(store.random.hex(16), 'vless', {}, endpointOf(serverOf(server_id), 'vless')),
  }));
}

/** An activation key: four groups of four characters, separated by hyphens. */
export function createPromocode(
  store: Store,
  account: Account,
  order: OrderOf<'key'>,
  days: number,
): PromocodeRecord {
  const group = (): string => store.random.text(4, clearLetters);
  const promocode: PromocodeRecord = {
    id: nextId(store),
    account_id: account.id,
    code: [group(), group(), group(), group()].join('-'),
    activation_days: days,
    product_type: order.product_type,
    is_active: true,
    created_at: store.now(),
  };
  store.state.promocodes.push(promocode);
  return promocode;
}

/** Carries out what a payment link was for, once it is paid. */
export function carryOut(store: Store, account: Account, order: Order, days: number): void {
  switch (order.kind) {
    case 'new-config':
      createConfig(store, account, order, days);
      break;
    case 'renew-config':
      renewConfig(store, account, order, days);
      break;
    case 'new-cloud-server':
      createCloudServer(store, account, order, days);
      break;
    case 'renew-cloud-server':
      renewCloudServer(store, account, order, days);
      break;
    case 'paid-option':
      grantOption(store, account, order, days);
      break;
    case 'key':
      createPromocode(store, account, order, days);
      break;
    case 'top-up':
      account.balance += order.amount;
      break;
  }
}
