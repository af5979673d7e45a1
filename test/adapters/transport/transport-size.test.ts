import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { failureOf, get, listen, openTransport, startRawServer } from './servers.ts';

const mebibyte = 1024 * 1024;

describe('the size of an answer', () => {
  const tooLarge = { reason: 'too-large', sent: true };

  it('is refused by the length that it announces, before the body is read', async () => {
    const { url } = await startRawServer(
      () => `HTTP/1.1 200 OK\r\ncontent-length: ${5 * mebibyte}\r\n\r\n`,
    );
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual(tooLarge);
  });

  it('is refused while the body is read, when no length is announced', async () => {
    let written = 0;
    const port = await listen(
      createServer((_, response) => {
        const chunk = Buffer.alloc(mebibyte);
        const more = () => {
          while (written < 256 && response.write(chunk)) written += 1;
        };
        response.on('drain', more);
        more();
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual(tooLarge);
    expect(written).toBeLessThan(256);
  });

  it('is refused one byte over the limit of its request, coded or not', async () => {
    const maxAnswerBytes = 64 * 1024;
    const body = Buffer.alloc(maxAnswerBytes + 1);
    const port = await listen(
      createServer((request, response) => {
        if (request.url === '/plain') response.end(body);
        else response.setHeader('content-encoding', 'gzip').end(gzipSync(body));
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    const transport = openTransport({ service: url });
    for (const path of ['/plain', '/coded']) {
      const request = get(url + path, { maxAnswerBytes });
      expect(await failureOf(transport.send(request)), path).toEqual(tooLarge);
      const larger = get(url + path, { maxAnswerBytes: maxAnswerBytes + 1 });
      expect((await transport.send(larger)).body).toHaveLength(maxAnswerBytes + 1);
    }
  });

  it('is refused when its head has no end', async () => {
    const { url } = await startRawServer(
      () => `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(64 * 1024)}\r\n\r\n`,
    );
    expect(await failureOf(openTransport({ service: url }).send(get(url)))).toEqual(tooLarge);
  });
});
