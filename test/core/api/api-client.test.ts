import { describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { createService } from '#service/service.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { TransportError, type HttpRequest, type HttpResponse } from '#core/kernel/ports.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import {
  envelope,
  errorBody,
  manualClock,
  recordingLog,
  scriptedTransport,
  seededRandom,
} from '#test/core/fakes.ts';
import { validInput } from '#test/service/valid-input.ts';

const key = 'svc_abcdefgh_0123456789abcdef01234567';
const user = { priority: 'user' } as const;

/** A client whose transport gives these answers, the last one for ever. */
function setUp(...answers: (HttpResponse | TransportError)[]) {
  const clock = manualClock();
  const log = recordingLog();
  const reached: boolean[] = [];
  const transport = scriptedTransport(() => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? envelope(true);
    if (answer instanceof TransportError) throw answer;
    return answer;
  });
  const limiter = new RateLimiter({ clock, overview: overviewLimit });
  const client = createApiClient({
    base: 'https://vpn.example.com',
    key,
    transport,
    limiter,
    clock,
    random: seededRandom(),
    log,
    refuseChange: () => (reached.at(-1) === false ? { kind: 'offline', reason: 'dns' } : undefined),
    onReach: (answered) => reached.push(answered),
  });
  return { client, transport, clock, log, reached };
}

/** The answer of a call that waits for nothing but time. */
async function passing<T>(
  clock: { advance(ms: number): Promise<void> },
  call: Promise<T>,
): Promise<T> {
  await clock.advance(120_000);
  return call;
}

const cut = new TransportError('cut', true);
const refused = new TransportError('refused', false);

describe('a call', () => {
  it('sends method, address, key and body as the endpoint defines them', async () => {
    const { client, transport } = setUp(envelope(true));
    const result = await client.call(
      'configs.setTitle',
      { path: { config_id: 12 }, body: { title: 'Home' } },
      user,
    );
    expect(result).toEqual({ ok: true, value: true });
    expect(transport.requests).toEqual<HttpRequest[]>([
      {
        method: 'PATCH',
        url: 'https://vpn.example.com/configs/title/12',
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: '{"title":"Home"}',
        maxAnswerBytes: 64 * 1024,
      },
    ]);
  });

  it('with a bad input names the field and never leaves the machine', async () => {
    const { client, transport } = setUp();
    const bad = { path: { config_id: 12 }, body: { title: 'x'.repeat(65) } };
    const result = await client.call('configs.setTitle', bad, user);
    expect(result).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'body.title' }] },
    });
    expect(transport.requests).toEqual([]);
  });

  it('that changes anything is refused at once, unsent, while no service is reached', async () => {
    const { client, transport } = setUp(refused);
    await client.call('profile.get', {}, user);
    const { control } = createService({}, () => 'https://vpn.example.com');
    const changes = (Object.keys(api) as EndpointId[]).filter((id) => api[id].effect !== 'read');
    for (const id of changes) {
      const result = await client.call(id, validInput(id, control) as never, user);
      const failure = { kind: 'offline', reason: 'dns', endpoint: id };
      expect(result, id).toMatchObject({ failure });
    }
    expect(transport.requests).toHaveLength(1);
  });

  it('that was aborted while it was queued is not sent', async () => {
    const { client, transport } = setUp();
    const signal = AbortSignal.abort();
    const result = await client.call('profile.get', {}, { ...user, signal });
    expect(result).toMatchObject({ failure: { kind: 'aborted' } });
    expect(transport.requests).toEqual([]);
  });

  it('hands the whole answer over before anything is parsed', async () => {
    const { client } = setUp({ status: 200, headers: {}, body: new TextEncoder().encode('{"da') });
    const received: string[] = [];
    const onAnswer = ({ body }: HttpResponse) => received.push(new TextDecoder().decode(body));
    const result = await client.call('notifications.take', {}, { ...user, onAnswer });
    expect(received).toEqual(['{"da']);
    expect(result).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });
});

describe('sending again', () => {
  it('is tried twice for a read whose answer was cut or failed at the service', async () => {
    for (const answer of [cut, errorBody(500, 9, 'sorry'), errorBody(429, 9, 'slow down')]) {
      const { client, transport, clock } = setUp(answer);
      await passing(clock, client.call('messenger.connection', {}, user));
      expect(transport.requests).toHaveLength(3);
    }
  });

  it('answers with the first whole answer', async () => {
    const { client, transport, clock } = setUp(cut, envelope(false), envelope(true));
    const result = await passing(clock, client.call('messenger.connection', {}, user));
    expect(result).toEqual({ ok: true, value: false });
    expect(transport.requests).toHaveLength(2);
  });

  it.each([
    ['configs.setTitle', { path: { config_id: 1 }, body: { title: null } }],
    ['configs.create', { body: { as_key: true } }],
    ['notifications.take', {}],
  ] as const)('never happens to %s', async (id, input) => {
    for (const answer of [cut, refused, errorBody(500, 9, 'sorry'), errorBody(429, 9, 'slow')]) {
      const { client, transport, clock } = setUp(answer);
      await passing(clock, client.call(id, input, user));
      expect(transport.requests).toHaveLength(1);
    }
  });

  it('never happens after a refusal', async () => {
    for (const status of [400, 401, 403, 404]) {
      const { client, transport, clock } = setUp(errorBody(status, 9, 'no'));
      await passing(clock, client.call('messenger.connection', {}, user));
      expect(transport.requests).toHaveLength(1);
    }
  });
});

describe('a call that must be recorded before it is sent', () => {
  const input = { path: { config_id: 12 }, body: { title: 'Home' } };

  it('is sent once that is done', async () => {
    const order: string[] = [];
    const { client, transport } = setUp(envelope(true));
    await client.call('configs.setTitle', input, {
      ...user,
      beforeSend: () => order.push(`before ${String(transport.requests.length)}`) > 0,
    });
    expect(order).toEqual(['before 0']);
    expect(transport.requests).toHaveLength(1);
  });

  it('is not sent when that fails, and returns its slot in the limits', async () => {
    const { client, transport } = setUp(envelope(true));
    const held = await client.call('configs.setTitle', input, {
      ...user,
      beforeSend: () => false,
    });
    expect(held).toMatchObject({ ok: false, failure: { kind: 'unsent' } });
    // One request a second: without its slot this one would wait for ever, because the clock does not move.
    expect(await client.call('configs.setTitle', input, user)).toMatchObject({ ok: true });
    expect(transport.requests).toHaveLength(1);
  });
});

describe('whether the service is reachable', () => {
  it('is reported for each answer, even a refusal, and for a lost one', async () => {
    const { client, clock, reached } = setUp(errorBody(401, 9, 'no'), refused, cut, envelope(true));
    await passing(clock, client.call('messenger.connection', {}, user));
    await passing(clock, client.call('messenger.connection', {}, user));
    await passing(clock, client.call('messenger.connection', {}, user));
    expect(reached).toEqual([true, false, true]);
  });
});

describe('the key', () => {
  it('is in no log line and no failure', async () => {
    for (const answer of [cut, refused, errorBody(400, 9, 'no'), errorBody(500, 9, 'no')]) {
      const { client, clock, log } = setUp(answer);
      const result = await passing(clock, client.call('profile.get', {}, user));
      expect(log.lines.length).toBeGreaterThan(0);
      expect(JSON.stringify([result, log.lines])).not.toContain(key.slice(13));
    }
  });
});

describe('a rate limit that was hit all the same', () => {
  it('reports when to try again', async () => {
    const { client, clock } = setUp(errorBody(429, 9, 'slow down'));
    const input = { path: { config_id: 1 }, body: { title: null } };
    const result = await passing(clock, client.call('configs.setTitle', input, user));
    expect(result).toMatchObject({ failure: { kind: 'rate-limited', status: 429 } });
    expect(result.ok ? 0 : result.failure.retryAt).toBeGreaterThan(0);
  });
});

describe('an answer with an element that cannot be read', () => {
  const sent = envelope([
    { id: 1, available_slots: 2 },
    { id: 9, title: 'My own words' },
  ]);
  const input = { query: { location_id: 1, protocol: 'vless' } } as const;

  it('is a failure for callers that compare whole lists, as purchases do', async () => {
    const { client } = setUp(sent);
    const result = await client.call('configs.availableServers', input, user);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'bad-response' } });
  });

  it('is the rest for callers that accept a part, and logged without its content', async () => {
    const { client, log } = setUp(sent);
    const part = { ...user, acceptPartial: true };
    const result = await client.call('configs.availableServers', input, part);
    expect(result).toMatchObject({ ok: true, value: [{ id: 1 }], unreadable: [{ id: 9 }] });
    expect(log.lines.join('\n')).toContain('unreadable');
    expect(log.lines.join('\n')).not.toContain('My own words');
  });
});

describe('an answer beyond the bounds of its endpoint', () => {
  it.each([
    ['notifications.take', 'outcome-unknown'],
    ['profile.get', 'bad-response'],
  ] as const)('of %s is never handed over, and is %s', async (id, kind) => {
    const deep = `{"status":true,"data":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    const { client } = setUp({ status: 200, headers: {}, body: Buffer.from(deep) });
    const received: HttpResponse[] = [];
    const onAnswer = (answer: HttpResponse) => received.push(answer);
    const result = await client.call(id, {}, { ...user, onAnswer });
    expect(result).toMatchObject({ failure: { kind, reason: 'too-large', endpoint: id } });
    expect(received).toEqual([]);
  });
});
