import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import english from '#renderer/locales/en.json' with { type: 'json' };
import { listen } from '#test/adapters/transport/servers.ts';
import { fakeTlsAnswer, keyPair, obfuscatedAnswer } from '#test/core/checks/responders.ts';
import { amneziaServer, salamanderServer } from './responder-servers.ts';
import { check } from './checking.ts';
import { freePort, installed, startServer, testFolder } from './programs.ts';
import {
  canMakeTunnels,
  danteConfig,
  serverName,
  trojan,
  uuid,
  v2ray,
  webServer,
  wireGuard,
} from './real-servers.ts';
import { useTrustedAuthority } from './trusted-authority.ts';

/** Servers of the system's package archive; `npm test` installs them on Debian and Ubuntu as root. */
const servers = ['ss-server', 'trojan', 'v2ray', 'caddy', 'danted', 'tinyproxy', 'wireguard-go'];
const missing = servers.filter((name) => installed(name) === undefined);
const tunnels = canMakeTunnels();
if (missing.length > 0) announce(`these servers are not installed: ${missing.join(', ')}`);
if (!tunnels) announce('no tunnel can be made (/dev/net/tun): wireguard-go was not run');

/** How long a test waits for a server that it knows to be silent, milliseconds. */
const silenceMs = 300;

/** What may be wrong, in the order of the columns of `expected`. */
const faults = [
  'works',
  'wrongKey',
  'webServer',
  'otherCertificate',
  'notListening',
  'silent',
  'cut',
] as const;
type Fault = (typeof faults)[number];

/** The results of one protocol; what cannot happen to it is left out. */
type Verdicts = Partial<Record<Fault, CheckResult>>;

/** A protocol of the table, checked against a real server, or a responder where there is none. */
interface Row {
  readonly name: string;
  readonly skipped?: boolean;
  readonly verdicts: () => Promise<Verdicts>;
}

const authority = useTrustedAuthority();

/** What every protocol over TCP, or over UDP, is checked for besides. */
async function commonFaults(
  protocol: string,
  url: (port: number) => string,
  isUdp = false,
): Promise<Verdicts> {
  const options = () => ({ signal: AbortSignal.timeout(silenceMs) });
  const notListening = await check(protocol, url(await freePort()));
  if (isUdp) {
    return { notListening, silent: await check(protocol, url(await silentUdpPort()), options()) };
  }
  const silent = await listen(createServer((socket) => socket.resume()));
  const cut = await listen(
    createServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  return {
    notListening,
    silent: await check(protocol, url(silent), options()),
    cut: await check(protocol, url(cut)),
  };
}

async function overTls(
  port: number,
  query: (sni: string) => string,
  wrongKey: (url: string) => string,
): Promise<Verdicts> {
  const url = (at: number, sni = serverName) =>
    `vless://${uuid}@127.0.0.1:${String(at)}?${query(sni)}`;
  const web = await webServer(authority());
  return {
    works: await check('vless', url(port)),
    wrongKey: await check('vless', wrongKey(url(port))),
    webServer: await check('vless', url(web.https)),
    otherCertificate: await check('vless', url(port, 'nl.example.net')),
    ...(await commonFaults('vless', url)),
  };
}

const rows: readonly Row[] = [
  {
    name: 'VLESS, Trojan over TLS',
    async verdicts() {
      const port = await trojan(authority());
      const tls = (sni: string) => `security=tls&sni=${sni}&alpn=h2,http/1.1`;
      return overTls(port, tls, (url) => url.replace(uuid, 'wrong'));
    },
  },
  {
    name: 'The same behind REALITY',
    async verdicts() {
      const cover = await listen(createTlsServer(await authority().issue([serverName])));
      const reality = await listen(
        createServer((client) => {
          const onward = connect(cover, '127.0.0.1').on('error', () => undefined);
          client
            .on('error', () => undefined)
            .pipe(onward)
            .pipe(client);
        }),
      );
      const query = (sni: string) => `security=reality&sni=${sni}&pbk=k&type=grpc`;
      return overTls(reality, query, (url) => url.replace('pbk=k', 'pbk=wrong'));
    },
  },
  {
    name: 'The same without TLS',
    async verdicts() {
      const { plain } = await v2ray(authority());
      const url = (port: number) => `vless://${uuid}@127.0.0.1:${String(port)}?type=tcp`;
      return {
        works: await check('vless', url(plain)),
        wrongKey: await check('vless', url(plain).replace(uuid, 'wrong')),
        webServer: await check('vless', url((await webServer(authority())).http)),
        ...(await commonFaults('vless', url)),
      };
    },
  },
  {
    name: 'WebSocket over TLS',
    async verdicts() {
      const { webSocketTls } = await v2ray(authority());
      const query = (sni: string) => `type=ws&path=%2Fupdates&security=tls&sni=${sni}`;
      return overTls(webSocketTls, query, (url) => url.replace('updates', 'elsewhere'));
    },
  },
  {
    name: 'WebSocket, XHTTP without TLS',
    async verdicts() {
      const { webSocket } = await v2ray(authority());
      const url = (port: number) =>
        `vless://${uuid}@127.0.0.1:${String(port)}?type=ws&path=%2Fupdates`;
      return {
        works: await check('vless', url(webSocket)),
        wrongKey: await check('vless', url(webSocket).replace('updates', 'elsewhere')),
        webServer: await check('vless', url((await webServer(authority())).http)),
        ...(await commonFaults('vless', url)),
      };
    },
  },
  {
    // The archive's v2ray is older than its gRPC transport: Node's own HTTP/2 stands in for the server.
    name: 'gRPC, XHTTP over TLS',
    async verdicts() {
      const port = await listen(createSecureServer(await authority().issue([serverName])));
      const query = (sni: string) => `type=grpc&security=tls&alpn=h2&sni=${sni}`;
      return overTls(port, query, (url) => url.replace(uuid, 'wrong'));
    },
  },
  {
    name: 'Shadowsocks 2022, Outline',
    async verdicts() {
      const port = await freePort();
      const args = ['-s', '127.0.0.1', '-p', String(port), '-k', 'p', '-m', shadowsocksMethod];
      await startServer('ss-server', args, { port });
      const url = (at: number, password = 'p') =>
        `ss://${Buffer.from(`${shadowsocksMethod}:${password}`).toString('base64url')}@127.0.0.1:${String(at)}/?outline=1`;
      return {
        works: await check('outline', url(port)),
        wrongKey: await check('outline', url(port, 'wrong')),
        webServer: await check('outline', url((await webServer(authority())).http)),
        ...(await commonFaults('outline', url)),
      };
    },
  },
  {
    // The archive has no Hysteria: its QUIC is that of a web server.
    name: 'Hysteria 2',
    async verdicts() {
      const { https } = await webServer(authority());
      const url = (port: number, password = 'p') =>
        `hysteria2://${password}@127.0.0.1:${String(port)}/?sni=${serverName}`;
      return {
        works: await check('hysteria2', url(https)),
        wrongKey: await check('hysteria2', url(https, 'wrong')),
        webServer: await check('hysteria2', url(https)),
        ...(await commonFaults('hysteria2', url, true)),
      };
    },
  },
  {
    name: 'Hysteria 2 with salamander',
    async verdicts() {
      const port = await salamanderServer('secret');
      const url = (at: number, password = 'secret') =>
        `hysteria2://p@127.0.0.1:${String(at)}/?obfs=salamander&obfs-password=${password}`;
      const brief = () => ({ signal: AbortSignal.timeout(silenceMs) });
      return {
        works: await check('hysteria2', url(port)),
        wrongKey: await check('hysteria2', url(port, 'wrong'), brief()),
        webServer: await check('hysteria2', url((await webServer(authority())).https), brief()),
        ...(await commonFaults('hysteria2', url, true)),
      };
    },
  },
  {
    name: 'WireGuard',
    skipped: !tunnels,
    async verdicts() {
      const [client, server, stranger] = [keyPair(), keyPair(), keyPair()];
      const presharedKey = Buffer.alloc(32, 7);
      const port = await wireGuard(server, client, presharedKey);
      const url = (at: number, key = client) => {
        const query = new URLSearchParams({
          publickey: server.public.toString('base64'),
          presharedkey: presharedKey.toString('base64'),
        });
        const user = encodeURIComponent(key.private.toString('base64'));
        return `wireguard://${user}@127.0.0.1:${String(at)}?${query.toString()}`;
      };
      const brief = () => ({ signal: AbortSignal.timeout(silenceMs) });
      return {
        works: await check('wg', url(port)),
        wrongKey: await check('wg', url(port, stranger), brief()),
        webServer: await check('wg', url((await webServer(authority())).https), brief()),
        ...(await commonFaults('wg', url, true)),
      };
    },
  },
  {
    name: 'AmneziaWG 2',
    async verdicts() {
      const { port, configAt } = await amneziaServer();
      const at = (to: number, strange = false) =>
        ['amnezia-wg-2', { connection_url: '', awg_config: configAt(to, strange) }] as const;
      const brief = () => ({ signal: AbortSignal.timeout(silenceMs) });
      return {
        works: await check(...at(port)),
        wrongKey: await check(...at(port, true), brief()),
        webServer: await check(...at((await webServer(authority())).https), brief()),
        notListening: await check(...at(await freePort())),
        silent: await check(...at(await silentUdpPort()), brief()),
      };
    },
  },
  { name: 'MTProto, `ee` secret', verdicts: () => mtproto('ee') },
  { name: 'MTProto, other secrets', verdicts: () => mtproto('dd') },
  { name: 'HTTP proxy', verdicts: httpProxy },
  { name: 'SOCKS5 proxy', verdicts: socksProxy },
];

describe.runIf(process.platform === 'linux' && missing.length === 0)('the verdicts on', () => {
  it.for(rows.map((row) => [row.name, row] as const))(
    '%s are the expected ones',
    async ([name, { verdicts, skipped }], { skip }) => {
      skip(skipped === true, 'no tunnel can be made');
      const found = await verdicts();
      expect(faults.map((fault) => wordsOf(found[fault]))).toEqual(expected[name]);
    },
  );
});

/** What the screen says of a result, in a few words; `–` for what cannot happen. */
function wordsOf(result: CheckResult | undefined): string {
  if (!result) return '–';
  if (result.outcome === 'answers') {
    return english.check.depth[result.depth].split('.')[0] ?? '';
  }
  return english.check.short[result.outcome];
}

const tls = 'A TLS server answers';
const port = 'The port accepts connections';
const web = 'A web server answers';
const quic = 'A QUIC server answers';
const noKey = 'No handshake';
const login = 'The login works';
const refused = 'Certificate refused';
/** What no server, a silent one and one that cuts the connection end in. */
const overTcp = ['Refused', 'Silent', 'Connection cut'];

/** What a check says of each protocol on each fault, in the order of `faults`. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'VLESS, Trojan over TLS': [tls, tls, tls, refused, ...overTcp],
  'The same behind REALITY': [tls, tls, tls, tls, ...overTcp],
  'The same without TLS': [port, port, port, '–', 'Refused', port, port],
  'WebSocket over TLS': ['The server opens the WebSocket', web, web, refused, ...overTcp],
  'WebSocket, XHTTP without TLS': [port, port, port, '–', 'Refused', port, port],
  'gRPC, XHTTP over TLS': [web, web, web, refused, ...overTcp],
  'Shadowsocks 2022, Outline': [port, port, port, '–', 'Refused', port, port],
  'Hysteria 2': [quic, quic, quic, '–', 'Refused', 'No answer', '–'],
  'Hysteria 2 with salamander': [quic, noKey, noKey, '–', 'Refused', noKey, '–'],
  WireGuard: ['The server knows this key', noKey, noKey, '–', 'Refused', noKey, '–'],
  'AmneziaWG 2': ['The server knows this key', noKey, noKey, '–', 'Refused', noKey, '–'],
  'MTProto, `ee` secret': [login, 'Login refused', 'Login refused', '–', ...overTcp],
  'MTProto, other secrets': [login, 'Closed', '–', '–', ...overTcp],
  'HTTP proxy': [login, 'Login refused', 'Not the server', '–', ...overTcp],
  'SOCKS5 proxy': [login, 'Login refused', 'Silent', '–', ...overTcp],
};

const shadowsocksMethod = 'chacha20-ietf-poly1305';

async function mtproto(kind: 'ee' | 'dd'): Promise<Verdicts> {
  const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
  const domain = kind === 'ee' ? Buffer.from(serverName).toString('hex') : '';
  const cover = await listen(createTlsServer(await authority().issue([serverName])));
  const port = await listen(
    createServer((client) => {
      client.once('data', (bytes: Buffer) => {
        if (kind === 'dd') {
          const received = obfuscatedAnswer(bytes, key);
          if (received.question === 0xbe7e8ef1) client.write(received.answer);
          else client.end();
          return;
        }
        const answer = fakeTlsAnswer(bytes, key, Date.now() / 1000);
        if (answer) client.write(answer);
        else connect(cover, '127.0.0.1').end(bytes).pipe(client);
      });
    }),
  );
  const url = (at: number, secret = key) =>
    `tg://proxy?server=127.0.0.1&port=${String(at)}&secret=${kind}${secret.toString('hex')}${domain}`;
  return {
    works: await check('mtproto', url(port)),
    wrongKey: await check('mtproto', url(port, Buffer.alloc(16))),
    // The bytes of other secrets are random: a web server may take them for a bad request, or wait.
    ...(kind === 'ee' && {
      webServer: await check('mtproto', url((await webServer(authority())).https)),
    }),
    ...(await commonFaults('mtproto', url)),
  };
}

async function httpProxy(): Promise<Verdicts> {
  const port = await freePort();
  const config = [
    `Port ${String(port)}`,
    'Listen 127.0.0.1',
    'BasicAuth user secret',
    'MaxClients 50',
    'Timeout 60\n',
  ].join('\n');
  const file = join(testFolder({ 'tinyproxy.conf': config }), 'tinyproxy.conf');
  await startServer('tinyproxy', ['-d', '-c', file], { port });
  const url = (at: number, password = 'secret') => `user:${password}@127.0.0.1:${String(at)}`;
  return {
    works: await check('http', url(port)),
    wrongKey: await check('http', url(port, 'wrong')),
    webServer: await check('http', url((await webServer(authority())).http)),
    ...(await commonFaults('http', url)),
  };
}

async function socksProxy(): Promise<Verdicts> {
  const [port, guarded] = [await freePort(), await freePort()];
  for (const [at, method] of [
    [port, 'none'],
    // A login of dante is that of a user of the system, which a test does not make.
    [guarded, 'username'],
  ] as const) {
    const args = ['-f', join(testFolder({ conf: danteConfig(at, method) }), 'conf')];
    await startServer('danted', args, { port: at });
  }
  const url = (at: number) => `user:secret@127.0.0.1:${String(at)}`;
  return {
    works: await check('socks5', url(port)),
    wrongKey: await check('socks5', url(guarded)),
    webServer: await check('socks5', url((await webServer(authority())).http), {
      signal: AbortSignal.timeout(silenceMs),
    }),
    ...(await commonFaults('socks5', url)),
  };
}

async function silentUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

/** Prints what was not tested where it cannot be overlooked. */
function announce(text: string): void {
  process.stderr.write(`\n*** Checks of connections: ${text}. ***\n\n`);
}
