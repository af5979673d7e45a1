import type { LimitWindow } from './limit-window.ts';
import { isLowPriority } from './priority.ts';

/** For how long after an action a user is expected to act again, milliseconds. */
const activeMs = 120_000;

/** The overview's share left to the user: a tenth while they act, else one slot. */
export class InteractiveReserve {
  readonly active: number;
  readonly #idle: number;
  readonly #overview: LimitWindow;
  #activeUntil: number;

  /** @param now a user is taken to be acting now */
  constructor(overview: LimitWindow, now: number) {
    this.active = Math.ceil(overview.stated / 10);
    this.#idle = Math.max(1, Math.floor(overview.stated / 60));
    this.#overview = overview;
    this.#activeUntil = now + activeMs;
  }

  extend(now: number): void {
    this.#activeUntil = now + activeMs;
  }

  changesAt(now: number): number {
    return now < this.#activeUntil ? this.#activeUntil : Infinity;
  }

  /** Slots to leave free for the user and other clients; `level`: index in `priorities`. */
  reserved(level: number, window: LimitWindow, now: number): number {
    if (!isLowPriority(level)) return 0;
    const share = now < this.#activeUntil ? this.active : this.#idle;
    return Math.max(window === this.#overview ? share : 0, window.reservedForOthers(now));
  }
}
