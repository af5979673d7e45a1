import { z } from 'zod';
import type { Limit } from '#contract/endpoint.ts';
import { OtherClients } from './other-clients.ts';

export interface Slot {
  readonly nth: number;
  /** The slots in use when it was taken, its own included. */
  readonly used: number;
  /** Monotonic milliseconds; `Infinity` while the request is in flight. */
  freesAt: number;
}

/** The stored form of a window; all times are milliseconds from the moment of saving. */
export const PersistedWindow = z.object({
  frees: z.array(z.number()).readonly(),
  inFlight: z.number(),
  /** The usage of other clients, and for how long it counts. */
  others: z.number(),
  othersMs: z.number(),
  closedMs: z.number(),
  evenMs: z.number(),
});
export type PersistedWindow = z.output<typeof PersistedWindow>;

/** For how many windows requests go evenly after a refusal. */
const evenWindows = 10;
/** How long to wait before checking again for an expected answer. */
const answerMs = 250;
/** How long after a restart a request of the run before may still arrive. */
const strayMs = 1000;

/**
 * One limit of the service as this client counts it. A slot is taken when a request is sent and
 * frees a whole window after the last byte of its answer arrived. The service counted the request
 * earlier than that, so however it counts (sliding, fixed at any phase, from the first request, or
 * as a token bucket) and for any network jitter, none of its windows ever holds more than
 * `max` requests of ours. All times are monotonic milliseconds.
 */
export class LimitWindow {
  readonly stated: number;
  readonly ms: number;
  /** How long a slot is held after the answer. */
  readonly #holdMs: number;
  readonly #others: OtherClients;
  /** In the order in which they were taken. */
  #slots: Slot[] = [];
  #max: number;
  #taken = 0;
  #lastTakenAt = -Infinity;
  #closedUntil = -Infinity;
  #evenUntil = -Infinity;

  /** Nothing was sent yet. */
  constructor({ max, windowS }: Limit) {
    this.stated = max;
    this.ms = windowS * 1000;
    // Clocks drift and timers round: a slot frees this much later than arithmetic would have it.
    this.#holdMs = this.ms + Math.max(2, this.ms / 2000);
    this.#others = new OtherClients({ max, ms: this.ms });
    this.#max = max;
  }

  /** The limit that applies now, as answers showed it: a whole number, at least one. */
  get max(): number {
    return this.#max;
  }

  set max(max: number) {
    this.#max = Math.max(1, Math.floor(max));
  }

  used(now: number): number {
    this.#slots = this.#slots.filter(({ freesAt }) => freesAt > now);
    return this.#slots.length;
  }

  /** Slots free now beyond `reserved`; may be negative. */
  available(now: number, reserved: number): number {
    return this.#closedUntil > now ? 0 : this.#free(now, reserved);
  }

  /** When one more may go while `reserved` stay free and `ahead` go first; may be an estimate. */
  opensAt(now: number, reserved: number, ahead = 0): number {
    const missing = ahead + 1 - this.#free(now, reserved);
    const even = now < this.#evenUntil ? this.#lastTakenAt + this.ms / this.#max : -Infinity;
    const paced = Math.max(now, even, this.#closedUntil);
    const answerUntil = this.#others.waitsForAnswerUntil(this.#inFlight(), this.#lastTakenAt);
    // The answer is expected soon; without one the window opens no later than it would by itself.
    if (now < answerUntil) return Math.max(paced, Math.min(now + answerMs, answerUntil));
    if (missing <= 0) return paced;
    const others = Array.from({ length: this.#others.used(now) }, () => this.#others.usedUntil);
    const frees = [...this.#freeTimes(now), ...others].sort((a, b) => a - b);
    return Math.max(paced, frees[missing - 1] ?? now + this.#holdMs);
  }

  /** The smallest interval, milliseconds, at which a steady flow would never wait here. */
  interval(now: number, reserved: number): number {
    const free = this.#free(now, reserved);
    const others = this.#others.used(now);
    return this.#freeTimes(now).reduce((longest, at, n) => {
      const freeThen = free + n + 1 + (this.#others.usedUntil <= at ? others : 0);
      return freeThen > 0 ? Math.max(longest, (at - now) / freeThen) : longest;
    }, this.sustained(reserved));
  }

  /** The interval of a flow that goes on for long, milliseconds, whatever is in use now. */
  sustained(reserved: number): number {
    return this.ms / Math.max(1, this.#max - this.#reservable(reserved));
  }

  /** Slots that low-priority requests leave to other clients of the same user. */
  reservedForOthers(now: number): number {
    return this.#others.expected(now, this.#max);
  }

  /** A request is sent. Its slot is given back to `answered`, `returned` and `correct`. */
  take(now: number): Slot {
    this.#taken += 1;
    this.#lastTakenAt = now;
    const slot: Slot = { nth: this.#taken, used: this.used(now) + 1, freesAt: Infinity };
    this.#slots.push(slot);
    return slot;
  }

  /** The answer arrived, or its deadline passed. */
  answered(slot: Slot, now: number): void {
    slot.freesAt = now + this.#holdMs;
  }

  returned(slot: Slot): void {
    slot.freesAt = -Infinity;
  }

  /** An answer was received, so it is known from here on whether there are other clients. */
  confirmed(): void {
    this.#others.answered();
  }

  /** Takes over the service's count of free slots at the answer to `slot`. */
  correct(
    left: { readonly remaining: number; readonly resetMs: number | undefined; counted: boolean },
    slot: Slot,
    now: number,
  ): void {
    const { remaining, resetMs = this.#holdMs, counted } = left;
    const since = this.#taken - slot.nth;
    const own = slot.used + since - (counted ? 0 : 1);
    this.#others.observe({
      used: Math.max(0, this.#max - remaining - own),
      until: now + Math.min(this.#holdMs, Math.max(0, resetMs)),
      remaining: remaining - since,
      nth: slot.nth,
      now,
    });
  }

  /** The service refused: nothing goes for `waitMs`, then evenly for ten windows. */
  refused(waitMs: number, now: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, now + waitMs);
    this.#evenUntil = Math.max(this.#evenUntil, now + waitMs + evenWindows * this.ms);
  }

  /** The user asks to try again although the service asked for a pause: evenly, as after one. */
  reopen(): void {
    this.#closedUntil = -Infinity;
  }

  /** The service may have refused because of this limit: evenly and one at a time for ten windows. */
  suspected(now: number): void {
    this.#evenUntil = Math.max(this.#evenUntil, now + evenWindows * this.ms);
    this.#others.suspect(now);
  }

  save(now: number): PersistedWindow {
    const left = (until: number) => Math.max(0, Math.ceil(until - now)) || 0;
    const others = this.#others.used(now);
    return {
      frees: this.#freeTimes(now).map(left),
      inFlight: this.#inFlight(),
      others,
      othersMs: others > 0 ? left(this.#others.usedUntil) : 0,
      closedMs: left(this.#closedUntil),
      evenMs: left(this.#evenUntil),
    };
  }

  /** Restores usage saved `passedMs` ago, but no lower limit: the next answer states that again. */
  restore(saved: PersistedWindow, passedMs: number, now: number): void {
    const end = (left: number) => now + left - passedMs;
    const held = (left: number) => Math.min(end(left), now + this.#holdMs);
    this.#slots = saved.frees.map((left) => ({ nth: 0, used: 0, freesAt: held(left) }));
    this.#others.restore(saved.others, held(saved.othersMs));
    this.#closedUntil = end(saved.closedMs);
    this.#evenUntil = end(saved.evenMs);
    this.hold(saved.inFlight, now, now);
  }

  /** Counts up to `count` more requests, as many as there is room for, that were sent before `at`. */
  hold(count: number, at: number, now: number): void {
    const freesAt = at + this.#holdMs + strayMs;
    const room = Math.max(0, this.#max - this.used(now));
    for (let n = 0; n < Math.min(count, room); n += 1) {
      this.#slots.push({ nth: 0, used: 0, freesAt });
    }
  }

  #inFlight(): number {
    return this.#slots.filter(({ freesAt }) => freesAt === Infinity).length;
  }

  /** When the slots of answered requests free, oldest first. */
  #freeTimes(now: number): number[] {
    return this.#slots
      .map(({ freesAt }) => freesAt)
      .filter((at) => at > now && at < Infinity)
      .sort((a, b) => a - b);
  }

  /** At least one slot is never reserved. */
  #reservable(reserved: number): number {
    return Math.min(reserved, this.#max - 1);
  }

  #free(now: number, reserved: number): number {
    return this.#max - this.used(now) - this.#others.used(now) - this.#reservable(reserved);
  }
}
