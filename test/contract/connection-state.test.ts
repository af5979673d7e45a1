import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionState, type StateFacts } from '#contract/rules/connection-state.ts';
import { drawn } from '#test/simulator/deep.ts';

const now = Date.UTC(2026, 0, 15);
const minute = 60_000;
const day = 24 * 3600;

function state(facts: Partial<StateFacts>) {
  return connectionState({
    online: 'online',
    listedAt: now - minute,
    expiresAt: now / 1000 + 30 * day,
    reading: undefined,
    rebooting: false,
    offline: false,
    now,
    ...facts,
  });
}

describe('the state of a connection', () => {
  it('is usable while its server is up and it does not expire soon', () => {
    expect(state({})).toEqual({ state: 'usable', online: 'online', since: now - minute });
    expect(state({ expiresAt: null }).state).toBe('usable');
  });

  it('is expiring within seven days, and expired from that second on', () => {
    expect(state({ expiresAt: now / 1000 + 7 * day }).state).toBe('expiring');
    expect(state({ expiresAt: now / 1000 + 7 * day + 1 }).state).toBe('usable');
    expect(state({ expiresAt: now / 1000 }).state).toBe('expired');
  });

  it('is expired whatever its server does', () => {
    const expiresAt = now / 1000 - day;
    for (const facts of [{ online: 'offline' }, { offline: true }, { rebooting: true }] as const) {
      expect(state({ ...facts, expiresAt }).state).toBe('expired');
    }
  });

  it('is rebooting from when the reboot was accepted, though readings from before say up', () => {
    const reading = { status: 'up', fetchedAt: now - 1000 };
    expect(state({ rebooting: true, reading }).state).toBe('rebooting');
  });

  it('follows the newest reading, be it of the list or of the statistics', () => {
    const down = { status: 'down', fetchedAt: now - 1000 };
    expect(state({ reading: down })).toEqual({
      state: 'down',
      online: 'offline',
      since: now - 1000,
    });
    const earlier = { status: 'down', fetchedAt: now - 2 * minute };
    expect(state({ reading: earlier }).state).toBe('usable');
    expect(state({ online: 'offline', reading: { status: 'up', fetchedAt: now } }).state).toBe(
      'usable',
    );
  });

  it('takes the statistics where the list says nothing, whatever was read last', () => {
    const reading = { status: 'up', fetchedAt: now - 2 * minute };
    expect(state({ online: 'unknown', reading }).state).toBe('usable');
  });

  it('ignores a status that the specification does not name, and readings that never came', () => {
    expect(state({ reading: { status: 'odd', fetchedAt: now } }).state).toBe('usable');
    expect(state({ reading: { status: '', fetchedAt: 0 } }).state).toBe('usable');
  });

  it('is unknown while the service is unreachable, and names the last known state and its time', () => {
    expect(state({ offline: true })).toEqual({
      state: 'unknown',
      online: 'online',
      since: now - minute,
    });
  });

  it('is unknown without a recent reading', () => {
    expect(state({ listedAt: null }).state).toBe('unknown');
    expect(state({ listedAt: now - 31 * minute }).state).toBe('unknown');
    expect(state({ online: 'unknown' }).state).toBe('unknown');
  });

  it('is never usable without a reading of the last half hour that says so', () => {
    const time = fc.option(fc.integer({ min: now - 2 * 3_600_000, max: now }));
    const facts = fc.record({
      online: fc.constantFrom('online' as const, 'offline' as const, 'unknown' as const),
      listedAt: time,
      reading: fc.option(
        fc.record({ status: fc.constantFrom('up', 'down', 'odd'), fetchedAt: fc.nat(now) }),
        { nil: undefined },
      ),
      rebooting: fc.boolean(),
      offline: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (each) => {
        const found = state(each);
        if (found.state !== 'usable') return;
        const listed = each.online === 'online' && (each.listedAt ?? 0) >= now - 30 * minute;
        const measured =
          each.reading?.status === 'up' && each.reading.fetchedAt >= now - 30 * minute;
        expect(!each.offline && !each.rebooting && (listed || measured)).toBe(true);
      }),
      drawn(100),
    );
  });
});
