import type { ServerStats } from '#contract/ipc/stats.ts';
import { ok } from '#contract/failure.ts';
import type { Emit } from './events.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

const dayMs = 86_400_000;

/** A wave that looks like a server's day. */
function wave(seed: number, at: number, low: number, high: number): number {
  const value =
    Math.sin(at / 7 + seed) * 0.5 +
    Math.sin(at / 2.3 + seed * 3) * 0.3 +
    Math.sin(at * 1.7 + seed) * 0.2;
  return Math.round((low + ((value + 1) / 2) * (high - low)) * 10) / 10;
}

/** Statistics of a server after `polls` readings. */
export function fakeStats(server: string, now: number, polls: number): ServerStats {
  const seed = Array.from(server).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 97;
  const days = Array.from({ length: 14 }, (_, n) => ({
    date: new Date(now - (13 - n) * dayMs).toISOString().slice(0, 10),
    cpu: wave(seed, n, 8, 76),
    ram: wave(seed + 5, n, 34, 68),
    up: wave(seed + 9, n, 4, 90),
    down: wave(seed + 2, n, 20, 340),
  }));
  const recent = Array.from(
    { length: Math.min(60, 30 + polls) },
    (_, n, length = Math.min(60, 30 + polls)) => ({
      at: now - (length - 1 - n) * 5000,
      up: wave(seed + 9, n + polls, 4, 90),
      down: wave(seed + 2, n + polls, 20, 340),
    }),
  );
  const last = recent.at(-1);
  const today = days.at(-1);
  if (last !== undefined && today !== undefined)
    days[days.length - 1] = { ...today, up: last.up, down: last.down };
  return {
    server,
    fetchedAt: now,
    host: server.replace(/^server:/, ''),
    status: 'up',
    uptimeDays: 41 + (seed % 60),
    cpuModel: 'AMD EPYC 7443P 24-Core Processor',
    days,
    recent,
  };
}

/** Statistics of the watched servers, in a window without a main process, published at an interval. */
export function statsHandlers(
  { statsAge = 0, pollEvery = 2000 }: Pick<FakeOptions, 'statsAge' | 'pollEvery'>,
  emit: Emit,
): Handlers {
  let watched: readonly string[] = [];
  let polls = 0;
  const read = () => watched.map((server) => fakeStats(server, Date.now() - statsAge, polls));

  if (pollEvery !== 0) {
    setInterval(() => {
      if (watched.length === 0) return;
      polls += 1;
      emit('stats.changed', read());
    }, pollEvery);
  }
  return {
    'stats.watch': ({ servers, focus }) => {
      watched = [...new Set(focus === null ? servers : [focus, ...servers])];
      return ok(read());
    },
  };
}
