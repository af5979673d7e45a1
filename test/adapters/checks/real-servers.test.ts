import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '#test/adapters/transport/certificates.ts';
import { keyPair } from '#test/core/checks/responders.ts';
import { check } from './checking.ts';
import { freePort, installed, startServer, testFolder } from './programs.ts';

/** Servers of the system's package archive; `npm test` installs them on Debian and Ubuntu as root. */
const servers = ['ss-server', 'trojan', 'v2ray', 'caddy', 'danted', 'tinyproxy', 'wireguard-go'];
const missing = servers.filter((name) => installed(name) === undefined);
const tunnels = canMakeTunnels();
if (missing.length > 0) announce(`these servers are not installed: ${missing.join(', ')}`);
if (!tunnels) announce('no tunnel can be made (/dev/net/tun): wireguard-go was not run');

const answers = (depth: string) => ({
  outcome: 'answers',
  depth,
  ms: expect.any(Number) as number,
});
const uuid = '2f1c9f9e-5c0a-4a52-8a0e-6a4f1b9c7d21';

/** A certificate in files, and the folder that holds them. */
async function certificateFolder(files: Readonly<Record<string, string>> = {}) {
  const { cert, key } = await selfSigned(['www.example.com']);
  return testFolder({ 'cert.pem': cert, 'key.pem': key, ...files });
}

describe.runIf(process.platform === 'linux' && missing.length === 0)('against real servers', () => {
  it('the port of shadowsocks-libev answers', async () => {
    const port = await freePort();
    const args = ['-s', '127.0.0.1', '-p', String(port), '-k', 'p', '-m', 'chacha20-ietf-poly1305'];
    await startServer('ss-server', args, { port });
    const user = Buffer.from('chacha20-ietf-poly1305:p').toString('base64url');
    expect(await check('outline', `ss://${user}@127.0.0.1:${String(port)}/?outline=1`)).toEqual(
      answers('port'),
    );
  });

  it('the handshake of trojan answers', async () => {
    const port = await freePort();
    const folder = await certificateFolder();
    const config = {
      run_type: 'server',
      local_addr: '127.0.0.1',
      local_port: port,
      remote_addr: '127.0.0.1',
      remote_port: port,
      password: ['p'],
      ssl: { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), alpn: ['http/1.1'] },
    };
    const file = join(testFolder({ 'config.json': JSON.stringify(config) }), 'config.json');
    await startServer('trojan', [file], { port });
    const url = `trojan://p@127.0.0.1:${String(port)}?security=tls&sni=www.example.com&alpn=h2,http/1.1`;
    expect(await check('trojan', url)).toEqual(answers('handshake'));
  });

  it('VLESS of v2ray answers over TCP, TLS, and WebSocket with and without TLS', async () => {
    const folder = await certificateFolder();
    const certificate = {
      certificateFile: join(folder, 'cert.pem'),
      keyFile: join(folder, 'key.pem'),
    };
    const tls = { security: 'tls', tlsSettings: { certificates: [certificate] } };
    const webSocket = { network: 'ws', wsSettings: { path: '/updates' } };
    const kinds = [
      ['type=tcp', {}, 'port'],
      ['type=tcp&security=tls&sni=www.example.com', tls, 'handshake'],
      ['type=ws&path=%2Fupdates', webSocket, 'http'],
      ['type=ws&path=%2Fupdates&security=tls', { ...tls, ...webSocket }, 'http'],
      ['type=ws&path=%2Felsewhere', webSocket, 'http'],
    ] as const;
    const ports = await Promise.all(kinds.map(freePort));
    const inbounds = kinds.map(([, streamSettings], at) => ({
      listen: '127.0.0.1',
      port: ports[at],
      protocol: 'vless',
      settings: { clients: [{ id: uuid }], decryption: 'none' },
      streamSettings,
    }));
    const config = JSON.stringify({ inbounds, outbounds: [{ protocol: 'freedom' }] });
    const file = join(testFolder({ 'config.json': config }), 'config.json');
    for (const port of ports.slice(0, 1)) await startServer('v2ray', ['-config', file], { port });
    for (const [at, [query, , depth]] of kinds.entries()) {
      const url = `vless://${uuid}@127.0.0.1:${String(ports[at])}?${query}`;
      await expect.poll(() => check('vless', url)).toEqual(answers(depth));
    }
  });

  // The archive's v2ray is older than its gRPC transport: Node's own HTTP/2 stands in for the server.
  it('gRPC and XHTTP answer over HTTP/2', async () => {
    const server = createSecureServer(await selfSigned(['www.example.com']));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const type of ['grpc', 'xhttp']) {
      const url = `vless://${uuid}@127.0.0.1:${String(port)}?security=tls&alpn=h2&type=${type}`;
      expect(await check('vless', url)).toEqual(answers('http'));
    }
  });

  it('QUIC of caddy answers', async () => {
    const port = await freePort();
    const folder = await certificateFolder();
    const site = [
      '{\n admin off\n auto_https off\n}',
      `https://127.0.0.1:${String(port)} {`,
      ` tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`,
      ' respond "hello"\n}\n',
    ].join('\n');
    const file = join(testFolder({ Caddyfile: site }), 'Caddyfile');
    const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    await startServer('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { port, env });
    const at = `127.0.0.1:${String(port)}`;
    expect(await check('hysteria2', `hysteria2://p@${at}/?sni=a`)).toEqual(answers('handshake'));
  });

  it('tinyproxy accepts a login, opens or refuses a tunnel, and refuses a wrong login', async () => {
    const [port, echo, closed] = [await freePort(), await echoPort(), await freePort()];
    const config = [
      `Port ${String(port)}`,
      'Listen 127.0.0.1',
      'BasicAuth user secret',
      `ConnectPort ${String(echo)}`,
      `ConnectPort ${String(closed)}`,
      'MaxClients 50',
      'Timeout 60\n',
    ].join('\n');
    const file = join(testFolder({ 'tinyproxy.conf': config }), 'tinyproxy.conf');
    await startServer('tinyproxy', ['-d', '-c', file], { port });
    const at = `@127.0.0.1:${String(port)}`;
    const to = (port: number) => ({ beyond: { host: '127.0.0.1', port } });
    expect(await check('http', `user:secret${at}`)).toEqual(answers('login'));
    expect(await check('http', `user:secret${at}`, to(echo))).toEqual(answers('way-on'));
    expect(await check('http', `user:secret${at}`, to(closed))).toEqual({ outcome: 'no-way-on' });
    expect(await check('http', `user:wrong${at}`)).toEqual({ outcome: 'login-refused' });
  });

  it('dante accepts a login, opens or refuses a tunnel, and refuses a wrong login', async () => {
    const [port, echo, closed] = [await freePort(), await echoPort(), await freePort()];
    const guarded = await freePort();
    const dante = (at: number, method: string) =>
      startServer('danted', ['-f', join(testFolder({ conf: danteConfig(at, method) }), 'conf')], {
        port: at,
      });
    await dante(port, 'none');
    await dante(guarded, 'username');
    const at = (port: number) => `user:secret@127.0.0.1:${String(port)}`;
    const to = (port: number) => ({ beyond: { host: '127.0.0.1', port } });
    expect(await check('socks5', at(port))).toEqual(answers('login'));
    expect(await check('socks5', at(port), to(echo))).toEqual(answers('way-on'));
    expect(await check('socks5', at(port), to(closed))).toEqual({ outcome: 'no-way-on' });
    expect(await check('socks5', at(guarded))).toEqual({ outcome: 'login-refused' });
  });

  it.runIf(tunnels)('wireguard-go answers a configured peer, and no other', async () => {
    const [client, server, stranger] = [keyPair(), keyPair(), keyPair()];
    const presharedKey = Buffer.alloc(32, 7);
    const name = `culvert${String(process.pid)}`;
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
    const url = (key: Buffer, shared: Buffer) =>
      `wireguard://${encodeURIComponent(key.toString('base64'))}@127.0.0.1:${String(port)}?${new URLSearchParams(
        {
          publickey: server.public.toString('base64'),
          presharedkey: shared.toString('base64'),
        },
      ).toString()}`;
    expect(await check('wg', url(client.private, presharedKey))).toEqual(answers('handshake'));
    const brief = () => ({ signal: AbortSignal.timeout(150) });
    expect(await check('wg', url(stranger.private, presharedKey), brief())).toEqual({
      outcome: 'no-answer',
    });
    expect(await check('wg', url(client.private, Buffer.alloc(32)), brief())).toEqual({
      outcome: 'no-answer',
    });
  });
});

function danteConfig(port: number, method: string): string {
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

/** A port that accepts connections. */
async function echoPort(): Promise<number> {
  const server = createServer((socket) => socket.pipe(socket).on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Sets up a WireGuard interface over the socket of its program. */
async function configured(name: string, lines: readonly string[]): Promise<string> {
  const path = `/var/run/wireguard/${name}.sock`;
  for (;;) {
    const socket = connect(path);
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => {
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
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

function canMakeTunnels(): boolean {
  try {
    closeSync(openSync('/dev/net/tun', 'r+'));
    return process.getuid?.() === 0 && installed('ip') !== undefined;
  } catch {
    return false;
  }
}

/** Prints what was not tested where it cannot be overlooked. */
function announce(text: string): void {
  process.stderr.write(`\n*** Checks of connections: ${text}. ***\n\n`);
}
