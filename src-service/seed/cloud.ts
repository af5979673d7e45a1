import { newConnection } from '#service/connections/issue.ts';
import { daySeconds, nextId, type Store } from '#service/store/store.ts';
import { cloudEndpoint } from '#service/store/servers.ts';
import type { CloudServerRecord } from '#service/store/records/owned.ts';

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
export function demoCloudServers(store: Store): CloudServerRecord[] {
  return demo.map((spec, index) => {
    const ordered = spec.url === null;
    const created_at = store.now() - (ordered ? 0 : (90 - index * 30) * daySeconds);
    const server: CloudServerRecord = {
      id: nextId(store),
      location_id: spec.location_id,
      tariff_config_id: spec.tariff_config_id,
      ordered_at: created_at,
      status: ordered ? 'ordered' : 'active',
      expires_at: store.now() + spec.days * daySeconds,
      url: spec.url,
      hostname: spec.hostname,
      secret: store.random.hex(16),
      rebooted_at: null,
      auto_renewal: index === 0,
      auto_renewal_days: index === 0 ? 30 : null,
      configs: [],
      proxies: [],
    };
    server.configs = spec.configs.map(([title, protocol, options]) => ({
      id: nextId(store),
      title,
      created_at,
      ...newConnection(store.random.hex(16), protocol, options, cloudEndpoint(server, protocol)),
    }));
    server.proxies = spec.proxies.map(([title, protocol]) => ({
      id: nextId(store),
      title,
      protocol,
      secret: store.random.hex(16),
      created_at,
    }));
    return server;
  });
}
