import { describe, expect, it } from 'vitest';
import type { PurchaseEntry, PurchaseState } from '#contract/ipc/purchase-journal.ts';
import { notRenewed, type RenewalFacts } from '#core/notifications/expiry.ts';
import type { SystemNotificationKind } from '#core/notifications/notification.ts';
import { account, day, hour, hours, inbox, thing } from './account.ts';

describe('new messages', () => {
  it('are announced together and once, also across a restart', () => {
    const one = account();
    one.see({ inbox: inbox('a', 'b') });
    one.see({});
    one.restart();
    one.see({ inbox: inbox('c', 'a', 'b') });
    expect(one.shown).toEqual([
      { kind: 'inbox', count: 2, path: '/inbox' },
      { kind: 'inbox', count: 1, path: '/inbox' },
    ]);
  });

  it('are not announced later when they were switched off', () => {
    const one = account();
    one.off.add('inbox');
    one.see({ inbox: inbox('a') });
    one.off.clear();
    one.see({});
    expect(one.shown).toEqual([]);
  });

  it('wait for the hours in which they may be announced', async () => {
    const one = account(Date.UTC(2026, 0, 15, 22, 30));
    one.see({ inbox: inbox('a'), hours: hours(9, 22, 60) });
    await one.clock.advance(9 * hour + hour / 2 - 1);
    expect(one.shown).toEqual([]);
    await one.clock.advance(1);
    expect(one.shown).toHaveLength(1);
  });

  it('that were read meanwhile are not announced', async () => {
    const one = account(Date.UTC(2026, 0, 15, 23));
    one.see({ inbox: inbox('a'), hours: hours(9, 22) });
    one.see({ inbox: inbox() });
    await one.clock.advance(day);
    expect(one.shown).toEqual([]);
  });
});

describe('what expires', () => {
  it('is announced 7, 3 and 1 days before, each once, and never after', async () => {
    const one = account();
    const expiresAt = one.clock.now() + 8 * day;
    one.seeRenewals([thing(expiresAt)]);
    const days: number[] = [];
    for (let passed = 0; passed < 9 * 24; passed += 1) {
      await one.clock.advance(hour);
      if (passed % 50 === 0) one.restart();
      if (one.shown.length > days.length) days.push((expiresAt - one.clock.now()) / day);
    }
    expect(days).toEqual([7, 3, 1]);
    expect(one.shown[0]).toEqual({
      kind: 'expiring',
      titles: ['Phone'],
      expiresAt,
      why: 'off',
      path: '/connections/config:1',
    });
  });

  it('is announced only while the notification settings ask for reminders of renewals', () => {
    const one = account();
    one.see({ hours: { ...hours(0, 0), renewal_reminders: false } });
    one.seeRenewals([thing(one.clock.now() + 2 * day)]);
    expect(one.shown).toEqual([]);
    one.see({ hours: hours(0, 0) });
    expect(one.shown).toMatchObject([{ kind: 'expiring', titles: ['Phone'] }]);
  });

  it('is announced once, by the nearest mark, when the program did not run before', () => {
    const one = account();
    const now = one.clock.now();
    one.seeRenewals([
      thing(now + 2 * day),
      thing(now + 3 * hour, { key: 'cloud:2', title: 'Server', path: '/cloud-servers/2' }),
    ]);
    one.see({});
    expect(one.shown).toMatchObject([{ titles: ['Server', 'Phone'], path: '/connections' }]);
  });

  it('is announced anew once it was renewed and comes near again', async () => {
    const one = account();
    one.seeRenewals([thing(one.clock.now() + day / 2)]);
    one.seeRenewals([thing(one.clock.now() + 30 * day)]);
    await one.clock.advance(24 * day);
    expect(one.shown).toHaveLength(2);
  });

  it('is not announced while the balance, less earlier renewals, covers its renewal', () => {
    const at = (key: string, expiresAt: number, price?: number) =>
      thing(expiresAt, { key, autoRenewal: true, price });
    const things = [at('b', 2, 60), at('a', 1, 50), at('c', 3, 40)];
    const why = (roubles?: number, more: Partial<RenewalFacts> = {}, now = 0) => {
      const balance = roubles === undefined ? undefined : { roubles, readAt: 0 };
      const facts = { things, balance, isPartial: false, ...more };
      return notRenewed(facts, now).map((each) => [each.thing.key, each.why]);
    };
    expect(why(150)).toEqual([]);
    expect(why(100)).toEqual([['b', { roubles: 50, atLeast: false }]]);
    expect(why(0)).toHaveLength(3);
    expect(why(undefined)).toEqual(['a', 'b', 'c'].map((key) => [key, 'unknown']));
    expect(why(1000, { things: [at('d', 1)] })).toEqual([['d', 'unknown']]);
    // What was due since the balance was read is paid from it.
    expect(why(100, {}, 1.5)).toEqual([['b', { roubles: 50, atLeast: false }]]);
    expect(why(50, { things: [at('b', 2, 60)] }, 3)).toEqual([]);
    // A balance that was read long ago is none: whole years would be gone through.
    const years = [at('d', 20 * 365 * day + 1, 1)];
    expect(why(1000, { things: years }, 20 * 365 * day)).toEqual([['d', 'unknown']]);
  });

  it('needs a sum of at least so much where a price, or a part of what expires, is not known', async () => {
    const one = account();
    const soon = one.clock.now() + hour;
    const short = thing(soon, { autoRenewal: true, price: 199, key: 'config:1' });
    const unpriced = thing(soon + 2 * day, { autoRenewal: true, key: 'config:2' });
    const sums = () =>
      one.shown.flatMap(({ kind, ...more }) =>
        kind === 'expiring' && 'why' in more && typeof more.why === 'object' ? [more.why] : [],
      );
    one.seeRenewals([short, unpriced], 99);
    expect(sums()).toEqual([{ roubles: 100, atLeast: true }]);
    await one.clock.advance(60_000);
    one.seeRenewals([{ ...short, key: 'config:3' }], 99, true);
    expect(sums().slice(1)).toEqual([{ roubles: 100, atLeast: true }]);
  });

  it('is not announced where the balance covers it and something else could not be read', () => {
    const one = account();
    one.seeRenewals([thing(one.clock.now() + hour, { autoRenewal: true, price: 199 })], 200, true);
    expect(one.shown).toEqual([]);
  });

  it('names the sum that the balance lacks, and opens the top-up with it', () => {
    const one = account();
    const now = one.clock.now();
    const renewing = { autoRenewal: true, price: 199 };
    const things = [
      thing(now + 2 * hour, { ...renewing, key: 'config:1' }),
      thing(now + 5 * day, { ...renewing, key: 'config:2', title: 'Laptop' }),
      thing(now + 9 * day, { ...renewing, key: 'config:3' }),
      thing(now + 3 * hour, { key: 'config:4', title: 'Tablet' }),
    ];
    one.seeRenewals(things, 250.5);
    expect(one.shown).toEqual([
      {
        kind: 'expiring',
        titles: ['Laptop'],
        expiresAt: now + 5 * day,
        why: { roubles: 148, atLeast: false },
        path: '/money?topup=148',
      },
      {
        kind: 'expiring',
        titles: ['Tablet'],
        expiresAt: now + 3 * hour,
        why: 'off',
        path: '/connections/config:1',
      },
    ]);
  });

  it('opens a top-up of no more than one top-up can add', () => {
    const one = account();
    const renewing = { autoRenewal: true, price: 20_000 };
    one.seeRenewals([thing(one.clock.now() + hour, renewing)]);
    expect(one.shown).toMatchObject([{ why: { roubles: 20_000 }, path: '/money?topup=15000' }]);
  });
});

const entry = (state: PurchaseState, more: Partial<PurchaseEntry> = {}) =>
  ({ id: 'p1', endpoint: 'cloudServers.create', state, ...more }) as PurchaseEntry;
const journal = (...entries: PurchaseEntry[]) => ({ entries, unreadable: [], persistent: true });

describe('a payment', () => {
  it('is announced once its link was paid, also when that is seen after a restart', () => {
    const one = account();
    one.see({ journal: journal(entry('waiting')) });
    one.restart();
    one.see({ journal: journal(entry('done')) });
    one.see({});
    expect(one.shown).toEqual([{ kind: 'payment', path: '/cloud-servers' }]);
  });

  it('that needed no link, or a link that is no payment, is not announced', () => {
    const one = account();
    one.see({ journal: journal(entry('done')) });
    const messenger = { id: 'm', endpoint: 'messenger.connect' } as const;
    one.see({ journal: journal(entry('waiting', messenger)) });
    one.see({ journal: journal(entry('done', messenger)) });
    expect(one.shown).toEqual([]);
  });
});

describe('a server that is back', () => {
  it('is announced once, when the quiet hours are over', async () => {
    const one = account(Date.UTC(2026, 0, 15, 23));
    one.see({ serversBack: [3], hours: hours(9, 22) });
    expect(one.shown).toEqual([]);
    await one.clock.advance(day);
    one.restart();
    expect(one.shown).toEqual([
      { kind: 'server-back', title: 'server 3', others: 0, path: '/cloud-servers/3' },
    ]);
  });
});

describe('what a check of favourites found', () => {
  it('is not told in quiet hours, nor after them', async () => {
    const one = account(Date.UTC(2026, 0, 15, 23));
    one.see({ hours: hours(9, 22) });
    one.check('stopped-here');
    await one.clock.advance(day / 2);
    expect(one.shown).toEqual([]);
    one.check('back-here');
    expect(one.shown).toMatchObject([{ kind: 'back-here' }]);
  });
});

describe('however many of a kind there are', () => {
  type Account = ReturnType<typeof account>;
  const round = (n: number) => [10 * n + 1, 10 * n + 2, 10 * n + 3];
  const facts = { favourites: [], options: [], devices: undefined };
  const favourites = (one: Account, n: number, states: readonly ('up' | 'down')[]) => {
    for (const [at, state] of states.entries())
      one.see({
        facts: {
          ...facts,
          favourites: round(n).map((id) => ({
            ...{ title: 'Home', path: '/', server: String(id), state, readAt: at },
          })),
        },
      });
  };
  /** Three more of each kind. */
  const more: Readonly<Record<SystemNotificationKind, (one: Account, n: number) => void>> = {
    inbox: (one, n) => one.see({ inbox: inbox(...round(n).map(String)) }),
    expiring: (one, n) =>
      one.seeRenewals(round(n).map((id) => thing(one.clock.now() + hour, { key: String(id) }))),
    payment: (one, n) => {
      const ids = round(n).map((id) => ({ id: String(id) }));
      one.see({ journal: journal(...ids.map((id) => entry('waiting', id))) });
      one.see({ journal: journal(...ids.map((id) => entry('done', id))) });
    },
    'server-back': (one, n) => one.see({ serversBack: round(n) }),
    'stopped-here': (one) => one.check('stopped-here'),
    'back-here': (one) => one.check('back-here'),
    'favourite-down': (one, n) => favourites(one, n, ['up', 'down', 'down']),
    'favourite-up': (one, n) => favourites(one, n, ['down', 'up', 'up']),
    traffic: (one, n) => {
      for (const used of [0, 100])
        one.see({
          facts: {
            ...facts,
            options: round(n).map((id) => ({ id, title: '', used, limit: 100 })),
          },
        });
    },
    device: (one, n) => {
      if (n === 0) one.see({ facts: { ...facts, devices: [] } });
      one.see({ facts: { ...facts, devices: round(n).map((id) => ({ id, name: '' })) } });
    },
  };

  it.each(Object.entries(more))('one is shown a minute: %s', async (kind, see) => {
    const one = account();
    for (let n = 0; n < 3; n += 1) see(one, n);
    expect(one.shown.map((each) => each.kind)).toEqual([kind]);
    await one.clock.advance(59_000);
    expect(one.shown).toHaveLength(1);
    see(one, 4);
    await one.clock.advance(60_000);
    expect(one.shown).toHaveLength(2);
  });
});
