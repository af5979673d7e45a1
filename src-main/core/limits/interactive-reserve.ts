import type { LimitWindow } from './limit-window.ts';
import { isLowPriority } from './priority.ts';

/** For how long after an action a user is expected to act again, milliseconds. */
const activeMs = 120_000;

/**
 * The share of the overview that low-priority requests leave to the user: a tenth while they act,
 * one slot otherwise. All times are monotonic milliseconds.
 */
export interface InteractiveReserve {
  /** The share while a user acts. */
  readonly active: number;
  /** A user acted, or is about to. */
  extend(now: number): void;
  /** When the reserve changes by itself. */
  changesAt(now: number): number;
  /**
   * How many slots a request must leave free in a window, for the user and for other clients.
   *
   * @param level index in `priorities`
   */
  reserved(level: number, window: LimitWindow, now: number): number;
}

/** @param now a user is taken to be acting now */
export function createInteractiveReserve(overview: LimitWindow, now: number): InteractiveReserve {
  const active = Math.ceil(overview.stated / 10);
  const idle = Math.max(1, Math.floor(overview.stated / 60));
  let activeUntil = now + activeMs;
  return {
    active,
    extend(at) {
      activeUntil = at + activeMs;
    },
    changesAt: (at) => (at < activeUntil ? activeUntil : Infinity),
    reserved(level, window, at) {
      if (!isLowPriority(level)) return 0;
      const share = at < activeUntil ? active : idle;
      return Math.max(window === overview ? share : 0, window.reservedForOthers(at));
    },
  };
}
