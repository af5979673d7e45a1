import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import { answerBounds, type Endpoint } from '#contract/endpoint.ts';
import { isWithinBounds } from '#core/api/answer-bounds.ts';

const large: Endpoint = api['notifications.take'];
const small: Endpoint = api['profile.get'];
const within = (text: string, endpoint = large) => isWithinBounds(endpoint, Buffer.from(text));

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const record = (fields: number) =>
  JSON.stringify(Object.fromEntries(Array<number>(fields).fill(1).entries()));
/** A list that is so many values, itself among them. */
const listOf = (values: number) => JSON.stringify(Array<number>(values - 1).fill(1));

describe('an answer is within the bounds of its endpoint', () => {
  it.each([large, small])('up to its bytes: %#', (endpoint) => {
    const { bytes } = answerBounds[endpoint.answerSize];
    expect(within(`"${'x'.repeat(bytes - 2)}"`, endpoint)).toBe(true);
    expect(within(`"${'x'.repeat(bytes - 1)}"`, endpoint)).toBe(false);
  });

  it.each([large, small])('up to its number of values: %#', (endpoint) => {
    const { values } = answerBounds[endpoint.answerSize];
    expect(within(listOf(values), endpoint)).toBe(true);
    expect(within(listOf(values + 1), endpoint)).toBe(false);
  });

  it('that is ten thousand connections to choose from for a subscription', () => {
    const one = `{"id":12345,"title":"${'x'.repeat(60)}","protocol":"vless","location_emoji":"🇳🇱","expires_at":1800000000,"is_online":true,"source":"user_config","cloud_server_id":null}`;
    const items = `{"configs":[${Array(10_000).fill(one).join()}],"paid_options":[]}`;
    expect(within(items, api['customSubscriptions.availableItems'])).toBe(true);
  });

  it('counts a record or a list in a list twice', () => {
    const { values } = answerBounds[large.answerSize];
    for (const empty of ['{}', '[]']) {
      const most = values / 2 - 1;
      expect(within(`[${`${empty},`.repeat(most - 1)}${empty}]`)).toBe(true);
      expect(within(`[${`${empty},`.repeat(most)}${empty}]`)).toBe(false);
    }
  });

  it('up to 64 levels, of lists and of records', () => {
    expect([within(nested(64)), within(nested(65))]).toEqual([true, false]);
    const records = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    expect([within(records(64)), within(records(65))]).toEqual([true, false]);
  });

  it('up to 500 fields in each record', () => {
    expect([within(record(500)), within(record(501))]).toEqual([true, false]);
    // Those of a record inside, and of the one around it, are counted apart.
    const inside = `{"in":${record(500)},${record(499).slice(1)}`;
    expect(within(inside)).toBe(true);
    expect(within(`{"in":[${listOf(600)}],${record(499).slice(1)}`)).toBe(true);
    expect(within(`{"in":${record(2)},${record(500).slice(1)}`)).toBe(false);
  });

  it('whatever brackets, commas and quotes are in its texts', () => {
    const text = JSON.stringify('[{,"\\'.repeat(1000));
    expect(within(text)).toBe(true);
    expect(within(`["\\\\",${nested(64)}]`)).toBe(false);
    expect(within(`["\\"",${nested(63)}]`)).toBe(true);
  });

  it('although what was opened is closed wrongly', () => {
    expect(within(`${']'.repeat(100)}${'[]'.repeat(100)}`)).toBe(true);
    expect(within('')).toBe(true);
  });
});
