import { protocols } from '#contract/constants.ts';
import { createSubconfig } from '#service/store/connections.ts';
import { newConfig } from '#service/store/orders.ts';
import { serverOf } from '#service/store/servers.ts';
import { daySeconds, type Store } from '#service/store/store.ts';
import type { ConfigRecord } from '#service/store/records/owned.ts';
import { servers } from '#service/catalog/servers.ts';
import { demoTitles, scaleWords } from './titles.ts';

interface DemoConfig {
  readonly title: string | null;
  readonly server_id: number;
  readonly protocol: string;
  /** Days until it expires; negative when it has expired. */
  readonly days: number;
  readonly options?: Readonly<Record<string, true>>;
  readonly autoRenewalDays?: number;
  readonly flags?: readonly string[];
  readonly subconfig?: 'http' | 'socks5' | 'mtproto';
}

const extended = { use_extended_settings: true } as const;

/**
 * The configurations of the demo account: every protocol, eleven locations (12 and 18 too), several on one
 * server, one offline (402), two unmeasured (1002, 1401), four about to expire and two expired.
 */
const demo: readonly Omit<DemoConfig, 'title'>[] = [
  { server_id: 101, protocol: 'vless', days: 87, options: extended, autoRenewalDays: 30 },
  { server_id: 101, protocol: 'vless', days: 21, subconfig: 'mtproto' },
  { server_id: 101, protocol: 'amnezia-wg-2', days: 143 },
  { server_id: 201, protocol: 'hysteria2', days: 5, autoRenewalDays: 90 },
  { server_id: 202, protocol: 'hysteria2', days: 12 },
  { server_id: 301, protocol: 'amnezia-wg-2', days: 311, autoRenewalDays: 365 },
  {
    server_id: 801,
    protocol: 'vless',
    days: 44,
    options: { ...extended, use_xhttp: true, block_bittorrent: true },
  },
  { server_id: 303, protocol: 'outline', days: 2 },
  { server_id: 202, protocol: 'trojan', days: 29, subconfig: 'http' },
  { server_id: 501, protocol: 'shadowsocks-2022', days: 63 },
  { server_id: 402, protocol: 'vless-2410', days: 18 },
  { server_id: 901, protocol: 'wg', days: 76, autoRenewalDays: 30 },
  { server_id: 901, protocol: 'vless', days: 9, options: { ...extended, use_grpc: true } },
  { server_id: 1801, protocol: 'vless', days: 6, options: { ...extended, use_warp: true } },
  { server_id: 1201, protocol: 'vless', days: 33, subconfig: 'socks5' },
  { server_id: 1002, protocol: 'trojan-2901', days: 51 },
  { server_id: 1401, protocol: 'shadowsocks-2022', days: 120 },
  { server_id: 601, protocol: 'vless', days: -3 },
  { server_id: 102, protocol: 'outline', days: 27, autoRenewalDays: 30 },
  { server_id: 803, protocol: 'vless', days: 99, options: { disable_flow_reality: true } },
  {
    server_id: 1801,
    protocol: 'vless',
    days: 160,
    options: { ...extended, pass_all_traffic_through_vpn: true },
    flags: ['noChangeCountry'],
  },
  { server_id: 1402, protocol: 'wg', days: 240 },
  { server_id: 1101, protocol: 'hysteria2', days: 1 },
  { server_id: 402, protocol: 'trojan', days: -41 },
];

export function demoConfigs(store: Store): ConfigRecord[] {
  return demo.map((spec, index) =>
    made(store, { ...spec, title: demoTitles[index] ?? null }, 400 - index * 13),
  );
}

/** All but one server of every second location: so many configurations take all slots of the others. */
const crowded = servers.filter(({ id }) => id % 200 !== 1);

/** `count` configurations in all locations and of all protocols, for long lists. */
export function scaledConfigs(store: Store, count: number): ConfigRecord[] {
  const { random } = store;
  return Array.from({ length: count }, (_, index) => {
    const server = crowded[random.int(0, crowded.length - 1)] ?? serverOf(101);
    const word = random.pick(scaleWords);
    const isExtended = random.chance(0.2);
    const protocol = protocols[index % protocols.length] ?? 'vless';
    return made(
      store,
      {
        title: random.chance(0.05) ? null : `${word} ${String(index + 1)}`,
        server_id: server.id,
        protocol,
        days: random.int(-10, 365),
        ...(isExtended && protocol === 'vless' && { options: extended }),
        ...(random.chance(0.3) && { autoRenewalDays: 30 }),
      },
      random.int(1, 700),
    );
  });
}

function made(store: Store, spec: DemoConfig, ageDays: number): ConfigRecord {
  const { title, server_id, protocol, days, options = {}, autoRenewalDays, subconfig } = spec;
  // Times of day differ, as they do when people buy at different times.
  const later = store.random.int(0, daySeconds / 2);
  const config = newConfig(store, server_id, protocol, options, { days, auto_renewal: false });
  config.expires_at += later;
  if (subconfig !== undefined) createSubconfig(store, config, subconfig);
  return Object.assign(config, {
    title,
    created_at: store.now() - ageDays * daySeconds - later,
    flags: [...(spec.flags ?? [])],
    // What has expired here did so because nothing renewed it.
    auto_renewal: days >= 0 && autoRenewalDays !== undefined,
    auto_renewal_days: autoRenewalDays ?? null,
  });
}
