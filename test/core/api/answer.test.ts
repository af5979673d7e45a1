import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { inputIssues, readAnswer, transportFailure } from '#core/api/answer.ts';
import { TransportError } from '#core/kernel/ports.ts';
import { envelope, errorBody, json } from '#test/core/fakes.ts';

const reads = api['messenger.connection'];
const changes = api['configs.setTitle'];
const deletes = api['notifications.take'];
const spends = api['configs.create'];

describe('an answer of the service', () => {
  it('is its data, also where that is false', () => {
    expect(readAnswer(reads, envelope(false))).toEqual({ ok: true, value: false });
  });

  it.each([
    [401, 0, 'unauthorized'],
    [403, 0, 'forbidden'],
    [404, 0, 'not-found'],
    [409, 34, 'rejected'],
    [429, 0, 'rate-limited'],
    [500, 0, 'outcome-unknown'],
    [503, 0, 'outcome-unknown'],
    [408, 0, 'outcome-unknown'],
    [499, 0, 'outcome-unknown'],
  ])('with status %i and code %i is %s', (status, code, kind) => {
    const result = readAnswer(changes, errorBody(status, code, 'no'));
    expect(result).toMatchObject({
      ok: false,
      failure: { kind, status, errorCode: code, message: 'no', endpoint: 'configs.setTitle' },
    });
  });

  it.each([401, 403])(
    'with status %i and a page of a firewall does not blame the key',
    (status) => {
      for (const body of ['<html>Blocked</html>', '{"error":"blocked"}', '']) {
        const response = { status, headers: {}, body: new TextEncoder().encode(body) };
        expect(readAnswer(reads, response)).toMatchObject({
          failure: { kind: 'bad-response', reason: 'not-service', status },
        });
        expect(readAnswer(spends, response)).toMatchObject(fail('outcome-unknown'));
      }
    },
  );

  it('keeps at most 500 characters of what the service says', () => {
    const result = readAnswer(changes, errorBody(400, 9, 'x'.repeat(9000)));
    expect(result.ok ? '' : result.failure.message).toHaveLength(500);
  });

  it.each([
    ['no JSON', { status: 200, headers: {}, body: new TextEncoder().encode('<html>') }],
    ['another envelope', json({ result: true })],
    ['no data', json({ status: true, statusCode: 200 })],
    ['the wrong type', envelope('yes')],
  ])('of %s is a bad response to a read, and leaves a change in doubt', (_, response) => {
    expect(readAnswer(reads, response)).toMatchObject({ failure: { kind: 'bad-response' } });
    expect(readAnswer(spends, response)).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });

  it('may have null where a field may only be absent: the field counts as absent', () => {
    const item = { type: 'server', id: 5, server_id: 4, title: null, is_online: true };
    const option = { id: 2, title: 'Option', expires_at: 9, configs: [item] };
    const config = {
      id: 1,
      title: 'Phone',
      protocol: 'vless',
      location_emoji: null,
      expires_at: 9,
      is_online: true,
      source: 'user_config',
      cloud_server_id: null,
    };
    const items = { configs: [config], paid_options: [option] };
    const result = readAnswer(api['customSubscriptions.availableItems'], envelope(items));
    expect(result).toMatchObject({ ok: true, value: { configs: [{ id: 1 }] } });
  });

  it('with null where a field of an element must be leaves that element out, and names it', () => {
    const items = { configs: [{ id: null, title: 'Phone' }], paid_options: [] };
    const result = readAnswer(api['customSubscriptions.availableItems'], envelope(items));
    expect(result).toMatchObject({
      ok: true,
      value: { configs: [], paid_options: [] },
      unreadable: [{ list: 'configs', index: 0, id: null, title: 'Phone' }],
    });
  });

  it('with null in place of a list is a bad response', () => {
    const items = { configs: null, paid_options: [] };
    const result = readAnswer(api['customSubscriptions.availableItems'], envelope(items));
    expect(result).toMatchObject({ failure: { kind: 'bad-response' } });
  });

  it('may have null for an absent field of one of several forms', () => {
    const form = z.union([
      z.object({ type: z.literal('a'), title: z.string().optional() }),
      z.object({ type: z.literal('b'), note: z.string().optional() }),
    ]);
    const endpoint: Endpoint = { ...reads, data: z.object({ item: form }) };
    const received = { item: { type: 'a', title: null } };
    expect(readAnswer(endpoint, envelope(received))).toEqual({
      ok: true,
      value: { item: { type: 'a' } },
    });
  });

  it.each([
    ['a wrong value of a field that may be absent', { title: 5 }],
    ['null in a list', { tags: [null] }],
  ])('does not ignore %s', (_, received) => {
    const data = z.object({
      title: z.string().optional(),
      tags: z.array(z.string().optional()).optional(),
    });
    const endpoint: Endpoint = { ...spends, data };
    expect(readAnswer(endpoint, envelope(received))).toMatchObject(fail('outcome-unknown'));
  });
});

describe('a refusal', () => {
  const failureOf = (endpoint: Endpoint, status: number, body: unknown) => {
    const result = readAnswer(endpoint, json(body, status));
    return result.ok ? undefined : result.failure;
  };

  it('may come with another HTTP status: the one of the body counts then', () => {
    const body = { status: false, statusCode: 404, errorCode: 7, message: 'gone' };
    const failure = { endpoint: changes.id, errorCode: 7, message: 'gone' };
    expect(failureOf(changes, 200, body)).toEqual({ kind: 'not-found', status: 404, ...failure });
    expect(failureOf(changes, 299, { ...body, statusCode: 'x' })).toEqual({
      kind: 'rejected',
      status: 400,
      ...failure,
    });
    expect(failureOf(reads, 200, { ...body, statusCode: 503 })).toMatchObject({ kind: 'server' });
  });

  it('has no code and no message where they are of another type, or there is no record', () => {
    const bare = { kind: 'rejected', status: 400, endpoint: changes.id };
    for (const body of [{ errorCode: '9', message: 9 }, [], null, 'text']) {
      expect(failureOf(changes, 400, body)).toEqual(bare);
    }
  });

  it.each([
    [300, 'bad-response', 'outcome-unknown'],
    [302, 'bad-response', 'outcome-unknown'],
    [199, 'bad-response', 'outcome-unknown'],
    [400, 'rejected', 'rejected'],
    [407, 'rejected', 'rejected'],
    [500, 'server', 'outcome-unknown'],
  ])('with status %i is %s to a read and %s to a change', (status, read, change) => {
    const body = { status: true, data: true };
    expect(failureOf(reads, status, body)?.kind).toBe(read);
    expect(failureOf(changes, status, body)?.kind).toBe(change);
  });

  it('reports not found by one of three codes', () => {
    const kinds = [1, 33, 40, 2].map((errorCode) => failureOf(changes, 400, { errorCode })?.kind);
    expect(kinds).toEqual(['not-found', 'not-found', 'not-found', 'rejected']);
  });
});

describe('an answer that is not text, or has no boolean status', () => {
  it('is a bad response', () => {
    const body = Buffer.concat([
      Buffer.from('{"status":true,"data":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    const notText = { status: 200, headers: {}, body };
    const takesAnyText: Endpoint = { ...reads, data: z.string() };
    expect(readAnswer(takesAnyText, notText)).toMatchObject({ failure: { kind: 'bad-response' } });
    for (const response of [notText, json([true]), json({ status: 1, data: true })]) {
      expect(readAnswer(reads, response)).toEqual({
        ok: false,
        failure: { kind: 'bad-response', endpoint: reads.id, status: 200 },
      });
    }
  });

  it('leaves in doubt what reading deletes, unless its data can be read', () => {
    expect(readAnswer(deletes, json({}))).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    expect(readAnswer(deletes, envelope('none'))).toMatchObject(fail('bad-response'));
    expect(readAnswer(deletes, errorBody(500, 0, 'no'))).toMatchObject(fail('server'));
  });
});

describe('a wrong input', () => {
  it('is described by the paths of the invalid fields, without values, fifty at most', () => {
    const schema = z.object({
      body: z.array(z.object({ days: z.number() })),
      title: z.string().refine((text) => text === '', { message: 'own-rule' }),
    });
    const wrong = schema.safeParse({ body: [{ days: 'canary' }], title: 'canary' });
    expect(wrong.error && inputIssues(wrong.error)).toEqual([
      { path: 'body.0.days', code: 'invalid_type' },
      { path: 'title', code: 'own-rule' },
    ]);
    const many = z.array(z.number()).safeParse(Array.from({ length: 60 }, () => 'x'));
    expect(many.error && inputIssues(many.error)).toHaveLength(50);
  });
});

describe('when no whole answer came', () => {
  it.each([
    [false, 'aborted', { kind: 'aborted' }],
    [false, 'settings-changed', { kind: 'unsent', reason: 'settings-changed' }],
    [false, 'timeout', { kind: 'offline', reason: 'timed-out' }],
    [true, 'timeout', { kind: 'timeout' }],
    [true, 'aborted', { kind: 'aborted' }],
    [true, 'too-large', { kind: 'bad-response', reason: 'too-large' }],
    [true, 'redirected', { kind: 'bad-response', reason: 'redirected' }],
    [true, 'cut', { kind: 'offline', reason: 'cut' }],
  ] as const)('a read says why (sent: %s, %s)', (sent, reason, expected) => {
    const error = new TransportError(reason, sent);
    expect(transportFailure(reads, error)).toStrictEqual({ endpoint: reads.id, ...expected });
  });

  it('a change says why as well, unless the user ended it, and what of TLS or the proxy', () => {
    const endpoint = changes.id;
    const failure = (error: TransportError) => transportFailure(changes, error);
    expect(failure(new TransportError('aborted', true))).toEqual({
      kind: 'outcome-unknown',
      endpoint,
    });
    expect(failure(new TransportError('timeout', true))).toEqual({
      kind: 'outcome-unknown',
      endpoint,
      reason: 'timed-out',
    });
    expect(failure(new TransportError('tls', false, { tls: 'untrusted' }))).toEqual({
      kind: 'offline',
      endpoint,
      reason: 'tls',
      tls: 'untrusted',
    });
    expect(failure(new TransportError('proxy', false, { proxy: 'refused' }))).toEqual({
      kind: 'offline',
      endpoint,
      reason: 'proxy',
      proxy: 'refused',
    });
  });

  it('a change that was sent is in doubt, whatever the reason', () => {
    for (const reason of ['cut', 'timeout', 'aborted', 'too-large'] as const) {
      const failure = transportFailure(spends, new TransportError(reason, true));
      expect(failure.kind).toBe('outcome-unknown');
    }
  });
});
