import { describe, expect, it } from 'vitest';
import type { Entry } from '#core/purchases/entry.ts';
import { hasSameTraces, unresolved, withoutLinks } from '#core/purchases/resolve.ts';

describe('an answer that could not be read', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [500, false],
  ])('with status %s is kept as text: %s', (status, isStored) => {
    const answer = { status, body: Buffer.from('the words').toString('base64') };
    const entry = { endpoint: 'apiKeys.create', answer } as Entry;
    const { secrets } = unresolved(entry, { kind: 'bad-response' });
    expect(secrets).toEqual(isStored ? { answer: 'the words' } : undefined);
  });
});

describe('an entry', () => {
  it('whose link was used keeps everything else that it holds', () => {
    const secrets = { 'payment-link': 'https://a', 'messenger-link': 'https://b', answer: 'c' };
    expect(withoutLinks({ secrets } as Partial<Entry> as Entry)).toEqual({
      secrets: { answer: 'c' },
    });
  });

  it.each<[string, readonly number[], readonly number[], boolean]>([
    ['the same', [1, 20, 3], [3, 1, 20], true],
    ['one more', [1], [1, 2], false],
    ['another', [1], [2], false],
  ])('has been shown the traces that are %s', (_, shown, seen, isSame) => {
    const traces = (ids: readonly number[]) => ids.map((id) => ({ id }));
    const unclear = (candidates: readonly number[], orphans: readonly number[]) =>
      ({
        kind: 'unclear',
        state: 'unclear',
        candidates: traces(candidates),
        orphans: traces(orphans),
      }) as unknown as Entry & Parameters<typeof hasSameTraces>[1];
    expect(hasSameTraces(unclear(shown, []), unclear(seen, []))).toBe(isSame);
    expect(hasSameTraces(unclear([], shown), unclear([], seen))).toBe(isSame);
    expect(hasSameTraces({ ...unclear(shown, []), state: 'not-seen' }, unclear(shown, []))).toBe(
      false,
    );
  });
});
