import type { Limit } from '#contract/endpoint.ts';
import { createOtherUsage, type OtherUsage } from './other-clients.ts';
import type { PersistedWindow } from './persisted-usage.ts';
import { createSlotLog, type SlotLog } from './slot-log.ts';

/**
 * One limit of the service as this client counts it. A slot is taken when a request is sent and
 * frees a whole window after the last byte of its answer arrived. The service counted the request
 * earlier than that, so however it counts (sliding, fixed at any phase, from the first request, or
 * as a token bucket) and for any network jitter, none of its windows ever holds more than
 * `max` requests of ours. All times are monotonic milliseconds.
 */
export interface LimitWindow {
  /** The limit that the contract states. */
  readonly stated: number;
  readonly ms: number;
  /** The limit that applies now, as answers showed it. */
  max(): number;
  setMax(max: number): void;
  /** Whether one more request may go now while `reserved` slots stay free. */
  isOpen(now: number, reserved: number): boolean;
  /** Slots that own requests hold. */
  used(now: number): number;
  /** Slots free now beyond `reserved`; may be negative. */
  available(now: number, reserved: number): number;
  /**
   * When one more may go at the earliest with `ahead` others going first; an estimate where only
   * an answer in flight can tell.
   */
  opensAt(now: number, reserved: number, ahead: number): number;
  /** The smallest interval, milliseconds, at which a steady flow would never wait here. */
  interval(now: number, reserved: number): number;
  /** Slots that low-priority requests leave to other clients of the same user. */
  reservedForOthers(now: number): number;
  /** Takes a slot; the position is passed back with the answer. */
  take(now: number): SlotPosition;
  /** The answer arrived, or its deadline passed. */
  answered(now: number): void;
  /** Nothing was sent. */
  returned(): void;
  /** An answer was received, so it is known from here on whether there are other clients. */
  confirmed(): void;
  /**
   * Takes over the service's own count of free slots, as it was when it answered the request at
   * `position`. `counted`: that request is in the count, which a refused one is not.
   */
  correct(
    left: { readonly remaining: number; readonly resetMs: number | undefined; counted: boolean },
    position: SlotPosition,
    now: number,
  ): void;
  /** The service refused: nothing goes for `waitMs`, then evenly for ten windows. */
  refused(waitMs: number, now: number): void;
  /** The service may have refused because of this limit: evenly and one at a time for ten windows. */
  suspected(now: number): void;
  save(now: number): PersistedWindow;
  /** Restores what was saved, and adds `unknown` requests that may have been sent since. */
  restore(saved: PersistedWindow | undefined, unknown: number, now: number): void;
}

/**
 * The position of a request in a window: this client's slots in use, its own included, and its
 * number.
 */
export interface SlotPosition {
  readonly used: number;
  readonly nth: number;
}

/** For how many windows requests go evenly after a refusal. */
const evenWindows = 10;
/** After how long an expected answer is looked for again. */
const answerMs = 250;
/** How long after a restart a request of the run before may still arrive. */
const strayMs = 1000;

/** Clocks drift and timers round: a slot frees this much later than arithmetic would have it. */
function margin(windowMs: number): number {
  return Math.max(2, windowMs / 2000);
}

interface State {
  readonly stated: number;
  readonly ms: number;
  /** How long a slot is held after the answer. */
  readonly holdMs: number;
  readonly slots: SlotLog;
  readonly others: OtherUsage;
  max: number;
  /** How many slots were taken so far. */
  taken: number;
  lastTakenAt: number;
  closedUntil: number;
  evenUntil: number;
}

/** Creates the window of one limit, empty: nothing was sent yet. */
export function createLimitWindow(limit: Limit): LimitWindow {
  const ms = limit.windowS * 1000;
  const slots = createSlotLog();
  const others = createOtherUsage({ max: limit.max, ms });
  const state: State = {
    stated: limit.max,
    ms,
    holdMs: ms + margin(ms),
    slots,
    others,
    max: limit.max,
    taken: 0,
    lastTakenAt: -Infinity,
    closedUntil: -Infinity,
    evenUntil: -Infinity,
  };

  return {
    stated: limit.max,
    ms,
    max: () => state.max,
    setMax(next) {
      state.max = Math.max(1, Math.floor(next));
    },
    isOpen: (now, reserved) =>
      freeSlots(state, now, reserved) > 0 &&
      pacedUntil(state, now) <= now &&
      waitsForAnswerUntil(state) <= now,
    used: (now) => slots.used(now),
    available: (now, reserved) => (state.closedUntil > now ? 0 : freeSlots(state, now, reserved)),
    opensAt: (now, reserved, ahead) => opensAt(state, now, reserved, ahead),
    interval: (now, reserved) => interval(state, now, reserved),
    reservedForOthers: (now) => others.expected(now, state.max),
    take: (now) => take(state, now),
    answered(now) {
      slots.answered(now + state.holdMs);
    },
    returned() {
      slots.returned();
    },
    confirmed() {
      others.answered();
    },
    correct({ remaining, resetMs, counted }, { used, nth }, now) {
      const since = state.taken - nth;
      const own = used + since - (counted ? 0 : 1);
      const until = now + Math.min(state.holdMs, Math.max(0, resetMs ?? state.holdMs));
      const seen = Math.max(0, state.max - remaining - own);
      others.observe({ used: seen, until, remaining: remaining - since, nth, now });
    },
    refused(waitMs, now) {
      state.closedUntil = Math.max(state.closedUntil, now + waitMs);
      state.evenUntil = Math.max(state.evenUntil, now + waitMs + evenWindows * ms);
    },
    suspected(now) {
      state.evenUntil = Math.max(state.evenUntil, now + evenWindows * ms);
      others.suspect(now);
    },
    save: (now) => save(state, now),
    restore(saved, unknown, now) {
      if (saved) load(state, saved, now);
      // Requests that were in flight then, known or not, have arrived by now or arrive shortly.
      const free = Math.max(0, state.max - slots.used(now));
      const late = Math.min((saved?.open ?? 0) + unknown, free);
      for (let n = 0; n < late; n += 1) slots.add(now + state.holdMs + strayMs);
    },
  };
}

/** At least one slot is never reserved. */
function reservable(state: State, reserved: number): number {
  return Math.min(reserved, state.max - 1);
}

function freeSlots(state: State, now: number, reserved: number): number {
  const used = state.slots.used(now) + state.others.used(now);
  return state.max - used - reservable(state, reserved);
}

/** Until when a refusal closes the window, or keeps the flow through it even. */
function pacedUntil(state: State, now: number): number {
  const even = now < state.evenUntil ? state.lastTakenAt + state.ms / state.max : -Infinity;
  return Math.max(even, state.closedUntil);
}

function waitsForAnswerUntil({ others, slots, lastTakenAt }: State): number {
  return others.waitsForAnswerUntil(slots.inFlight, lastTakenAt);
}

function opensAt(state: State, now: number, reserved: number, ahead: number): number {
  const { slots, others, holdMs } = state;
  const paced = Math.max(now, pacedUntil(state, now));
  const answerUntil = waitsForAnswerUntil(state);
  // The answer is expected soon; without one the window opens no later than it would by itself.
  if (now < answerUntil) return Math.max(paced, Math.min(now + answerMs, answerUntil));
  let missing = ahead + 1 - freeSlots(state, now, reserved);
  let othersUsed = others.used(now);
  for (let index = 0; missing > 0;) {
    const own = slots.freesAt(index) ?? Infinity;
    if (othersUsed > 0 && others.usedUntil <= own) {
      missing -= othersUsed;
      othersUsed = 0;
      if (missing <= 0) return Math.max(paced, others.usedUntil);
    } else if (own === Infinity) {
      return Math.max(paced, now + holdMs);
    } else {
      missing -= 1;
      index += 1;
      if (missing <= 0) return Math.max(paced, own);
    }
  }
  return paced;
}

function interval(state: State, now: number, reserved: number): number {
  const { slots, others, ms, max } = state;
  let free = freeSlots(state, now, reserved);
  let longest = ms / Math.max(1, max - reservable(state, reserved));
  let othersUsed = others.used(now);
  for (let index = 0; ; index += 1) {
    const freesAt = slots.freesAt(index);
    if (freesAt === undefined) return longest;
    if (othersUsed > 0 && others.usedUntil <= freesAt) {
      free += othersUsed;
      othersUsed = 0;
    }
    free += 1;
    if (free > 0) longest = Math.max(longest, (freesAt - now) / free);
  }
}

function take(state: State, now: number): SlotPosition {
  state.slots.take();
  state.taken += 1;
  state.lastTakenAt = now;
  return { used: state.slots.used(now), nth: state.taken };
}

function save(state: State, now: number): PersistedWindow {
  const { slots, others, max, closedUntil, evenUntil } = state;
  const left = (until: number) => Math.max(0, Math.ceil(until - now)) || 0;
  const othersUsed = others.used(now);
  return {
    frees: slots.freeTimes(now).map(left),
    open: slots.inFlight,
    max,
    others: othersUsed,
    othersMs: othersUsed > 0 ? left(others.usedUntil) : 0,
    closedMs: Number.isFinite(closedUntil) ? left(closedUntil) : 0,
    evenMs: Number.isFinite(evenUntil) ? left(evenUntil) : 0,
  };
}

function load(state: State, saved: PersistedWindow, now: number): void {
  state.max = Math.min(state.stated, Math.max(1, saved.max));
  state.slots.restore(saved.frees.map((left) => now + Math.min(left, state.holdMs)));
  state.others.restore(saved.others, now + Math.min(saved.othersMs, state.holdMs));
  state.closedUntil = now + saved.closedMs;
  state.evenUntil = now + saved.evenMs;
}
