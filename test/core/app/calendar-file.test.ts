import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import { calendarText } from '#core/app/calendar-file.ts';
import { coreOfATest, newMachine } from '#test/core/harness.ts';
import { drawn } from '#test/simulator/deep.ts';
import { readCalendar } from './read-calendar.ts';

const { serve, run } = coreOfATest();

const wordsOf = (kind: string) => ({ expires: `${kind} expires`, renews: `${kind} renews` });
const words = { config: wordsOf('config'), server: wordsOf('server'), option: wordsOf('option') };
const now = Date.UTC(2026, 10, 23, 13, 20, 5);
const thing = (more: Partial<Expiring> = {}): Expiring => ({
  key: 'config:1',
  kind: 'config',
  title: 'Netflix',
  path: '/connections/config:1',
  expiresAt: now + 86_400_000,
  autoRenewal: false,
  days: null,
  price: undefined,
  ...more,
});
const read = (things: readonly Expiring[], titled: boolean, account = 'a') =>
  readCalendar(new TextEncoder().encode(calendarText(things, { titled, words }, { now, account })));

test('an event has the moment of expiry, what happens then, and a title only if the user chose so', () => {
  const server = thing({ key: 'cloud:2', kind: 'server', autoRenewal: true, title: 'lab' });
  const [bare, renewing] = read([thing(), server], false);
  expect(bare).toMatchObject({ summary: 'config expires', start: now + 86_400_000, stamp: now });
  expect(renewing?.summary).toBe('server renews');
  expect(read([thing(), server], true).map(({ summary }) => summary)).toEqual([
    'config expires: Netflix',
    'server renews: lab',
  ]);
});

test('a thing keeps its identifier when it is renewed or renamed; another account has another', () => {
  const uid = (more: Partial<Expiring>, account?: string) =>
    read([thing(more)], true, account)[0]?.uid;
  const first = uid({});
  expect(uid({ title: 'Other', expiresAt: now + 1e9, autoRenewal: true })).toBe(first);
  expect(uid({ key: 'config:2' })).not.toBe(first);
  expect(uid({}, 'b')).not.toBe(first);
});

test('any title is read back as it was, from lines that the standard allows', () => {
  const title = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 100 }),
    fc.string({
      unit: fc.constantFrom('\\', ';', ',', '\r\n', 'Ж', '👩‍👩‍👧', ' ', 'a'),
      maxLength: 100,
    }),
  );
  fc.assert(
    fc.property(fc.array(title, { minLength: 1, maxLength: 5 }), (titles) => {
      const things = titles.map((each, n) => thing({ title: each, key: `config:${String(n)}` }));
      const shown = titles.map((each) => each.trim().replace(unseenCharacters, ' '));
      expect(read(things, true).map(({ summary }) => summary)).toEqual(
        shown.map((each) => (each === '' ? 'config expires' : `config expires: ${each}`)),
      );
    }),
    drawn(200, 20_000),
  );
});

test('the file that is saved has everything that expires later, and no secret or title by itself', async () => {
  const machine = newMachine();
  const service = await serve();
  const account = service.control.account();
  const running = await run(machine);
  await running.signIn(service);
  const later = <Each extends { expires_at: number }>(all: readonly Each[]) =>
    all.filter(({ expires_at: at }) => at > service.control.now());
  const owned = [
    ...later(account.configs),
    ...later(account.cloud_servers),
    ...later(account.paid_options),
  ];
  for (const titled of [false, true])
    await running.ask('purchases.saveCalendar', { titled, words });
  const [bare, named] = machine.shell.saved;
  const bytes = new TextEncoder().encode(bare?.text);
  expect(bare?.name).toBe('expiry.ics');
  expect(
    readCalendar(bytes)
      .map(({ start }) => start / 1000)
      .toSorted(),
  ).toEqual(owned.map(({ expires_at: at }) => at).toSorted());
  const title = later(account.configs).find((config) => config.title !== null)?.title ?? '';
  expect(bare?.text).not.toContain(title);
  expect(named?.text).toContain(title);
});

test('no file is saved if nothing expires', async () => {
  const machine = newMachine();
  const service = await serve();
  Object.assign(service.control.account(), { configs: [], cloud_servers: [], paid_options: [] });
  const running = await run(machine);
  await running.signIn(service);
  const answer = await running.call('purchases.saveCalendar', { titled: false, words });
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  expect(machine.shell.saved).toEqual([]);
});
