import { describe, expect, it } from 'vitest';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { failureOf, get, openTransport, startRawServer } from './servers.ts';

const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('the origin of the service', () => {
  it.each([301, 302, 303, 307, 308])('is not left by a redirect (%i)', async (status) => {
    const elsewhere = await startRawServer(() => ok('stolen'));
    const { url } = await startRawServer(
      () => `HTTP/1.1 ${status} Moved\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`,
    );
    const headers = { authorization: 'Bearer x' };
    expect(await failureOf(openTransport({ service: url }).send(get(url, { headers })))).toEqual({
      reason: 'redirected',
      sent: true,
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('is the only one a request may name', async () => {
    const service = await startRawServer(() => ok(''));
    const elsewhere = await startRawServer(() => ok(''));
    const transport = openTransport({ service: service.url });
    for (const url of [elsewhere.url, service.url.replace('http:', 'https:'), 'nonsense']) {
      expect(await failureOf(transport.send(get(url)))).toEqual({
        reason: 'redirected',
        sent: false,
      });
    }
    expect([...service.received, ...elsewhere.received]).toEqual([]);
  });

  it.each(['http://example.com', 'http://127.example.com', 'ftp://example.com', 'nonsense'])(
    'must be encrypted unless it is this machine: not %s',
    (service) => {
      const open = () => createUndiciTransport({ service });
      expect(open).toThrow(TypeError);
      expect(open).not.toThrow(service);
    },
  );

  it.each(['http://localhost:1', 'http://127.0.0.5:1', 'http://[::1]:1', 'https://example.com/v1'])(
    'may be %s',
    async (service) => {
      await createUndiciTransport({ service }).close();
    },
  );
});
