import { describe, expect, it } from 'vitest';
import { failureOf, gate, get, openTransport, startRawServer } from './servers.ts';

const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

describe('an abort', () => {
  it('sends nothing, then or later, when it comes before the request is written', async () => {
    const { url, received } = await startRawServer(() => ok(''));
    const transport = openTransport({ service: url });
    const aborted = AbortSignal.abort();
    expect(await failureOf(transport.send(get(`${url}/a`, { signal: aborted })))).toEqual({
      reason: 'aborted',
      sent: false,
    });
    await transport.send(get(`${url}/b`));
    expect(received.join('')).not.toContain('/a');
  });

  it('sends nothing while the request waits for a connection', async () => {
    const answered = gate();
    const { url, received } = await startRawServer((socket, head) => {
      if (!head.includes('/held')) return ok('');
      void answered.opened.then(() => socket.write(ok('')));
      return undefined;
    });
    const transport = openTransport({ service: url, connections: 1 });
    const held = transport.send(get(`${url}/held`));
    const abort = new AbortController();
    const waiting = failureOf(transport.send(get(`${url}/waiting`, { signal: abort.signal })));
    abort.abort();
    expect(await waiting).toEqual({ reason: 'aborted', sent: false });
    answered.open();
    expect((await held).status).toBe(200);
    expect((await transport.send(get(`${url}/after`))).status).toBe(200);
    expect(received.join('')).not.toContain('/waiting');
  });

  it('is reported as sent after the request was written', async () => {
    const arrived = gate();
    const { url } = await startRawServer(() => {
      arrived.open();
      return undefined;
    });
    const abort = new AbortController();
    const sending = failureOf(
      openTransport({ service: url }).send(get(url, { signal: abort.signal })),
    );
    await arrived.opened;
    abort.abort();
    expect(await sending).toEqual({ reason: 'aborted', sent: true });
  });

  it('of the whole transport refuses later requests', async () => {
    const { url } = await startRawServer(() => ok(''));
    const transport = openTransport({ service: url });
    await transport.close();
    expect(await failureOf(transport.send(get(url)))).toEqual({ reason: 'aborted', sent: false });
  });
});
