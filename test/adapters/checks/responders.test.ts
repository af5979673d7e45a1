import { expect, it } from 'vitest';
import { socksProxy } from '#test/adapters/transport/proxies.ts';
import { listen } from '#test/adapters/transport/servers.ts';
import { check } from './checking.ts';
import { amneziaServer } from './responder-servers.ts';

const answers = (depth: string) => ({
  outcome: 'answers',
  depth,
  ms: expect.any(Number) as number,
});

it('an AmneziaWG server receives signature packets, junk, and no private key', async () => {
  const { port, received, configAt, client } = await amneziaServer();
  const secrets = { connection_url: '', awg_config: configAt(port) };
  expect(await check('amnezia-wg-2', secrets)).toEqual(answers('handshake'));
  const lengths = received.map(({ length }) => length);
  expect([lengths.at(0), lengths.length, lengths.at(-1)]).toEqual([8, 5, 168]);
  for (const junk of lengths.slice(1, 4)) expect([10, 11, 12]).toContain(junk);
  expect(received.some((datagram) => datagram.includes(client.private))).toBe(false);
});

it('a SOCKS5 proxy with a login accepts the right one, and no other', async () => {
  // The login of `dante-server` is that of a user of the system, which a test does not make.
  const { server } = socksProxy(0, { login: 'user:secret' });
  const at = `@127.0.0.1:${String(await listen(server))}`;
  expect(await check('socks5', `user:secret${at}`)).toEqual(answers('login'));
  expect(await check('socks5', `user:wrong${at}`)).toEqual({ outcome: 'login-refused' });
});
