import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Authority } from '#test/adapters/transport/certificates.ts';
import type { keyPair } from '#test/core/checks/responders.ts';
import { freePort, installed, startServer, testFolder } from './programs.ts';

/* Servers of the system's package archive, as a test of checks wants them. */

/** What certificates are made for. */
export const serverName = 'www.example.com';
export const uuid = '2f1c9f9e-5c0a-4a52-8a0e-6a4f1b9c7d21';

async function certificateFiles(authority: Authority) {
  const { cert, key } = await authority.issue([serverName]);
  const folder = testFolder({ 'cert.pem': cert, 'key.pem': key });
  return { folder, cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
}

/** A web server in place of another: pages over HTTP, and over HTTPS and HTTP/3 with a valid certificate. */
export async function webServer(
  authority: Authority,
): Promise<{ readonly http: number; readonly https: number }> {
  const [http, https] = [await freePort(), await freePort()];
  const { folder, cert, key } = await certificateFiles(authority);
  const sites = [
    '{\n admin off\n auto_https off\n}',
    `http://:${String(http)} {\n respond "hello"\n}`,
    `https://:${String(https)} {\n tls ${cert} ${key}\n respond "hello"\n}\n`,
  ].join('\n');
  const file = join(testFolder({ Caddyfile: sites }), 'Caddyfile');
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  await startServer('caddy', args, { port: https, env });
  await accepting(http);
  return { http, https };
}

export async function trojan(authority: Authority): Promise<number> {
  const port = await freePort();
  const { cert, key } = await certificateFiles(authority);
  const config = {
    run_type: 'server',
    local_addr: '127.0.0.1',
    local_port: port,
    remote_addr: '127.0.0.1',
    remote_port: port,
    password: ['p'],
    ssl: { cert, key, alpn: ['http/1.1'] },
  };
  const file = join(testFolder({ 'config.json': JSON.stringify(config) }), 'config.json');
  await startServer('trojan', [file], { port });
  return port;
}

/** The ports of VLESS over TCP, and over WebSocket without and with TLS. */
export async function v2ray(authority: Authority) {
  const { cert, key } = await certificateFiles(authority);
  const tls = {
    security: 'tls',
    tlsSettings: { certificates: [{ certificateFile: cert, keyFile: key }] },
  };
  const overWebSocket = { network: 'ws', wsSettings: { path: '/updates' } };
  const [plain, webSocket, webSocketTls] = [await freePort(), await freePort(), await freePort()];
  const inbounds = [
    { port: plain, streamSettings: {} },
    { port: webSocket, streamSettings: overWebSocket },
    { port: webSocketTls, streamSettings: { ...tls, ...overWebSocket } },
  ].map((inbound) => ({
    ...inbound,
    listen: '127.0.0.1',
    protocol: 'vless',
    settings: { clients: [{ id: uuid }], decryption: 'none' },
  }));
  const config = JSON.stringify({ inbounds, outbounds: [{ protocol: 'freedom' }] });
  const file = join(testFolder({ 'config.json': config }), 'config.json');
  await startServer('v2ray', ['-config', file], { port: plain });
  for (const port of [webSocket, webSocketTls]) await accepting(port);
  return { plain, webSocket, webSocketTls };
}

export function danteConfig(port: number, method: string): string {
  return [
    'logoutput: stderr',
    `internal: 127.0.0.1 port = ${String(port)}`,
    'external: lo',
    'user.privileged: root',
    'user.unprivileged: nobody',
    'clientmethod: none',
    `socksmethod: ${method}`,
    'client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }',
    'socks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\n',
  ].join('\n');
}

type Keys = ReturnType<typeof keyPair>;

let tunnels = 0;

/** A WireGuard server with one client; answers its port. */
export async function wireGuard(server: Keys, client: Keys, presharedKey: Buffer): Promise<number> {
  tunnels += 1;
  const name = `culvert${String(tunnels)}p${String(process.pid)}`;
  const port = await freePort();
  await startServer('wireguard-go', ['-f', name]);
  const answer = await configured(name, [
    `private_key=${server.private.toString('hex')}`,
    `listen_port=${String(port)}`,
    `public_key=${client.public.toString('hex')}`,
    `preshared_key=${presharedKey.toString('hex')}`,
    'allowed_ip=10.0.0.2/32',
  ]);
  expect(answer).toContain('errno=0');
  execFileSync('ip', ['link', 'set', name, 'up']);
  return port;
}

/** Waits until a port of a server that has started accepts connections. */
async function accepting(port: number): Promise<void> {
  await expect
    .poll(async () => {
      const socket = connect(port, '127.0.0.1');
      return once(socket, 'connect').then(
        () => Boolean(socket.destroy()),
        () => false,
      );
    })
    .toBe(true);
}

/** Sets up a WireGuard interface over the socket of its program. */
async function configured(name: string, lines: readonly string[]): Promise<string> {
  const path = `/var/run/wireguard/${name}.sock`;
  for (;;) {
    const socket = connect(path);
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (!opened) {
      await setImmediate();
      continue;
    }
    onTestFinished(() => void socket.destroy());
    socket.write(`set=1\n${lines.join('\n')}\n\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return bytes.toString();
  }
}

export function canMakeTunnels(): boolean {
  try {
    closeSync(openSync('/dev/net/tun', 'r+'));
    return process.getuid?.() === 0 && installed('ip') !== undefined;
  } catch {
    return false;
  }
}
