import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsOf, mergedData, undoneData, type AccountData } from '#core/backup/account-data.ts';
import { maxCopies } from '#core/connections/choices.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { drawn } from '#test/simulator/deep.ts';

/** Few names, so that both computers have something of the same. */
const named = <T>(value: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { noNullPrototype: true });
const [text, at] = [fc.constantFrom('x', 'y'), fc.nat({ max: 3 })];
const copy = fc.record({
  form: fc.constant('url' as const),
  left: fc.constant(null),
  mark: text,
  outdated: fc.boolean(),
  devices: fc.uniqueArray(text),
});
const data: fc.Arbitrary<AccountData> = fc.record({
  favourites: named(fc.constant(true as const)),
  notes: named(fc.record({ text, at })),
  copies: named(copy),
  messages: named(fc.record({ content: text, receivedAt: at, read: fc.boolean() })),
  checks: fc.constant({}),
  secrets: fc.constant({}),
});

describe('what is restored', () => {
  it('never leaves less than before, is the same the second time, and is taken back as a whole', () => {
    fc.assert(
      fc.property(data, data, (here, backup) => {
        const after = mergedData(here, backup);
        for (const kind of ['favourites', 'notes', 'copies', 'messages'] as const) {
          const names = [...Object.keys(here[kind]), ...Object.keys(backup[kind])];
          expect(new Set(Object.keys(after[kind]))).toEqual(new Set(names));
        }
        for (const [key, note] of Object.entries(here.notes)) {
          expect(after.notes[key]?.at).toBeGreaterThanOrEqual(note.at);
        }
        for (const [key, { mark, devices }] of Object.entries(here.copies)) {
          if (after.copies[key]?.mark === mark) {
            expect(after.copies[key].devices).toEqual(expect.arrayContaining([...devices]));
          }
        }
        expect(mergedData(after, backup)).toEqual(after);
        expect(undoneData(after, { before: here, after })).toEqual(here);
      }),
      drawn(200),
    );
  });

  it('finds place beside what a full account has, and takes none of it away', () => {
    const many = <T>(prefix: string, count: number, value: T): Record<string, T> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${String(n)}`, value]));
    const full = (prefix: string): AccountData => ({
      favourites: many(prefix, 10_000, true as const),
      notes: many(prefix, 10_000, { text: 'a note', at: 1 }),
      copies: many(prefix, maxCopies - 1, {
        form: 'url' as const,
        left: null,
        mark: 'm',
        outdated: false,
        devices: ['phone'],
      }),
      messages: many(prefix, accountBounds.messages - 1, {
        content: 'm',
        receivedAt: 1,
        read: true,
      }),
      checks: {},
      secrets: {},
    });
    const [here, backup] = [full('here'), full('there')];
    const after = mergedData(here, backup);
    expect(after).toMatchObject(here);
    expect(countsOf(after)).toMatchObject({
      favourites: 20_000,
      notes: 20_000,
      copies: maxCopies,
      messages: accountBounds.messages,
    });
  });
});
