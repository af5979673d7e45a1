import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import { readAnswer, transportFailure } from '#core/api/answer.ts';
import { TransportError } from '#core/ports.ts';
import { envelope, errorBody, json } from '#test/core/fakes.ts';

const reads = api['messenger.connection'];
const changes = api['configs.setTitle'];
const spends = api['configs.create'];

describe('an answer that is nested deeper than any of the specification', () => {
  const read = (extra: string) =>
    readAnswer(api['locations.list'], {
      status: 200,
      headers: {},
      body: new TextEncoder().encode(`{"status":true,"data":[],"extra":${extra}}`),
    });
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('is refused before it is parsed', () => {
    expect(read(nested(63))).toMatchObject({ ok: true });
    expect(read(nested(64))).toMatchObject({ failure: { kind: 'bad-response' } });
    expect(read(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`)).toMatchObject({ ok: false });
  });

  it('is not one whose brackets are in a string, or beside each other', () => {
    expect(read(JSON.stringify(`\\" \\\\${nested(200)}`))).toMatchObject({ ok: true });
    expect(read(`[${'[],'.repeat(200)}{}]`)).toMatchObject({ ok: true });
  });
});

describe('an answer of the service', () => {
  it('is its data, also where that is false', () => {
    expect(readAnswer(reads, envelope(false))).toEqual({ ok: true, value: false });
  });

  it.each([
    [401, 0, 'unauthorized'],
    [403, 0, 'forbidden'],
    [404, 0, 'not-found'],
    [400, 1, 'not-found'],
    [400, 33, 'not-found'],
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

  it.each([500, 503])('with status %i to a read is a fault of the service', (status) => {
    const result = readAnswer(reads, errorBody(status, 0, 'no'));
    expect(result).toMatchObject({ ok: false, failure: { kind: 'server', status } });
  });

  it('keeps at most 500 characters of what the service says', () => {
    const result = readAnswer(changes, errorBody(400, 9, 'x'.repeat(9000)));
    expect(result.ok ? '' : result.failure.message).toHaveLength(500);
  });

  it.each([
    ['no JSON', { status: 200, headers: {}, body: new TextEncoder().encode('<html>') }],
    ['another envelope', json({ result: true })],
    ['no data', json({ status: true, statusCode: 200 })],
  ])('of %s is a bad response to a read, and leaves a change in doubt', (_, response) => {
    expect(readAnswer(reads, response)).toMatchObject({ failure: { kind: 'bad-response' } });
    expect(readAnswer(spends, response)).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });

  it('may have null where a field may only be absent: the field is taken for absent', () => {
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

  it('with null where a field must be is a bad response', () => {
    const items = { configs: [{ id: null }], paid_options: [] };
    const result = readAnswer(api['customSubscriptions.availableItems'], envelope(items));
    expect(result).toMatchObject({ failure: { kind: 'bad-response' } });
  });

  it('of the wrong type is a bad response to a read, and leaves a change in doubt', () => {
    expect(readAnswer(reads, envelope('yes'))).toMatchObject({ failure: { kind: 'bad-response' } });
    expect(readAnswer(spends, envelope('yes'))).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
  });
});

describe('when no whole answer came', () => {
  it('nothing happened if nothing was sent', () => {
    const error = new TransportError('refused', false);
    expect(transportFailure(spends, error)).toMatchObject({ kind: 'offline', reason: 'refused' });
  });

  it('a change that was sent is in doubt, whatever the reason', () => {
    for (const reason of ['cut', 'timeout', 'aborted', 'too-large'] as const) {
      const failure = transportFailure(spends, new TransportError(reason, true));
      expect(failure.kind).toBe('outcome-unknown');
    }
  });

  it('a read that was sent timed out, was aborted or lost its connection', () => {
    const kinds = (['timeout', 'aborted', 'cut'] as const).map(
      (reason) => transportFailure(reads, new TransportError(reason, true)).kind,
    );
    expect(kinds).toEqual(['timeout', 'aborted', 'offline']);
  });
});
