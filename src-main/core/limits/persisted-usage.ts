import { z } from 'zod';
import type { Lane } from './endpoint-queue.ts';
import type { Window, WindowState } from './window.ts';

const StoredWindow = z.object({
  frees: z.array(z.number()).readonly(),
  open: z.number(),
  max: z.number(),
  others: z.number(),
  othersMs: z.number(),
  closedMs: z.number(),
  evenMs: z.number(),
});

/** What of the limiter survives a restart; plain data for the vault. */
export const LimiterMemory = z.object({
  version: z.number(),
  /** Unix milliseconds. */
  savedAt: z.number(),
  /** How many requests may have gone after saving; `null`: nobody knows. */
  ahead: z.number().nullable(),
  overview: StoredWindow,
  /** The routes that left the overview, by id. */
  apart: StoredWindow,
  outside: z.array(z.string()).readonly(),
  trusting: z.boolean(),
  /** The windows of each route that was used lately, by id. */
  routes: z.record(z.string(), z.array(StoredWindow).readonly()).readonly(),
});
export type LimiterMemory = Readonly<z.output<typeof LimiterMemory>>;

/** Version of what is written now; older and newer ones tell nothing. */
const memoryVersion = 1;

/** A clock set back by more than this makes the past unknown. */
const clockSlackMs = 5000;

/**
 * The memory as it is `now`; `undefined` where it tells nothing (another version, or the clock was
 * set back), so that the past counts as full.
 */
export function recall(memory: LimiterMemory, now: number): LimiterMemory | undefined {
  const passed = now - memory.savedAt;
  if (memory.version !== memoryVersion || !(passed >= -clockSlackMs)) return undefined;
  const later = (state: WindowState): WindowState => {
    const left = (ms: number) => Math.max(0, ms - Math.max(0, passed));
    return {
      ...state,
      frees: state.frees.map(left),
      othersMs: left(state.othersMs),
      closedMs: left(state.closedMs),
      evenMs: left(state.evenMs),
    };
  };
  return {
    ...memory,
    overview: later(memory.overview),
    apart: later(memory.apart),
    routes: Object.fromEntries(
      Object.entries(memory.routes).map(([id, states]) => [id, states.map(later)]),
    ),
  };
}

/**
 * Puts together what is to survive.
 *
 * @param state.now monotonic milliseconds
 * @param state.past what was recalled at `since`, for routes that were not used again yet
 */
export function memorize(state: {
  readonly savedAt: number;
  readonly ahead: number | null;
  readonly now: number;
  readonly overview: Window;
  readonly apart: Window;
  readonly lanes: readonly Lane<unknown>[];
  readonly trusting: boolean;
  readonly past: { readonly memory: LimiterMemory; readonly since: number } | undefined;
}): LimiterMemory {
  const { now, lanes, past } = state;
  const unused = past && recall({ ...past.memory, savedAt: past.since }, now);
  const used = new Set(lanes.map(({ route }) => route.id));
  return {
    version: memoryVersion,
    savedAt: state.savedAt,
    ahead: state.ahead,
    overview: state.overview.save(now),
    apart: state.apart.save(now),
    outside: [
      ...lanes.filter((lane) => !lane.inOverview).map(({ route }) => route.id),
      ...(unused?.outside.filter((id) => !used.has(id)) ?? []),
    ],
    trusting: state.trusting,
    routes: {
      ...unused?.routes,
      ...Object.fromEntries(
        lanes.map(({ route, own }) => [route.id, own.map((window) => window.save(now))]),
      ),
    },
  };
}
