import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { dataOf, send, testServices } from './client.ts';

const { start } = testServices();

async function listed() {
  const service = await start();
  const configs = dataOf('configs.list', await send(service, 'configs.list', { query: {} }));
  const of = (protocol: string) => configs.filter((config) => config.protocol === protocol);
  return { service, configs, of };
}

/** The public half, worked out by OpenSSL, of a private X25519 key. */
function publicOf(privateKey: Buffer): string {
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  return createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64');
}

it('has a configuration of each of the nine protocols, each with a URL of its scheme', async () => {
  const { configs } = await listed();
  const schemes = Object.fromEntries(
    configs.map(({ protocol, connection_url }) => [protocol, connection_url.split(':')[0]]),
  );
  expect(schemes).toEqual({
    vless: 'vless',
    'vless-2410': 'vless',
    trojan: 'trojan',
    'trojan-2901': 'trojan',
    outline: 'ss',
    'shadowsocks-2022': 'ss',
    hysteria2: 'hysteria2',
    wg: 'wireguard',
    'amnezia-wg-2': 'awg',
  });
});

it('the service names no host but an example or documentation one', async () => {
  const { configs } = await listed();
  for (const { connection_url } of configs) {
    const host = /@(\[[^\]]+\]|[^:/?#]+):/.exec(connection_url)?.[1];
    expect(host).toMatch(/\.example\.(com|net)$|^203\.0\.113\.|^198\.51\.100\.|^\[2001:db8:/);
  }
});

it('offers VLESS with REALITY over TCP, XHTTP and gRPC', async () => {
  const { of } = await listed();
  const urls = of('vless').map(({ connection_url }) => new URL(connection_url));
  for (const url of urls) {
    expect(url.username).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(url.searchParams.get('security')).toBe('reality');
    expect(Buffer.from(url.searchParams.get('pbk') ?? '', 'base64url')).toHaveLength(32);
    expect(decodeURIComponent(url.hash)).toContain('VLESS');
  }
  const types = new Set(urls.map((url) => url.searchParams.get('type')));
  expect(types).toEqual(new Set(['tcp', 'xhttp', 'grpc']));
  const xhttp = urls.find((url) => url.searchParams.get('type') === 'xhttp');
  expect(xhttp?.searchParams.has('flow')).toBe(false);
});

it('the service writes Shadowsocks 2022 keys as Base64 of 32 bytes and Outline’s user as Base64', async () => {
  const { of } = await listed();
  const [, password] = decodeURIComponent(
    /^ss:\/\/([^@]+)@/.exec(of('shadowsocks-2022')[0]?.connection_url ?? '')?.[1] ?? '',
  ).split(/:(.*)/s);
  expect(password?.split(':').map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32]);
  const user = /^ss:\/\/([^@]+)@/.exec(of('outline')[0]?.connection_url ?? '')?.[1] ?? '';
  expect(Buffer.from(user, 'base64url').toString()).toMatch(/^chacha20-ietf-poly1305:.{22}$/);
});

it('the service writes a port range of Hysteria 2 in the authority or as mport', async () => {
  const { of } = await listed();
  const urls = of('hysteria2').map(({ connection_url }) => connection_url);
  expect(urls.some((url) => /:443,20000-29999\//.test(url))).toBe(true);
  expect(urls.some((url) => new RegExp('[?&]mport=20000-29999').test(url))).toBe(true);
});

it('the service gives AmneziaWG a configuration that parses and whose keys are real', async () => {
  const { of } = await listed();
  for (const { awg_config, connection_url } of of('amnezia-wg-2')) {
    const sections = (awg_config ?? '').split(/^\[(\w+)\]$/m);
    expect(sections.filter((_, index) => index % 2 === 1)).toEqual(['Interface', 'Peer']);
    const fields = Object.fromEntries(
      [...(awg_config ?? '').matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect(Buffer.from(fields['PrivateKey'] ?? '', 'base64')).toHaveLength(32);
    expect(Buffer.from(fields['PublicKey'] ?? '', 'base64')).toHaveLength(32);
    expect(Number(fields['Jmin'])).toBeLessThan(Number(fields['Jmax']));
    expect(new Set([fields['H1'], fields['H2'], fields['H3'], fields['H4']]).size).toBe(4);
    const url = new URL(connection_url);
    expect(fields['Endpoint']).toBe(url.host);
    expect(decodeURIComponent(url.username)).toBe(fields['PrivateKey']);
  }
});

it('shows an Xray configuration that parses with extended settings, and none without', async () => {
  const { of } = await listed();
  const configs = of('vless');
  for (const config of configs) {
    expect(config.xray_config !== undefined).toBe(config.is_extended_settings_enabled);
    if (config.xray_config === undefined) continue;
    const parsed = JSON.parse(config.xray_config) as { outbounds: { settings: unknown }[] };
    const url = new URL(config.connection_url);
    expect(parsed.outbounds[0]?.settings).toMatchObject({
      vnext: [{ port: Number(url.port), users: [{ id: url.username }] }],
    });
  }
  expect(configs.some(({ xray_config }) => xray_config !== undefined)).toBe(true);
});

it('makes matching X25519 key pairs', async () => {
  const service = await start();
  const pair = dataOf('xray.createKeys', await send(service, 'xray.createKeys', {}));
  expect(publicOf(Buffer.from(pair.private_key, 'base64'))).toBe(pair.public_key);
});

it('the service writes proxies bare and mtproto as a tg link with the domain in its secret', async () => {
  const { service } = await listed();
  const { id } = service.control.account().cloud_servers[0] ?? { id: 0 };
  const path = { server_id: id };
  const proxies = dataOf(
    'cloudServers.proxies',
    await send(service, 'cloudServers.proxies', { path }),
  );
  const url = (protocol: string) => proxies.find((p) => p.protocol === protocol)?.connection_url;
  expect(url('http')).toMatch(/^[\w-]+:[\w-]+@198\.51\.100\.17:\d+$/);
  expect(url('socks5')).toMatch(/^[\w-]+:[\w-]+@198\.51\.100\.17:\d+$/);
  const secret = new URL(url('mtproto') ?? '').searchParams.get('secret') ?? '';
  expect(secret).toMatch(/^ee[0-9a-f]{32}/);
  expect(Buffer.from(secret.slice(34), 'hex').toString()).toBe('www.example.com');
});

it('changes given AWG parameters, leaves the others, and refuses invalid ones', async () => {
  const { service, of } = await listed();
  const path = { config_id: of('amnezia-wg-2')[0]?.id ?? 0 };
  const set = (body: object) => send(service, 'configs.setAwgConfig', { path, body });
  const changed = dataOf('configs.setAwgConfig', await set({ port: 40404, jc: 99 }));
  expect(changed.awg_config).toMatch(/^Jc = 99$/m);
  expect(changed.awg_config).toMatch(/:40404$/m);
  expect(changed.connection_url).toContain(':40404?');
  expect((await set({ jmin: 900, jmax: 100 })).status).toBe(400);
  expect((await set({ h1: 7, h2: 7 })).status).toBe(400);
});

it('stores a custom Xray configuration byte for byte until it is reset', async () => {
  const { service, of } = await listed();
  const extended = of('vless').find(({ xray_config }) => xray_config !== undefined);
  const path = { config_id: extended?.id ?? 0 };
  const own = '{ "outbounds":[ ] }';
  const public_key = 'A'.repeat(43);
  const set = await send(service, 'configs.setXrayConfig', {
    path,
    body: { xray_config: own, public_key },
  });
  expect(set.body).toMatchObject({ data: { xray_config: own } });
  const { connection_url } = dataOf('configs.setXrayConfig', set);
  expect(new URL(connection_url).searchParams.get('pbk')).toBe(public_key);
  const reset = await send(service, 'configs.resetXrayConfig', { path });
  expect(dataOf('configs.resetXrayConfig', reset)).toEqual({
    connection_url: extended?.connection_url,
    server_id: extended?.server_id,
    xray_config: extended?.xray_config,
  });
  const wrong = await send(service, 'configs.setXrayConfig', { path, body: { xray_config: '[]' } });
  expect(wrong.status).toBe(400);
});

it('bridges two VLESS configurations of any kind, and no others', async () => {
  const { service, of } = await listed();
  const [entry] = of('vless');
  const cloud = service.control
    .account()
    .cloud_servers[0]?.configs.find((c) => c.protocol === 'vless');
  const exit = { second_config_id: cloud?.id ?? 0, second_type: 'cloud' as const };
  const build = (body: object) =>
    send(service, 'configs.makeBridge', {
      body: { first_config_id: entry?.id ?? 0, ...exit, ...body },
    });
  expect((await build({})).status).toBe(201);
  const [after] = dataOf(
    'configs.list',
    await send(service, 'configs.list', { query: { limit: 1 } }),
  );
  expect(after?.xray_config).toContain('bridge-exit');
  expect((await build({ second_config_id: entry?.id ?? 0, second_type: 'config' })).status).toBe(
    400,
  );
  expect((await build({ first_config_id: of('wg')[0]?.id ?? 0 })).status).toBe(400);
});
