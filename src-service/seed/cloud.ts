import { createCloudConfig, createCloudServer, createProxy } from '#service/store/orders.ts';
import type { Account } from '#service/store/state.ts';
import { daySeconds, type Store } from '#service/store/store.ts';

interface DemoServer {
  readonly location_id: number;
  readonly tariff_config_id: number;
  readonly hostname: string | null;
  /** `null` while it was only just ordered. */
  readonly url: string | null;
  readonly days: number;
  readonly configs: readonly (readonly [
    title: string | null,
    protocol: string,
    options: Readonly<Record<string, true>>,
  ])[];
  readonly proxies: readonly (readonly [title: string | null, protocol: string])[];
}

const extended = { use_extended_settings: true } as const;

const demo: readonly DemoServer[] = [
  {
    location_id: 1,
    tariff_config_id: 2,
    hostname: 'Франкфурт — основной',
    url: '198.51.100.17',
    days: 64,
    configs: [
      ['Вся семья', 'vless', extended],
      ['Андрей', 'amnezia-wg-2', {}],
      [null, 'shadowsocks-2022', {}],
      ['Telegram', 'mtproto', {}],
    ],
    proxies: [
      ['Браузер', 'http'],
      ['Парсер (прод), не менять пароль, завязан cron на соседней машине', 'socks5'],
      [null, 'mtproto'],
    ],
  },
  {
    location_id: 8,
    tariff_config_id: 1,
    hostname: 'us-lab',
    url: 'us-lab.example.net',
    days: 4,
    configs: [
      ['CI', 'wg', {}],
      ['Hysteria для стримов', 'hysteria2', {}],
    ],
    proxies: [['scraper', 'socks5']],
  },
  {
    location_id: 3,
    tariff_config_id: 1,
    hostname: null,
    url: null,
    days: 30,
    configs: [],
    proxies: [],
  },
];

/** Two rented servers with what runs on them, and one that was ordered this very moment. */
export function addDemoCloudServers(store: Store, account: Account): void {
  for (const [index, spec] of demo.entries()) {
    const { location_id, tariff_config_id, hostname, url, days } = spec;
    const order = { location_id, tariff_config_id, hostname };
    const server = createCloudServer(store, account, order, { days, auto_renewal: false });
    if (url === null) continue;
    const created_at = store.now() - (90 - index * 30) * daySeconds;
    Object.assign(server, { url, status: 'active', ordered_at: created_at });
    if (index === 0) Object.assign(server, { auto_renewal: true, auto_renewal_days: 30 });
    for (const [title, protocol, options] of spec.configs) {
      const config = createCloudConfig(store, server, protocol, options);
      Object.assign(config, { title, created_at });
    }
    for (const [title, protocol] of spec.proxies) {
      Object.assign(createProxy(store, server, protocol), { title, created_at });
    }
  }
}
