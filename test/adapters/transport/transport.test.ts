import { createServer } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { closedAddress, failureOf, get, listen, openTransport, startRawServer } from './servers.ts';

const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('an answer', () => {
  it('comes whole, with its status and its headers in lower case', async () => {
    const { url } = await startRawServer(
      () =>
        'HTTP/1.1 201 Created\r\nX-RateLimit-Limit: 60\r\nVary: a\r\nVary: b\r\ncontent-length: 4\r\n\r\ndata',
    );
    const answer = await openTransport({ service: url }).send(get(`${url}/configs?limit=1000`));
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '60', vary: 'a, b' });
    expect(Buffer.from(answer.body).toString()).toBe('data');
  });

  it('is what follows an interim answer, not the interim one', async () => {
    const { url } = await startRawServer(() => `HTTP/1.1 103 Early Hints\r\n\r\n${ok('yes')}`);
    const answer = await openTransport({ service: url }).send(get(url));
    expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([200, 'yes']);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is decoded from %s', async (coding, encode) => {
    const text = 'кульверт '.repeat(10_000);
    const port = await listen(
      createServer((request, response) => {
        expect(request.headers['accept-encoding']).toContain(coding);
        response.setHeader('content-encoding', coding).end(encode(text));
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    const answer = await openTransport({ service: url }).send(get(url));
    expect(Buffer.from(answer.body).toString()).toBe(text);
  });

  it('takes its request body and headers as they were given', async () => {
    const { url, received } = await startRawServer(() => ok(''));
    await openTransport({ service: url }).send(
      get(`${url}/configs/title/7`, {
        method: 'PATCH',
        headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
        body: '{"title":"Дом"}',
      }),
    );
    const text = Buffer.from(received.join(''), 'latin1').toString();
    expect(text).toContain('PATCH /configs/title/7 HTTP/1.1');
    expect(text).toContain('authorization: Bearer x');
    expect(text).toContain('content-length: 18\r\n\r\n{"title":"Дом"}');
  });
});

describe('a failed request', () => {
  it('is reported as unsent when nobody listens', async () => {
    const url = await closedAddress();
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual({
      reason: 'refused',
      sent: false,
    });
  });

  it('is reported as unsent when the name has no address', async () => {
    const url = 'https://service.invalid';
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual({
      reason: 'dns',
      sent: false,
    });
  });

  it('is reported as unsent when no connection becomes free in time', async () => {
    const { url, received } = await startRawServer(() => undefined);
    const deadlines = { connectMs: 2000 };
    const transport = openTransport({ service: url, connections: 1, deadlines });
    const first = failureOf(transport.send(get(`${url}/first`)));
    await expect.poll(() => received.join('')).toContain('/first');
    expect(await failureOf(transport.send(get(`${url}/second`)))).toEqual({
      reason: 'timeout',
      sent: false,
    });
    await transport.close();
    expect(await first).toEqual({ reason: 'aborted', sent: true });
    expect(received.join('')).not.toContain('/second');
  });

  it('is reported as sent when the service never answers', async () => {
    const { url } = await startRawServer(() => undefined);
    const transport = openTransport({ service: url, deadlines: { headersMs: 50 } });
    expect(await failureOf(transport.send(get(url)))).toEqual({ reason: 'timeout', sent: true });
  });

  it('is reported as sent when interim answers go on for ever', async () => {
    const port = await listen(
      createServer((_, response) => {
        const hints = setInterval(() => response.writeProcessing(), 10);
        response.on('close', () => clearInterval(hints));
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    const transport = openTransport({ service: url, deadlines: { headersMs: 80 } });
    expect(await failureOf(transport.send(get(url)))).toEqual({ reason: 'timeout', sent: true });
  });

  it('is reported as sent when the body drips without an end', async () => {
    const port = await listen(
      createServer((_, response) => {
        const drip = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drip));
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    const transport = openTransport({ service: url, deadlines: { bodyMs: 80 } });
    expect(await failureOf(transport.send(get(url)))).toEqual({ reason: 'timeout', sent: true });
  });

  it.each([
    ['before the answer', ''],
    ['in the middle of the head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['in the middle of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
    ['in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nhalf'],
    ['before the last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('is reported as sent when the connection is cut %s', async (_, bytes) => {
    const { url } = await startRawServer((socket) => {
      socket.end(bytes);
      return undefined;
    });
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual({
      reason: 'cut',
      sent: true,
    });
  });

  it('is reported as sent when what answers does not speak HTTP', async () => {
    const { url } = await startRawServer(() => '220 smtp.example.com ESMTP\r\n');
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual({
      reason: 'cut',
      sent: true,
    });
  });

  it.each([
    ['truncated gzip', 'gzip', gzipSync('a'.repeat(1000)).subarray(0, 20)],
    ['gzip that is none', 'gzip', Buffer.from('plain')],
    ['a coding that was not offered', 'zstd', Buffer.from('plain')],
  ])('is reported as sent when the body is %s', async (_, coding, body) => {
    const port = await listen(
      createServer((_request, response) =>
        response.setHeader('content-encoding', coding).end(body),
      ),
    );
    const url = `http://127.0.0.1:${port}`;
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual({
      reason: 'cut',
      sent: true,
    });
  });
});

it('an error of the transport names neither address nor header', async () => {
  const url = await closedAddress();
  const transport = openTransport({ service: url });
  const headers = { authorization: 'Bearer svc_canary00_canarycanarycanarycanary' };
  const address = `${url}/profile/canary`;
  for (const request of [
    get(address, { headers }),
    get(address, { headers: { authorization: 'Bearer canary\r\ncanary' } }),
  ]) {
    const error: unknown = await transport.send(request).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    const { message, stack, cause } = error as Error;
    expect(`${message}${stack ?? ''}${String(cause)}${JSON.stringify(error)}`).not.toMatch(
      /canary|127\.0/,
    );
  }
});
