import { configProduct, type Product } from '#service/catalog/tariffs.ts';
import { findCloudProduct, findOptionProduct } from './orders.ts';
import { daySeconds, nextId, type Store } from './store.ts';
import { addHistory, personalPercent, tariffsFor } from './purchase.ts';
import type { CloudServerRecord, ConfigRecord, PaidOptionRecord } from './records/owned.ts';
import type { Account } from './state.ts';

/** Seconds from the order until a cloud server is `purchased`, and until it is `active`. */
const purchasedAfter = 20;
const activeAfter = 60;

/** A reboot starts after about 3 seconds; the server is then silent for 90. */
const rebootStartsAfter = 3;
const rebootLasts = 90;

/** How much a paid option's user loads down while it works, bytes a second. */
const bytesPerSecond = 48_000;

/** Applies what became due since the last request: renewals, activations. */
export function settle(store: Store): void {
  for (const account of store.state.accounts) {
    for (const server of account.cloud_servers) activateIfDue(store, server);
    for (const config of account.configs) {
      renewIfDue(store, account, config, configProduct, 'renewal', config.title ?? 'VPN');
    }
    for (const server of account.cloud_servers) {
      const product = findCloudProduct(server.tariff_config_id);
      const name = server.hostname ?? product.title;
      renewIfDue(store, account, server, product, 'cloud_server', name);
    }
    for (const option of account.paid_options) {
      const product = findOptionProduct(option.option_id);
      if (renewIfDue(store, account, option, product, 'paid_option', product.title)) {
        option.used_traffic_bytes = 0;
        option.used_at = store.now();
      }
    }
  }
}

/** Advances a cloud server: ordered, purchased, active (specification, part 1, States). */
function activateIfDue(store: Store, server: CloudServerRecord): void {
  if (server.status === 'active') return;
  const age = store.now() - server.ordered_at;
  if (age >= purchasedAfter) server.status = 'purchased';
  if (age < activeAfter) return;
  server.status = 'active';
  server.url = `198.51.100.${String(1 + (server.id % 254))}`;
}

/** Whether a rented server answers: it is active and not in the silence of a reboot. */
export function cloudServerOnline(server: CloudServerRecord, now: number): boolean {
  if (server.status !== 'active' || server.expires_at <= now) return false;
  if (server.rebooted_at === null) return true;
  const since = now - server.rebooted_at;
  return since < rebootStartsAfter || since >= rebootStartsAfter + rebootLasts;
}

function renewIfDue(
  store: Store,
  account: Account,
  record: Pick<ConfigRecord, 'expires_at' | 'auto_renewal' | 'auto_renewal_days'>,
  product: Product,
  type: string,
  name: string,
): boolean {
  const days = record.auto_renewal_days;
  if (record.expires_at > store.now() || !record.auto_renewal || days === null) return false;
  const price = priceOfDays(store, account, product, days);
  if (account.balance < price) return false;
  account.balance = Math.round((account.balance - price) * 100) / 100;
  record.expires_at = store.now() + days * daySeconds;
  const { id } = addHistory(store, account, {
    amount: String(price),
    type,
    method: 'balance',
    days,
    is_paid: true,
    as_key: false,
  });
  account.auto_renewals.push(id);
  account.notifications.push({
    id: nextId(store),
    content: `Продлено автоматически: «${name}», ${String(days)} дн., ${String(price)} ₽ с баланса.`,
  });
  return true;
}

/** The tariff of exactly so many days, or a share of the month's price. */
function priceOfDays(store: Store, account: Account, product: Product, days: number): number {
  const percent = personalPercent(account, product);
  const tariff = tariffsFor(store, account, product).find((each) => each.days === days);
  const month = product.plans[0]?.price ?? 0;
  return tariff?.roubles ?? Math.round(Math.ceil((month * days) / 30) * (1 + percent / 100));
}

/** Bytes that a paid option has used by now, of this period and ever. */
export function trafficOf(
  option: PaidOptionRecord,
  now: number,
): { used: number; lifetime: number } {
  const until = Math.min(now, option.expires_at);
  const limit = option.traffic_limit_bytes === 0 ? Infinity : option.traffic_limit_bytes;
  const since = option.disabled ? 0 : Math.max(0, until - option.used_at) * bytesPerSecond;
  const more = Math.min(since, Math.max(0, limit - option.used_traffic_bytes));
  return {
    used: option.used_traffic_bytes + more,
    lifetime: option.lifetime_used_traffic_bytes + more,
  };
}
