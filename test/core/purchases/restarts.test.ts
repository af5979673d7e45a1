import { describe, expect, it } from 'vitest';
import { VaultError } from '#core/ports.ts';
import { config, createDesk, entryOf, recordsOf, untilDecided } from './context/desk.ts';
import { openJournal } from '#core/purchases/journal.ts';
import type { Moment } from './context/device.ts';

const body = { body: config };
const card = { amount: 1000, card_number: '4111111111111111' };

/** A desk whose program dies at this moment of its first purchase, counted from 1. */
function dyingAt(moment: Moment, nth: number) {
  let count = 0;
  let armed = true;
  return createDesk({
    moment: (now) => {
      if (!armed || now !== moment) return true;
      count += 1;
      if (count < nth) return true;
      armed = false;
      return false;
    },
  });
}

describe('a purchase in whose middle the program dies', () => {
  it.each([
    ['while its intent is written', 'write', 1, 'nothing'],
    ['when its intent is on the disk', 'written', 1, 'not-seen'],
    ['just before it is sent', 'send', 3, 'not-seen'],
    ['before its answer is here', 'arrive', 3, 'done'],
    ['while its answer is written', 'write', 2, 'done'],
    ['when its answer is on the disk', 'written', 2, 'done'],
    ['before anyone was told', 'write', 3, 'done'],
  ] as const)('is found out at the next start: %s', async (_, moment, nth, state) => {
    const desk = dyingAt(moment, nth);
    void desk.say('referral.withdrawCard', { body: card }).catch(String);
    await desk.pass(2_000);
    desk.restart();
    await desk.pass(untilDecided);
    const { entries } = desk.purchases.list();
    expect(entries[0]?.state ?? 'nothing').toBe(state);
    expect(desk.service.account.referral).toHaveLength(state === 'done' ? 1 : 0);
  });

  it('is known at once when its answer was sealed, and what was shown once is there', async () => {
    const desk = dyingAt('written', 2);
    void desk.say('apiKeys.create', { body: { name: 'Laptop' } }).catch(String);
    await desk.pass(2_000);
    desk.restart();
    expect(desk.entry()).toMatchObject({ state: 'done', result: { by: 'answer' }, unsaved: true });
    expect(desk.reveal('api-key')).toMatch(/^svc_/);
  });

  it('is told to have been refused when that was the answer', async () => {
    const desk = dyingAt('written', 2);
    desk.weather.purchase = { faults: ['429'] };
    void desk.say('apiKeys.create', { body: { name: 'Laptop' } }).catch(String);
    await desk.pass(2_000);
    desk.restart();
    expect(desk.entry()).toMatchObject({
      state: 'refused',
      failure: { kind: 'rate-limited' },
      attempts: 1,
    });
  });

  it('is not taken for one that another device made much later', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['drop-before'] };
    await desk.buy('configs.create', body);
    desk.kill();
    await desk.pass(2 * 3_600_000);
    await desk.service.other('configs.create', body);
    desk.restart();
    await desk.pass(untilDecided);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ type: 'new_config' }] });
  });

  it('keeps others of its kind waiting after the restart too', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['drop-after'] };
    const first = entryOf(await desk.buy('configs.create', body));
    desk.restart();
    const second = await desk.buy('paidOptions.create', { body: { paid_option_id: 1 } });
    expect(second).toMatchObject({ value: { started: false, entry: { id: first.id } } });
  });
});

describe('the journal', () => {
  it('is there again after a restart, newest first', async () => {
    const desk = createDesk();
    await desk.buy('apiKeys.create', { body: { name: 'One' } });
    await desk.buy('configs.create', body);
    const before = desk.purchases.list();
    desk.restart();
    expect(desk.purchases.list()).toEqual(before);
    expect(before.entries.map(({ endpoint }) => endpoint)).toEqual([
      'configs.create',
      'apiKeys.create',
    ]);
  });

  it('drops the oldest of what is finished, and nothing that is open or unsaved', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', body);
    const vault = recordsOf(desk.vault);
    const [made] = openJournal({ vault, sure: vault }).entries();
    if (!made) throw new Error('nothing was kept');
    const journal = openJournal({ vault, sure: vault });
    for (let nth = 0; nth < 210; nth += 1) {
      const state = nth === 3 ? 'not-seen' : 'done';
      const secrets = nth === 5 ? { 'api-key': 'svc' } : {};
      const place = { id: String(nth), ticket: `ticket ${String(nth)}`, createdAt: nth };
      journal.put({ ...made, ...place, state, secrets });
    }
    const kept = openJournal({ vault, sure: vault })
      .entries()
      .map(({ id }) => id);
    expect(kept).toHaveLength(200);
    expect(kept.slice(-4)).toEqual(['14', '13', '5', '3']);
    expect(journal.isSpent('ticket 0')).toBe(true);
  });

  it('lists an entry that is on the disk, though the disk refused it at first', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', body);
    const vault = recordsOf(desk.vault);
    const [made] = openJournal({ vault, sure: vault }).entries();
    if (!made) throw new Error('nothing was kept');
    const refuses = () => {
      throw new VaultError('no-space');
    };
    const journal = openJournal({ vault, sure: { ...vault, write: refuses } });
    const entry = { ...made, id: 'another' };
    expect(() => {
      journal.putForSure(entry, { time: 0, balance: null, payments: [], things: [] });
    }).toThrow(VaultError);
    journal.put(entry);
    expect(openJournal({ vault, sure: vault }).get('another')).toEqual(entry);
  });
});
