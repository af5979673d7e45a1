import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { selfSigned } from '#test/adapters/transport/certificates.ts';
import { listen } from '#test/adapters/transport/servers.ts';
import { manualClock, type ManualClock } from '#test/core/fakes.ts';
import { check } from './checking.ts';

/** What a network does to a connection on its way to a server. */
type Fault = (client: Socket, server: Socket) => void;

const pass: Fault = (client, server) => client.pipe(server).pipe(client);
const cutAfterHello: Fault = (client) => client.once('data', () => client.resetAndDestroy());
const halfClose: Fault = (client) => client.resume().end();

/** Answers come a while after the questions, by a clock that the test moves. */
const delayed =
  (clock: ManualClock, ms: number): Fault =>
  (client, server) => {
    client.pipe(server);
    server.on('data', (bytes: Buffer) => void clock.advance(ms).then(() => client.write(bytes)));
  };

/** A network between a check and a server; answers its port. */
async function shaped(fault: Fault, server: number): Promise<number> {
  const between = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect(server, '127.0.0.1');
    onward.on('error', () => undefined);
    client.on('error', () => undefined).on('close', () => onward.destroy());
    fault(client, onward);
  });
  return listen(between);
}

async function tlsServer(): Promise<number> {
  const server = createTlsServer({
    ...(await selfSigned(['www.example.com'])),
    ALPNProtocols: ['http/1.1'],
  });
  server.on('tlsClientError', () => undefined);
  return listen(server);
}

const urls: [string, (port: number) => string][] = [
  [
    'a hand-built handshake',
    (port) => `vless://id@127.0.0.1:${String(port)}?security=reality&sni=www.example.com`,
  ],
  [
    'a handshake with HTTP behind it',
    (port) => `vless://id@127.0.0.1:${String(port)}?security=tls&type=ws&sni=www.example.com`,
  ],
];

describe.each(urls)('a check of %s', (_, url) => {
  it('a reset after the first bytes is reported as a reset', async () => {
    const port = await shaped(cutAfterHello, await tlsServer());
    expect(await check('vless', url(port))).toEqual({ outcome: 'reset' });
  });

  it('a connection that is closed without an answer is reported as closed', async () => {
    const port = await shaped(halfClose, await tlsServer());
    expect(await check('vless', url(port))).toEqual({ outcome: 'closed' });
  });

  it('an answer in another protocol is reported as unexpected', async () => {
    const server = createServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    const port = await listen(server);
    expect(await check('vless', url(port))).toEqual({ outcome: 'unexpected' });
  });

  it.runIf(process.platform === 'linux')('lost packets are reported as no answer', async () => {
    const port = await vanishingPort();
    const signal = AbortSignal.timeout(200);
    expect(await check('vless', url(port), { signal })).toEqual({ outcome: 'no-answer' });
  });
});

it('a check reports 800 ms for a server that answers after 800 ms', async () => {
  const clock = manualClock();
  const port = await shaped(delayed(clock, 800), await tlsServer());
  const url = `vless://id@127.0.0.1:${String(port)}?security=tls&sni=www.example.com&insecure=1`;
  expect(
    await check('vless', url, { clock: { ...clock, serviceTime: () => clock.now() } }),
  ).toEqual({
    outcome: 'answers',
    depth: 'tls',
    ms: 800,
  });
});

it('a server that is blocked from its second attempt on still counts as answering', async () => {
  const server = await tlsServer();
  let connections = 0;
  const port = await shaped((client, onward) => {
    connections += 1;
    (connections === 1 ? pass : cutAfterHello)(client, onward);
  }, server);
  const url = `vless://id@127.0.0.1:${String(port)}?security=tls`;
  expect(await check('vless', url)).toMatchObject({ outcome: 'answers', depth: 'tls' });
});

it('an alert in place of a handshake is not counted as the expected answer', async () => {
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.from('15030300020228', 'hex'))),
  );
  const port = await listen(server);
  const url = `trojan://p@127.0.0.1:${String(port)}`;
  expect(await check('trojan', url)).toEqual({ outcome: 'unexpected' });
});

it('sockets end at once when the check is cancelled before they open', async () => {
  const sockets = createProbeSockets();
  const cancelled = AbortSignal.abort();
  const port = await tlsServer();
  await expect(sockets.connect(['127.0.0.1'], port, cancelled)).rejects.toThrow('no-answer');
  await expect(sockets.datagrams(['127.0.0.1'], port, cancelled)).rejects.toThrow('no-answer');
  expect(await sockets.lookup('a.example.com', cancelled)).toMatchObject({ kind: 'failed' });
});

/** A port that drops every further connection: its program is stopped, and Linux ignores a full queue. */
async function vanishingPort(): Promise<number> {
  const source = `
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      console.log(server.address().port);
    });`;
  const program = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [bytes] = (await once(program.stdout, 'data')) as [Buffer];
  const port = Number(bytes.toString());
  program.kill('SIGSTOP');
  while (!/\) T/.test(readFileSync(`/proc/${String(program.pid)}/stat`, 'utf8')))
    await setImmediate();
  // Linux accepts one more than the backlog says, and drops what comes then.
  for (let opened = 0; opened < 2; opened += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  return port;
}
