import { gigabyte } from '#contract/constants.ts';
import { createSubconfig } from '#service/store/connections.ts';
import { daySeconds, type Store } from '#service/store/store.ts';
import { createPaidConfig, findOptionProduct, grantOption } from '#service/store/orders.ts';
import type { PaidOptionRecord } from '#service/store/records/owned.ts';
import type { Account } from '#service/store/state.ts';

/** Gives the account its paid option: three configurations that come with it, two of its own. */
export function addDemoOption(store: Store, account: Account): void {
  const product = findOptionProduct(1);
  const option = grantOption(store, account, product, { days: 30, auto_renewal: true });
  option.expires_at = store.now() + 17 * daySeconds;
  option.started_at = store.now() - 13 * daySeconds;
  option.used_traffic_bytes = 73 * gigabyte;
  option.lifetime_used_traffic_bytes = 412 * gigabyte;
  option.devices = panelDevices(store);
  const [first] = option.configs;
  for (const config of option.configs) config.created_at = store.now() - 48 * daySeconds;
  if (first !== undefined) first.custom_title = 'Мегафон, метро';
  for (const [title, server_id, protocol, options] of [
    ['Белый на планшет', 1803, 'vless', { use_extended_settings: true }],
    [null, 301, 'trojan', {}],
  ] as const) {
    const config = createPaidConfig(store, option, server_id, protocol, options);
    Object.assign(config, { title, created_at: store.now() - 9 * daySeconds });
    if (title === null) createSubconfig(store, config, 'socks5');
  }
}

/** Their ids come from the devices themselves, so they hold what a path must encode. */
function panelDevices(store: Store): PaidOptionRecord['devices'] {
  const devices = [
    ['9f4c1e7a-52d0-4b7e-8a11-0c6f3d2b9e55', 'iOS', '18.5', 'iPhone 15', 12],
    ['q83vEjRWeJA=/+', 'Windows', '11 24H2', 'ASUS Zenbook 14', 9],
    ['android 7c:21:0d', 'Android', '15', 'Xiaomi Redmi Note 13', 3],
  ] as const;
  return devices.map(([hwid, platform, os_version, device_model, days]) => ({
    hwid,
    platform,
    os_version,
    device_model,
    created_at: store.now() - days * daySeconds,
  }));
}
