import { describe, expect, it } from 'vitest';
import { TransportError, type HttpRequest, type HttpResponse } from '#core/kernel/ports.ts';
import { createSwitchingTransport } from '#core/network/switching-transport.ts';
import { get } from '#test/adapters/transport/servers.ts';

const request: HttpRequest = get('https://service.example.com');
const response: HttpResponse = { status: 200, headers: {}, body: new Uint8Array() };

/** Network paths that open and answer when the test decides, in the order of opening. */
function ways() {
  const opened: ReturnType<typeof way>[] = [];
  function way() {
    const opening = Promise.withResolvers<null>();
    const answer = Promise.withResolvers<HttpResponse>();
    return { opening, answer, sent: 0, closed: 0 };
  }
  const transport = createSwitchingTransport(async () => {
    const made = way();
    opened.push(made);
    await made.opening.promise;
    return {
      send: () => {
        made.sent += 1;
        return made.answer.promise;
      },
      close: () => {
        made.closed += 1;
        return Promise.resolve();
      },
    };
  });
  return { transport, opened };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a path to the service that is replaced', () => {
  it('finishes its requests, and is closed after the last of them', async () => {
    const { transport, opened } = ways();
    const sent = [transport.send(request), transport.send(request)];
    opened[0]?.opening.resolve(null);
    await settled();
    transport.renew();
    await settled();
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatchObject({ sent: 2, closed: 0 });

    const later = transport.send(request);
    opened[1]?.opening.resolve(null);
    opened[1]?.answer.resolve(response);
    await later;
    expect(opened.map(({ sent: count, closed }) => [count, closed])).toEqual([
      [2, 0],
      [1, 0],
    ]);
    opened[0]?.answer.resolve(response);
    await Promise.all(sent);
    await settled();
    expect(opened.map(({ closed }) => closed)).toEqual([1, 0]);
  });

  it('is closed at once where it has no request, and opened again by the next one', async () => {
    const { transport, opened } = ways();
    const sent = transport.send(request);
    opened[0]?.opening.resolve(null);
    opened[0]?.answer.resolve(response);
    await sent;
    await transport.send(request);
    expect(opened[0]).toMatchObject({ sent: 2, closed: 0 });
    transport.renew();
    transport.renew();
    await settled();
    expect(opened).toHaveLength(1);
    expect(opened[0]?.closed).toBe(1);
    void transport.send(request);
    expect(opened).toHaveLength(2);
    opened[1]?.opening.resolve(null);
    await transport.close();
    expect(opened.map(({ closed }) => closed)).toEqual([1, 1]);
  });
});

describe('a path to the service that does not open', () => {
  it('fails its requests, and is tried again by the next one', async () => {
    const { transport, opened } = ways();
    const locked = new TransportError('proxy', false, { proxy: 'locked' });
    const first = transport.send(request);
    opened[0]?.opening.reject(locked);
    await expect(first).rejects.toBe(locked);
    await settled();
    const second = transport.send(request);
    opened[1]?.opening.resolve(null);
    opened[1]?.answer.resolve(response);
    expect(await second).toBe(response);
    expect(opened).toHaveLength(2);
  });

  it('leaves the newer one in place that was opened meanwhile', async () => {
    const { transport, opened } = ways();
    const first = transport.send(request);
    transport.renew();
    const second = transport.send(request);
    opened[0]?.opening.reject(new TransportError('settings-changed', false));
    await expect(first).rejects.toMatchObject({ reason: 'settings-changed' });
    await settled();
    opened[1]?.opening.resolve(null);
    opened[1]?.answer.resolve(response);
    await second;
    await transport.send(request);
    expect(opened).toHaveLength(2);
    expect(opened[1]).toMatchObject({ sent: 2, closed: 0 });
  });
});

describe('a transport that is closed', () => {
  it('closes every path, replaced ones as well, and sends nothing more', async () => {
    const { transport, opened } = ways();
    void transport.send(request);
    transport.renew();
    void transport.send(request);
    for (const { opening } of opened) opening.resolve(null);
    await settled();
    await transport.close();
    expect(opened.map(({ closed }) => closed)).toEqual([1, 1]);
    const refused = { reason: 'aborted', sent: false };
    await expect(transport.send(request)).rejects.toMatchObject(refused);
    expect(opened).toHaveLength(2);
  });

  it('has nothing to close where a path does not open', async () => {
    const { transport, opened } = ways();
    const sent = transport.send(request);
    const closed = transport.close();
    const locked = new TransportError('proxy', false, { proxy: 'locked' });
    opened[0]?.opening.reject(locked);
    await expect(sent).rejects.toBe(locked);
    await expect(closed).resolves.toBeUndefined();
    expect(opened[0]?.closed).toBe(0);
  });
});
