import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { success } from '#contract/envelope.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { startService, type RunningService } from '#service/service.ts';
import { readAnswer } from '#core/api/answer.ts';
import { requestUrl } from '#core/api/request-encoding.ts';
import { drawn } from '#test/simulator/deep.ts';
import { validInput } from '#test/service/valid-input.ts';

const reads = (Object.keys(api) as EndpointId[]).filter((id) => api[id].effect === 'read');

/** The paths of the lists in data that have elements; lists within elements apart. */
function listsOf(data: unknown, path: readonly string[] = []): string[][] {
  if (Array.isArray(data)) return data.length === 0 ? [] : [[...path]];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => listsOf(value, [...path, name]));
}

function at(data: unknown, path: readonly string[]): unknown[] {
  const found = path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>>)[name],
    data,
  );
  return found as unknown[];
}

const answerOf = (id: EndpointId, data: unknown) =>
  readAnswer(api[id], {
    status: 200,
    headers: {},
    body: new TextEncoder().encode(JSON.stringify(success(200, data))),
  });

describe('one malformed element of any list of any read', () => {
  let service: RunningService;
  const lists: { id: EndpointId; data: unknown; path: string[] }[] = [];

  beforeAll(async () => {
    service = await startService({ limits: 'off' });
    for (const id of reads) {
      const endpoint: Endpoint = api[id];
      const url = requestUrl(service.url, endpoint, validInput(id, service.control));
      if (!url.ok) throw new Error(id);
      const answer = await fetch(url.value, {
        headers: { authorization: `Bearer ${service.key}` },
      });
      const { data } = (await answer.json()) as { data: unknown };
      for (const path of listsOf(data)) lists.push({ id, data, path });
    }
  });
  afterAll(() => service.close());

  it('leaves the others, and is named with its place', () => {
    expect(lists.length).toBeGreaterThan(15);
    const junk = fc.oneof(
      fc.constantFrom(null, 7, 'words', true, [], {}),
      fc.record({ id: fc.constantFrom(5, null, {}), title: fc.constantFrom('Phone', null, 3) }),
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat(), junk, (list, place, element) => {
        const selected = lists[list % lists.length];
        if (selected === undefined) return;
        const data = structuredClone(selected.data);
        const elements = at(data, selected.path);
        while (elements.length < 3) elements.push(structuredClone(elements[0]));
        const others = structuredClone(elements);
        const index = place % elements.length;
        others.splice(index, 1);
        elements[index] = element;

        const read = answerOf(selected.id, data);
        expect(read.ok).toBe(true);
        if (!read.ok) return;
        const left = at(read.value, selected.path);
        // A list of words takes any word: then it is no malformed element.
        if (read.unreadable === undefined) {
          expect(left).toHaveLength(others.length + 1);
          return;
        }
        expect(left).toEqual(others);
        expect(read.unreadable).toMatchObject([{ list: selected.path.join('.'), index }]);
      }),
      drawn(300),
    );
  });
});

describe('what is left out', () => {
  const server = (id: unknown) => ({ id, available_slots: 1 });

  it('is named by its place in the list as it was sent, however many there are', () => {
    const sent = [server(1), null, server(2), server('x'), server(3), { id: 9 }];
    const read = answerOf('configs.availableServers', sent);
    expect(read).toMatchObject({ ok: true, value: [server(1), server(2), server(3)] });
    expect(read.ok && read.unreadable).toEqual([
      { list: '', of: null, index: 1, id: null, title: null },
      { list: '', of: null, index: 3, id: 'x', title: null },
      { list: '', of: null, index: 5, id: 9, title: null },
    ]);
  });

  it('names the record that its list is in', async () => {
    const service = await startService({ limits: 'off' });
    try {
      const url = `${service.url}/paid-options`;
      const headers = { authorization: `Bearer ${service.key}` };
      const answer = await fetch(url, { headers });
      const { data } = (await answer.json()) as {
        data: { option_id: number; configs: unknown[] }[];
      };
      const option = data.find(({ configs }) => configs.length > 0);
      option?.configs.splice(0, 1, { id: 88, title: 'Phone' });
      const read = answerOf('paidOptions.list', data);
      expect(read.ok && read.unreadable).toMatchObject([
        { of: option?.option_id, index: 0, id: 88, title: 'Phone' },
      ]);
    } finally {
      await service.close();
    }
  });

  it('is never part of the answer to a change, which stays in doubt', () => {
    const data = { id: 1, configs: [{}] };
    const read = answerOf('customSubscriptions.create', data);
    expect(read).toMatchObject({ failure: { kind: 'outcome-unknown' } });
  });
});
