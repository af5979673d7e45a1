import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import type {
  ConnectionDetail,
  ConnectionSource,
  ExportForm,
  SecretPreview,
} from '#contract/ipc/connections.ts';
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

/** The forms in which a connection's secret can be had. */
function formsOf({ protocol }: Seed, bare: boolean, n: number): readonly ExportForm[] {
  if (bare) return ['url', 'proxy-url'];
  if (protocol === 'amnezia-wg-2' || protocol === 'wg') return ['url', 'awg'];
  return n % 5 === 0 ? ['url', 'xray'] : ['url'];
}

function previewOf(
  form: ExportForm,
  { protocol, title }: Seed,
  scheme: string,
  host: string,
): SecretPreview {
  const [name = '', port = ''] = host.split(':');
  const ranged = port.includes('-');
  return {
    form,
    scheme: form === 'proxy-url' ? protocol : form === 'url' ? scheme : '',
    host: ranged ? host : name,
    port: ranged ? null : Number(port),
    name: form === 'url' && scheme !== '' ? title : '',
    hidden: form === 'url' ? 186 : form === 'proxy-url' ? 24 : 1264,
  };
}

function stateOf({ online = 'online' }: Seed, expiresAt: number | null, now: number) {
  return connectionState({
    online,
    listedAt: now - 2 * 60_000,
    expiresAt,
    reading: undefined,
    rebooting: false,
    offline: false,
    now,
  });
}

function fakeSecretOf(scheme: string, host: string, { title }: Seed, n: number): string {
  const prefix = scheme === '' ? '' : `${scheme}://`;
  const id = `4f1c2a9e-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const query = 'type=tcp&security=reality&pbk=Zm9vYmFyYmF6cXV4&sid=0a1b&sni=example.com';
  return `${prefix}${id}@${host}?${query}#${encodeURIComponent(title)}`;
}

/** The n-th connection, made from a seed. */
function grow(seed: Seed, n: number, now: number): FakeConnection {
  const { source = 'config', protocol } = seed;
  const code = seed.country.toLowerCase();
  const host =
    seed.host ?? `${code}-${String((n % 9) + 1)}.example.net:${String(443 + (n % 4) * 1000)}`;
  const bare = source === 'proxy' && protocol !== 'mtproto';
  const scheme = bare ? '' : (schemes[protocol] ?? 'vless');
  const forms = formsOf(seed, bare, n);
  const expiresAt =
    seed.expires === null ? null : Math.floor(now / 1000 + (seed.expires ?? 30) * day);
  return {
    key: keyOf(source, n),
    source,
    title: seed.title,
    protocol,
    country: seed.country,
    place: seed.place,
    host,
    state: stateOf(seed, expiresAt, now),
    expiresAt,
    autoRenewal: source === 'proxy' ? null : n % 3 === 0,
    favourite: seed.favourite ?? false,
    server:
      source === 'subconfig' ? 'config:1' : protocol === 'quic-next' ? null : `server:${host}`,
    forms,
    previews: forms.map((form) => previewOf(form, seed, scheme, host)),
    createdAt: Math.floor(now / 1000) - (n + 3) * 9 * day,
    autoRenewalDays: n % 3 === 0 ? 30 : null,
    flags: seed.flags ?? [],
    locationId: source === 'paid' ? null : 1 + (n % 12),
    serverId: source === 'config' || source === 'paid' ? 100 + (n % 7) : null,
    extendedSettings: protocol === 'vless' ? n % 2 === 0 : null,
    titleRule: { max: source === 'proxy' ? 100 : 64, nullable: source !== 'paid' },
    fetchedAt: now - 2 * 60_000,
    gone: seed.gone ?? false,
    subconfig: n === 0 ? 'sub:config:21' : null,
    secret: fakeSecretOf(scheme, host, seed, n),
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
