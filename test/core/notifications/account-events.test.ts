import { describe, expect, it } from 'vitest';
import { connectionState } from '#contract/rules/connection-state.ts';
import type { EventFacts } from '#core/notifications/account-events.ts';
import { eventFacts } from '#core/notifications/event-facts.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { connection, open } from '#test/core/connections/on-a-vault.ts';
import { account, hours, inbox } from './account.ts';

const nothing: EventFacts = { favourites: [], options: [], devices: undefined };

/** An account whose readings a test sets. */
function events(start?: number) {
  const fixture = account(start);
  return {
    fixture,
    stored: fixture.stored,
    shown: fixture.shown,
    kinds: () => fixture.stored.map(({ kind }) => kind),
    read: (facts: Partial<EventFacts>) => fixture.see({ facts: { ...nothing, ...facts } }),
  };
}

const favourite = (
  state: EventFacts['favourites'][number]['state'],
  readAt: number,
): Partial<EventFacts> => ({
  favourites: [{ title: 'Home', path: '/connections/config:1', server: 's', state, readAt }],
});

describe('many events of a kind', () => {
  const devices = (count: number) => ({
    devices: Array.from({ length: count }, (_, id) => ({ id, name: `Device ${String(id)}` })),
  });

  it('are one notification with the number of the others, and one a minute', async () => {
    const { fixture, read, stored, shown } = events();
    read(devices(1));
    read(devices(2001));
    expect(stored).toHaveLength(2000);
    expect(shown).toEqual([{ kind: 'device', title: 'Device 1', path: '/devices', others: 1999 }]);
    for (let count = 2002; count < 2100; count += 1) read(devices(count));
    expect(shown).toHaveLength(1);
    await fixture.clock.advance(60_000);
    expect(shown.slice(1)).toMatchObject([{ title: 'Device 2001', others: 97 }]);
  });
});

describe('the server of a favourite', () => {
  it('is reported as down, and as up again, after two readings each', () => {
    const { read, stored } = events();
    read(favourite('up', 1));
    read(favourite('down', 2));
    read(favourite('down', 2));
    expect(stored).toEqual([]);
    read(favourite('down', 3));
    const event = { title: 'Home', path: '/connections/config:1' };
    expect(stored).toEqual([{ ...event, kind: 'favourite-down' }]);
    read(favourite('down', 4));
    read(favourite('up', 5));
    read(favourite('up', 6));
    expect(stored.slice(1)).toEqual([{ ...event, kind: 'favourite-up' }]);
  });

  it('is not reported for a single reading, nor for an unknown state', () => {
    const { read, stored } = events();
    read(favourite('up', 1));
    read(favourite('down', 2));
    read(favourite('up', 3));
    read(favourite('down', 4));
    read(favourite(undefined, 5));
    read(favourite('down', 6));
    expect(stored).toEqual([]);
  });

  it('is not reported at the first reading', () => {
    const { read, stored } = events();
    read(favourite('down', 1));
    read(favourite('down', 2));
    expect(stored).toEqual([]);
  });

  it('is not reported while it reboots, and may be reported as down after that', async () => {
    const { read, kinds } = events();
    const server = { status: 'up', rebooting: false, now: Date.UTC(2030, 0, 1) };
    const { connections } = open(createMemoryVault(), (listed) => {
      const { now, rebooting, status } = server;
      const reading = { status, fetchedAt: now };
      return connectionState({ ...listed, reading, rebooting, offline: false, now });
    });
    await connections.accept('config', [connection(1)]);
    connections.setFavourites(['config:1'], true);
    const see = (status: string, rebooting: boolean) => {
      Object.assign(server, { status, rebooting, now: server.now + 5000 });
      read(eventFacts({ readCache: { cached: () => undefined }, connections }, []));
    };
    see('up', false);
    for (let n = 0; n < 4; n += 1) see('down', true);
    see('up', false);
    see('up', false);
    expect(kinds()).toEqual([]);
    see('down', false);
    see('down', false);
    expect(kinds()).toEqual(['favourite-down']);
  });

  it('is reported once when several favourites are on it', () => {
    const { read, kinds } = events();
    const two = (state: 'up' | 'down', readAt: number) => {
      const { favourites = [] } = favourite(state, readAt);
      return { favourites: [...favourites, ...favourites] };
    };
    for (const [n, state] of (['up', 'down', 'down'] as const).entries()) read(two(state, n));
    expect(kinds()).toEqual(['favourite-down']);
  });
});

describe('the traffic of a paid option', () => {
  const traffic = (used: number, limit = 1000): Partial<EventFacts> => ({
    options: [{ id: 3, title: 'White', used, limit }],
  });

  it('is reported at 80 and 95 % and when it is used up, once each in a period', () => {
    const { read, stored } = events();
    for (const used of [0, 799, 800, 801, 949, 950, 999, 1000, 1200]) read(traffic(used));
    const event = { kind: 'traffic', title: 'White', path: '/paid-options/3' };
    expect(stored).toEqual([80, 95, 100].map((percent) => ({ ...event, percent })));
    read(traffic(10));
    read(traffic(850));
    expect(stored.slice(3)).toEqual([{ ...event, percent: 80 }]);
  });

  it('is reported as the highest level that was reached at once, and not at the first reading', () => {
    const { read, stored } = events();
    read(traffic(900));
    expect(stored).toEqual([]);
    read(traffic(1000));
    expect(stored).toMatchObject([{ percent: 100 }]);
  });

  it('is reported again below a raised limit, and not without a limit', () => {
    const { read, stored } = events();
    read(traffic(0));
    read(traffic(800));
    read(traffic(800, 2000));
    read(traffic(1600, 2000));
    read(traffic(5000, 0));
    expect(stored).toMatchObject([{ percent: 80 }, { percent: 80 }]);
  });
});

describe('an event', () => {
  const bothDevices = {
    devices: [
      { id: 1, name: 'Phone' },
      { id: 2, name: 'PC' },
    ],
  };

  it('is reported once, over a restart too', () => {
    const { read, stored, shown, fixture } = events();
    read({ devices: [{ id: 1, name: 'Phone' }] });
    read(bothDevices);
    fixture.restart();
    read(bothDevices);
    expect(stored).toHaveLength(1);
    expect(shown).toMatchObject(stored);
  });

  it.each(['in quiet hours', 'where its switch is off'])('is in the inbox alone %s', (when) => {
    const { read, stored, shown, fixture } = events(Date.UTC(2026, 0, 15, 3));
    if (when === 'in quiet hours') fixture.see({ hours: hours(9, 21) });
    else fixture.off.add('device');
    read({ devices: [] });
    read(bothDevices);
    expect(stored).toHaveLength(2);
    expect(shown).toEqual([]);
  });

  it('is not counted among new messages of the service', () => {
    const { fixture, shown } = events();
    const [item] = inbox('a').items;
    if (!item) throw new Error('no message');
    const event = { kind: 'device', title: 'PC', path: '/devices' } as const;
    fixture.see({ inbox: { ...inbox(), items: [{ ...item, event }], unread: 1 } });
    expect(shown).toEqual([]);
  });
});
