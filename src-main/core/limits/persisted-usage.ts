import { z } from 'zod';

/** A window at rest; all times are milliseconds from the moment of saving. */
const PersistedWindow = z.object({
  /** When the slots of answered requests free. */
  frees: z.array(z.number()).readonly(),
  /** Requests in flight. */
  open: z.number(),
  max: z.number(),
  /** The usage of other clients, and for how long it counts. */
  others: z.number(),
  othersMs: z.number(),
  closedMs: z.number(),
  evenMs: z.number(),
});
export type PersistedWindow = z.output<typeof PersistedWindow>;

/** The limiter's usage that survives a restart, as a record of the vault. */
export const PersistedUsage = z.object({
  version: z.number(),
  /** Unix milliseconds. */
  savedAt: z.number(),
  /** How many requests may have been sent after saving; `null`: unknown. */
  ahead: z.number().nullable(),
  overview: PersistedWindow,
  /** The usage of the endpoints that the overview does not count, and their ids. */
  apart: PersistedWindow,
  outside: z.array(z.string()).readonly(),
  /** Whether headers may show that the overview does not count an endpoint. */
  trusting: z.boolean(),
  /** The windows of each recently used endpoint, by its id. */
  routes: z.record(z.string(), z.array(PersistedWindow).readonly()),
});
export type PersistedUsage = z.output<typeof PersistedUsage>;

/** The version that is written; other versions cannot be used. */
export const usageVersion = 1;

/** A clock set back by more than this makes earlier usage unknown, milliseconds. */
const clockSlackMs = 5000;

/**
 * Persisted usage with the time since it was saved taken off. `undefined` when it cannot be used
 * (another version, or the clock was set back): every window then counts as full.
 *
 * @param now in the time of `savedAt`, milliseconds
 */
export function usageAt(usage: PersistedUsage, now: number): PersistedUsage | undefined {
  const passed = now - usage.savedAt;
  if (usage.version !== usageVersion || !(passed >= -clockSlackMs)) return undefined;
  const left = (ms: number) => Math.max(0, ms - Math.max(0, passed));
  const later = (saved: PersistedWindow): PersistedWindow => ({
    ...saved,
    frees: saved.frees.map(left),
    othersMs: left(saved.othersMs),
    closedMs: left(saved.closedMs),
    evenMs: left(saved.evenMs),
  });
  return {
    ...usage,
    overview: later(usage.overview),
    apart: later(usage.apart),
    routes: Object.fromEntries(
      Object.entries(usage.routes).map(([id, windows]) => [id, windows.map(later)]),
    ),
  };
}
