import { newConnection } from '#service/connections/issue.ts';
import { newSubconfig } from '#service/store/connections.ts';
import { daySeconds, nextId, type Store } from '#service/store/store.ts';
import { grantOption } from '#service/store/orders.ts';
import { endpointOf, serverOf } from '#service/store/servers.ts';
import type { PanelDeviceRecord } from '#service/store/records/owned.ts';
import type { Account } from '#service/store/state.ts';

const gigabyte = 1024 ** 3;

/** Gives the account its paid option: three configurations that come with it, two of its own. */
export function addDemoOption(store: Store, account: Account): void {
  const option = grantOption(
    store,
    account,
    { kind: 'paid-option', option_id: 1, auto_renewal: true },
    30,
  );
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
    const index = option.configs.length;
    option.configs.push({
      id: nextId(store),
      index,
      server_id,
      title,
      original_title: `Белый интернет ${String(index + 1)}`,
      custom_title: null,
      created_at: store.now() - 9 * daySeconds,
      subconfig: title === null ? newSubconfig(store, 'socks5', undefined) : null,
      built_in: false,
      ...newConnection(
        store.random.hex(16),
        protocol,
        options,
        endpointOf(serverOf(server_id), protocol),
      ),
    });
  }
}

/** Their ids come from the devices themselves, so they hold what a path must encode. */
function panelDevices(store: Store): PanelDeviceRecord[] {
  const device = (
    hwid: string,
    platform: string,
    os_version: string,
    device_model: string,
    days: number,
  ): PanelDeviceRecord => ({
    hwid,
    platform,
    os_version,
    device_model,
    created_at: store.now() - days * daySeconds,
  });
  return [
    device('9f4c1e7a-52d0-4b7e-8a11-0c6f3d2b9e55', 'iOS', '18.5', 'iPhone 15', 12),
    device('q83vEjRWeJA=/+', 'Windows', '11 24H2', 'ASUS Zenbook 14', 9),
    device('android 7c:21:0d', 'Android', '15', 'Xiaomi Redmi Note 13', 3),
  ];
}
