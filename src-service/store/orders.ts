import { newConnection } from '#service/connections/issue.ts';
import type { Options } from '#service/connections/connection.ts';
import { clearLetters } from '#service/random.ts';
import {
  cloudProducts,
  optionProducts,
  type OptionProduct,
  type Product,
  type ProductType,
} from '#service/catalog/tariffs.ts';
import { daySeconds, nextId, type Store } from './store.ts';
import { chooseServer, cloudEndpoint, endpointOf, serverOf } from './servers.ts';
import { refuse } from './refusal.ts';
import type {
  CloudConfigRecord,
  CloudServerRecord,
  ConfigRecord,
  PaidConfigRecord,
  PaidOptionRecord,
  ProxyRecord,
} from './records/owned.ts';
import type { PromocodeRecord } from './records/payments.ts';
import type { Account } from './state.ts';

/** For how many days something is bought or renewed, and whether it renews itself from then on. */
interface Period {
  readonly days: number;
  readonly auto_renewal: boolean | undefined;
}

function expiring(store: Store, { days, auto_renewal = false }: Period) {
  return {
    expires_at: store.now() + days * daySeconds,
    auto_renewal,
    auto_renewal_days: auto_renewal ? days : null,
  };
}

/** Days are added to what is left, or to now where nothing is. */
export function renew<
  T extends Pick<ConfigRecord, 'expires_at' | 'auto_renewal' | 'auto_renewal_days'>,
>(store: Store, record: T, { days, auto_renewal }: Period): T {
  record.expires_at = Math.max(record.expires_at, store.now()) + days * daySeconds;
  if (auto_renewal === true) Object.assign(record, { auto_renewal, auto_renewal_days: days });
  return record;
}

/** A configuration on a shared server, which belongs to nobody yet. */
export function newConfig(
  store: Store,
  serverId: number,
  protocol: string,
  options: Options,
  period: Period,
): ConfigRecord {
  const server = serverOf(serverId);
  return {
    id: nextId(store),
    title: null,
    location_id: server.location_id,
    server_id: server.id,
    created_at: store.now(),
    flags: [],
    subconfig: null,
    ...expiring(store, period),
    ...newConnection(store.random.hex(16), protocol, options, endpointOf(server, protocol)),
  };
}

export interface ConfigOrder {
  readonly location_id: number;
  readonly protocol: string;
  readonly server_id?: number | undefined;
  readonly options: Options;
}

export function createConfig(
  store: Store,
  account: Account,
  { location_id, protocol, server_id, options }: ConfigOrder,
  period: Period,
): ConfigRecord {
  const server = chooseServer(store.state, [location_id], server_id);
  const config = newConfig(store, server.id, protocol, options, period);
  account.configs.push(config);
  return config;
}

export function createCloudServer(
  store: Store,
  account: Account,
  order: Pick<CloudServerRecord, 'location_id' | 'tariff_config_id' | 'hostname'>,
  period: Period,
): CloudServerRecord {
  const server: CloudServerRecord = {
    id: nextId(store),
    ...order,
    ordered_at: store.now(),
    status: 'ordered',
    url: null,
    secret: store.random.hex(16),
    rebooted_at: null,
    configs: [],
    proxies: [],
    ...expiring(store, period),
  };
  account.cloud_servers.push(server);
  return server;
}

/** A configuration on a rented server; refuses while the server has no address. */
export function createCloudConfig(
  store: Store,
  server: CloudServerRecord,
  protocol: string,
  options: Options,
): CloudConfigRecord {
  const endpoint = cloudEndpoint(server, protocol);
  const config: CloudConfigRecord = {
    id: nextId(store),
    title: null,
    created_at: store.now(),
    ...newConnection(store.random.hex(16), protocol, options, endpoint),
  };
  server.configs.push(config);
  return config;
}

export function createProxy(
  store: Store,
  server: CloudServerRecord,
  protocol: string,
): ProxyRecord {
  const secret = store.random.hex(16);
  const proxy = { id: nextId(store), title: null, protocol, secret, created_at: store.now() };
  server.proxies.push(proxy);
  return proxy;
}

export function findCloudProduct(id: number): Product {
  const product = cloudProducts.find((each) => each.id === id);
  if (product === undefined) throw refuse('BAD_REQUEST', 'no such tariff configuration');
  return product;
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
  product: OptionProduct,
  period: Period,
): PaidOptionRecord {
  const held = account.paid_options.find((option) => option.option_id === product.id);
  if (held !== undefined) {
    // The traffic of a period starts at zero in the next one.
    held.used_traffic_bytes = 0;
    held.used_at = store.now();
    return renew(store, held, period);
  }
  const option: PaidOptionRecord = {
    option_id: product.id,
    started_at: store.now(),
    device_limit: 5,
    traffic_limit_bytes: product.traffic_limit_bytes,
    used_traffic_bytes: 0,
    lifetime_used_traffic_bytes: 0,
    used_at: store.now(),
    disabled: false,
    configs: [],
    devices: [],
    ...expiring(store, period),
  };
  for (const { server_id, title } of product.built_in) {
    const config = createPaidConfig(store, option, server_id, 'vless', {});
    Object.assign(config, { title, original_title: title, built_in: true });
  }
  account.paid_options.push(option);
  return option;
}

/** The next configuration of a paid option, as a user creates it. */
export function createPaidConfig(
  store: Store,
  option: PaidOptionRecord,
  serverId: number,
  protocol: string,
  options: Options,
): PaidConfigRecord {
  const index = 1 + Math.max(-1, ...option.configs.map((config) => config.index));
  const endpoint = endpointOf(serverOf(serverId), protocol);
  const config: PaidConfigRecord = {
    id: nextId(store),
    index,
    server_id: serverId,
    title: null,
    original_title: `${findOptionProduct(option.option_id).title} ${String(index + 1)}`,
    custom_title: null,
    created_at: store.now(),
    subconfig: null,
    built_in: false,
    ...newConnection(store.random.hex(16), protocol, options, endpoint),
  };
  option.configs.push(config);
  return config;
}

/** An activation key: four groups of four characters, separated by hyphens. */
export function createPromocode(
  store: Store,
  account: Account,
  product_type: ProductType,
  days: number,
): PromocodeRecord {
  const group = (): string => store.random.text(4, clearLetters);
  const promocode: PromocodeRecord = {
    id: nextId(store),
    account_id: account.id,
    code: [group(), group(), group(), group()].join('-'),
    activation_days: days,
    product_type,
    is_active: true,
    created_at: store.now(),
  };
  store.state.promocodes.push(promocode);
  return promocode;
}

/** Switches auto-renewal; `days` is there when enabling, and unchanged when switching off. */
export function setRenewal(
  record: Pick<ConfigRecord, 'auto_renewal' | 'auto_renewal_days'>,
  { enabled, days = null }: { enabled: boolean; days?: number | undefined | null },
) {
  record.auto_renewal = enabled;
  if (enabled) record.auto_renewal_days = days;
  return { auto_renewal: enabled, auto_renewal_days: record.auto_renewal_days };
}
