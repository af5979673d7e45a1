import { describe, expect, it } from 'vitest';
import AccountNotifications from '#renderer/account/AccountNotifications.vue';
import { kindOfHours, zoneChoices, zoneName } from '#renderer/account/notification-hours.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

describe('the hours of notifications', () => {
  it('lie within a day, wrap through midnight, or are one', () => {
    expect(kindOfHours({ start: 9, end: 21 })).toBe('day');
    expect(kindOfHours({ start: 22, end: 7 })).toBe('night');
    expect(kindOfHours({ start: 0, end: 0 })).toBe('same');
  });

  it.each([
    [0, 'UTC'],
    [180, 'UTC+3'],
    [-570, 'UTC−9:30'],
    [345, 'UTC+5:45'],
    [840, 'UTC+14'],
  ])('are counted in zones: %i minutes are %s', (offset, name) => {
    expect(zoneName(offset)).toBe(name);
  });

  it('offer every zone from −12 to +14 once, and one that the service kept though nobody has it', () => {
    const zones = zoneChoices(7);
    expect([zones[0], zones.at(-1)]).toEqual([-720, 840]);
    expect(zones).toContain(7);
    expect(zones).toContain(345);
    expect(new Set(zoneChoices(180)).size).toBe(zoneChoices(180).length);
  });

  it('are said with their zone, by which they stay when the computer’s changes', async () => {
    const { root, show } = await openWindow({
      service: (control) => {
        Object.assign(control.account().notification_settings, {
          notification_start_hour: 22,
          notification_end_hour: 7,
          timezone_offset: 345,
        });
      },
    });
    show(AccountNotifications);
    const said = 'From 22:00 through midnight to 07:00, UTC+5:45';
    await expect.poll(() => root.text()).toContain(said);
    expect(root.text()).toContain(zoneName(-new Date().getTimezoneOffset()));
  });
});
