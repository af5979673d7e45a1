import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import type { ConnectionDetail, ConnectionSource } from '#contract/ipc/connections.ts';
import { connectionState } from '#contract/rules/connection-state.ts';
import { seeds, type Seed } from './seeds.ts';

/** A connection of the fake, with what the real window would only get by asking for it. */
export interface FakeConnection extends ConnectionDetail {
  readonly secret: string;
}

const day = 86_400;

const schemes: Readonly<Record<string, string>> = {
  hysteria2: 'hysteria2',
  trojan: 'trojan',
  'trojan-2901': 'trojan',
  outline: 'ss',
  'shadowsocks-2022': 'ss',
  wg: 'wireguard',
  'amnezia-wg-2': 'vpn',
  mtproto: 'tg',
};

function keyOf(source: ConnectionSource, n: number): string {
  if (source === 'config') return `config:${String(n + 1)}`;
  if (source === 'subconfig') return `sub:config:${String(n)}`;
  return `${source}:3:${String(n + 1)}`;
}

function grow(seed: Seed, n: number, now: number): FakeConnection {
  const source = seed.source ?? 'config';
  const code = seed.country.toLowerCase();
  const host =
    seed.host ?? `${code}-${String((n % 9) + 1)}.example.net:${String(443 + (n % 4) * 1000)}`;
  const bare = source === 'proxy' && seed.protocol !== 'mtproto';
  const awg = seed.protocol === 'amnezia-wg-2' || seed.protocol === 'wg';
  const forms = bare
    ? (['url', 'proxy-url'] as const)
    : awg
      ? (['url', 'awg'] as const)
      : n % 5 === 0
        ? (['url', 'xray'] as const)
        : (['url'] as const);
  const scheme = bare ? '' : (schemes[seed.protocol] ?? 'vless');
  const [name = '', port = ''] = host.split(':');
  const expiresAt =
    seed.expires === null ? null : Math.floor(now / 1000 + (seed.expires ?? 30) * day);
  const ranged = port.includes('-');
  const created = Math.floor(now / 1000) - (n + 3) * 9 * day;
  return {
    key: keyOf(source, n),
    source,
    title: seed.title,
    protocol: seed.protocol,
    country: seed.country,
    place: seed.place,
    host,
    state: connectionState({
      online: seed.online ?? 'online',
      listedAt: now - 2 * 60_000,
      expiresAt,
      reading: undefined,
      rebooting: false,
      offline: false,
      now,
    }),
    expiresAt,
    autoRenewal: source === 'proxy' ? null : n % 3 === 0,
    favourite: seed.favourite ?? false,
    server:
      source === 'subconfig' ? 'config:1' : seed.protocol === 'quic-next' ? null : `server:${host}`,
    forms,
    previews: forms.map((form) => ({
      form,
      scheme: form === 'proxy-url' ? seed.protocol : form === 'url' ? scheme : '',
      host: ranged ? host : name,
      port: ranged ? null : Number(port),
      name: form === 'url' && !bare ? seed.title : '',
      hidden: form === 'url' ? 186 : form === 'proxy-url' ? 24 : 1264,
    })),
    createdAt: created,
    autoRenewalDays: n % 3 === 0 ? 30 : null,
    flags: seed.flags ?? [],
    locationId: source === 'paid' ? null : 1 + (n % 12),
    serverId: source === 'config' || source === 'paid' ? 100 + (n % 7) : null,
    extendedSettings: seed.protocol === 'vless' ? n % 2 === 0 : null,
    titleRule: { max: source === 'proxy' ? 100 : 64, nullable: source !== 'paid' },
    fetchedAt: now - 2 * 60_000,
    gone: seed.gone ?? false,
    subconfig: n === 0 ? 'sub:config:21' : null,
    secret: `${scheme === '' ? '' : `${scheme}://`}4f1c2a9e-0000-4000-8000-${String(n).padStart(12, '0')}@${host}?type=tcp&security=reality&pbk=Zm9vYmFyYmF6cXV4&sid=0a1b&sni=example.com#${encodeURIComponent(seed.title)}`,
  };
}

const Options = z.array(
  api['paidOptions.list'].data.element.pick({ option_id: true, expires_at: true, configs: true }),
);

/** The configurations of the paid options that the window has cached. */
export function fakePaidConnections(list: unknown, now: number): FakeConnection[] {
  return (Options.safeParse(list).data ?? []).flatMap(({ option_id, expires_at, configs }) =>
    configs.map((config) => ({
      ...grow(
        {
          title: config.original_title,
          protocol: config.protocol,
          country: '',
          place: config.original_title,
          source: 'paid',
          online: config.is_online ? 'online' : 'offline',
          expires: expires_at === 0 ? null : (expires_at - now / 1000) / 86_400,
        },
        config.id,
        now,
      ),
      key: `paid:${String(option_id)}:${String(config.id)}`,
    })),
  );
}

/** The thirty, or as many as requested made of them. */
export function fakeConnections(count: number | 'demo', now: number): FakeConnection[] {
  const length = count === 'demo' ? seeds.length : count;
  return Array.from({ length }, (_, n) => {
    const seed = seeds[n % seeds.length] ?? seeds[0];
    if (seed === undefined) throw new Error('no seeds');
    const again = Math.floor(n / seeds.length);
    return grow(
      again === 0 ? seed : { ...seed, title: `${seed.title} ${String(again)}`, favourite: false },
      n,
      now,
    );
  });
}
