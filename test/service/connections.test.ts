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

it('makes matching X25519 key pairs', async () => {
  const service = await start();
  const pair = dataOf('xray.createKeys', await send(service, 'xray.createKeys', {}));
  expect(publicOf(Buffer.from(pair.private_key, 'base64'))).toBe(pair.public_key);
});
