import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createEncryptedResolver } from '#adapters/resolver/encrypted-resolver.ts';
import type { Lookup } from '#core/kernel/ports.ts';
import { listen, openTransport } from '#test/adapters/transport/servers.ts';
import { check } from './checking.ts';
import { freePort } from './programs.ts';
import { startResolver, type ResolverServer } from './resolver-server.ts';

const name = 'nl.example.com';
const never = new AbortController().signal;

/** Sockets of a network whose DNS gives these addresses for every name, or says that there is none. */
function networkThatSays(...addresses: string[]) {
  return {
    ...createProbeSockets(),
    lookup: () =>
      Promise.resolve<Lookup>(
        addresses.length > 0
          ? { kind: 'found', addresses }
          : { kind: 'failed', reason: 'name-not-found' },
      ),
  };
}

/** A server that accepts connections, as a check of Shadowsocks wants. */
const acceptingPort = () => listen(createServer((socket) => socket.resume()));

function checkWith(server: ResolverServer, port: number, ...addresses: string[]) {
  return check('outline', `ss://YTpi@${name}:${String(port)}`, {
    sockets: networkThatSays(...addresses),
    resolver: createEncryptedResolver(server.transport(), server.url),
  });
}

describe('a check that compares addresses', () => {
  it('queries both types of address, and sends nothing of the account', async () => {
    const server = await startResolver({ [name]: ['127.0.0.1', '2001:db8::1'] });
    const found = await checkWith(server, await acceptingPort(), '127.0.0.1');
    expect(found).toMatchObject({ outcome: 'answers', dns: 'same' });
    expect(server.requested.toSorted()).toEqual([`A ${name}`, `AAAA ${name}`]);
  });

  it('explains a failure by different addresses, and does not change a success', async () => {
    const server = await startResolver({ [name]: ['192.0.2.1'] });
    const refused = await checkWith(server, await freePort(), '127.0.0.1');
    expect(refused).toEqual({ outcome: 'refused', dns: 'other' });
    const answered = await checkWith(server, await acceptingPort(), '127.0.0.1');
    expect(answered).toMatchObject({ outcome: 'answers', depth: 'port', dns: 'other' });
  });

  it('distinguishes a hidden name from one that does not exist', async () => {
    const hidden = await startResolver({ [name]: ['192.0.2.1'] });
    expect(await checkWith(hidden, 1)).toEqual({ outcome: 'name-not-found', dns: 'other' });
    const gone = await startResolver({});
    expect(await checkWith(gone, 1)).toEqual({ outcome: 'name-not-found', dns: 'same' });
  });

  it('sends no query for a connection whose host is an address', async () => {
    const server = await startResolver({});
    const found = await check('outline', `ss://YTpi@127.0.0.1:${String(await acceptingPort())}`, {
      resolver: createEncryptedResolver(server.transport(), server.url),
    });
    expect(found).toEqual({ outcome: 'answers', ms: expect.any(Number) as number, depth: 'port' });
    expect(server.requested).toEqual([]);
  });
});

describe('an encrypted resolver', () => {
  it('is queried for a name once in a run', async () => {
    const server = await startResolver({ [name]: ['192.0.2.1'] });
    const resolver = createEncryptedResolver(server.transport(), server.url);
    expect(await resolver.resolve(name, never)).toEqual(['192.0.2.1']);
    expect(await resolver.resolve(name, never)).toEqual(['192.0.2.1']);
    expect(server.requested).toHaveLength(2);
  });

  it('is ignored and not queried again when its certificate is untrusted', async () => {
    const server = await startResolver({ [name]: ['192.0.2.1'] });
    const distrusted = openTransport({ service: server.url });
    let sent = 0;
    const resolver = createEncryptedResolver(
      {
        ...distrusted,
        send(request) {
          sent += 1;
          return distrusted.send(request);
        },
      },
      server.url,
    );
    expect(await resolver.resolve(name, never)).toBe('unanswered');
    expect(await resolver.resolve('de.example.com', never)).toBe('unanswered');
    expect([sent, server.requested]).toEqual([2, []]);
  });

  it.each([
    ['a page', 'text/html', '<html>'],
    ['nonsense', 'application/dns-message', 'nonsense'],
  ])('counts as unanswered when it answers with %s', async (_, type, body) => {
    const server = await startResolver({}, (https) => {
      https.on('request', (_request, response) => {
        response.setHeader('content-type', type);
        response.end(body);
      });
    });
    const resolver = createEncryptedResolver(server.transport(), server.url);
    expect(await resolver.resolve(name, never)).toBe('unanswered');
  });

  it('delays the result no longer than its time', async () => {
    const server = await startResolver({}, (https) => {
      https.on('request', () => controller.abort());
    });
    const controller = new AbortController();
    const resolver = createEncryptedResolver(server.transport(), server.url);
    expect(await resolver.resolve(name, controller.signal)).toBe('unanswered');
  });
});
