import type { NotificationSettings } from '#contract/records/profile.ts';

type Hours = Pick<
  NotificationSettings,
  'notification_start_hour' | 'notification_end_hour' | 'timezone_offset'
>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * How long it is until something may be shown, milliseconds: 0 within the hours of the notification
 * settings. They begin with the start hour and end before the end hour, may lie through midnight,
 * and are the whole day where both are the same (specification, part 1, Profile).
 *
 * @param now Unix milliseconds
 */
export function quietFor(hours: Hours, now: number): number {
  const { notification_start_hour: start, notification_end_hour: end } = hours;
  const open = modulo(end - start, 24) * hourMs;
  const sinceStart = modulo(now + hours.timezone_offset * minuteMs - start * hourMs, dayMs);
  return open === 0 || sinceStart < open ? 0 : dayMs - sinceStart;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
