import { dayMs } from '#contract/constants.ts';
import type { ServerStatistics } from '#contract/records/shared.ts';
import { hash32 } from '#service/random.ts';

interface Measured {
  /** Servers with the same key have the same statistics. */
  readonly key: string;
  readonly host: string;
  readonly up: boolean;
  readonly cpu_model: string;
}

type StatisticsDay = ServerStatistics['stats'][number];

/** How often today's values move. */
const stepMs = 3000;

/** 14 to 30 days, oldest first, the same for the same server and time. */
export function statisticsOf(server: Measured, now: number): ServerStatistics {
  const days = 14 + (hash32(`${server.key} days`) % 17);
  const today = Math.floor(now / dayMs);
  return {
    host: server.host,
    status: server.up ? 'up' : 'down',
    uptime_days: server.up ? 3 + ((hash32(`${server.key} uptime`) + today) % 200) : 0,
    cpu_model: server.cpu_model,
    stats: Array.from({ length: days }, (_, index) => {
      const day = today - (days - 1) + index;
      if (day < today) return dayOf(server.key, day, noise(server.key, 'day', day));
      return server.up
        ? dayOf(server.key, day, liveLoad(server.key, now))
        : { date: dateOf(day), cpu: 0, ram: 0, up: 0, down: 0 };
    }),
  };
}

function dayOf(key: string, day: number, load: number): StatisticsDay {
  const capacity = 200 + (hash32(`${key} capacity`) % 800);
  // The first of January 1970 was a Thursday; people stream more at the weekend.
  const weekend = (day + 4) % 7 === 0 || (day + 4) % 7 === 6 ? 1.2 : 1;
  const down = capacity * (0.15 + 0.6 * load) * weekend;
  return {
    date: dateOf(day),
    cpu: round(Math.min(98, 8 + 62 * load * weekend)),
    ram: round(Math.min(96, 35 + 30 * noise(key, 'ram', day) + 10 * load)),
    up: round(down * (0.12 + 0.1 * noise(key, 'ratio', day))),
    down: round(down),
  };
}

/** Load in [0, 1] as it is now: a slow wave over minutes with a quick one on top. */
function liveLoad(key: string, now: number): number {
  return (
    0.7 * glide(key, 'slow', now / (stepMs * 20)) +
    0.3 * noise(key, 'live', Math.floor(now / stepMs))
  );
}

/** Noise that moves evenly between its values at whole positions. */
function glide(key: string, stream: string, position: number): number {
  const whole = Math.floor(position);
  const part = position - whole;
  return noise(key, stream, whole) * (1 - part) + noise(key, stream, whole + 1) * part;
}

function noise(key: string, stream: string, position: number): number {
  return hash32(`${key} ${stream} ${String(position)}`) / 2 ** 32;
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
