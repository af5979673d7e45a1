/**
 * The slots of one limit that own requests hold: those in flight, and those that were answered and
 * whose slot is not free yet. All times are monotonic milliseconds.
 */
export interface SlotLog {
  readonly inFlight: number;
  /** How many slots are held. */
  used(now: number): number;
  /** When the slots of answered requests free, counted from the oldest that is still held. */
  freesAt(index: number): number | undefined;
  take(): void;
  /** A request in flight was answered, or its deadline passed; its slot frees later. */
  answered(freesAt: number): void;
  /** A request was not sent after all: its slot is free at once. */
  returned(): void;
  /** Adds a held slot without a request; it must not free earlier than those before it. */
  add(freesAt: number): void;
  /** Replaces the slots of answered requests. */
  restore(freeTimes: readonly number[]): void;
  /** When the held slots of answered requests free, oldest first. */
  freeTimes(now: number): readonly number[];
}

/** Freed entries are dropped from the array once there are more than these, and most of it. */
const compactFrom = 64;

/** Creates an empty log: nothing was sent yet. */
export function createSlotLog(): SlotLog {
  /** Sorted; those before `head` have freed. */
  let times: number[] = [];
  let head = 0;
  let inFlight = 0;

  function dropFreed(now: number): void {
    while (head < times.length && (times[head] ?? Infinity) <= now) head += 1;
    if (head > compactFrom && head * 2 > times.length) {
      times = times.slice(head);
      head = 0;
    }
  }

  return {
    get inFlight() {
      return inFlight;
    },
    used(now) {
      dropFreed(now);
      return inFlight + times.length - head;
    },
    freesAt: (index) => times[head + index],
    take() {
      inFlight += 1;
    },
    answered(freesAt) {
      inFlight -= 1;
      times.push(freesAt);
    },
    returned() {
      inFlight -= 1;
    },
    add(freesAt) {
      times.push(freesAt);
    },
    restore(freeTimes) {
      times = freeTimes.toSorted((a, b) => a - b);
      head = 0;
    },
    freeTimes(now) {
      dropFreed(now);
      return times.slice(head);
    },
  };
}
