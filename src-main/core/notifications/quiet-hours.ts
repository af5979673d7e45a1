import type { NotificationSettings } from '#contract/records/profile.ts';

type Hours = Pick<
  NotificationSettings,
  'notification_start_hour' | 'notification_end_hour' | 'timezone_offset'
>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Milliseconds until something may be shown; hours may lie through midnight (part 1, Profile). */
export function quietFor(hours: Hours, now: number): number {
  const { notification_start_hour: start, notification_end_hour: end } = hours;
  const open = modulo(end - start, 24) * hourMs;
  const sinceStart = modulo(now + hours.timezone_offset * minuteMs - start * hourMs, dayMs);
  return open === 0 || sinceStart < open ? 0 : dayMs - sinceStart;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
