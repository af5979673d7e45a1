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

/** Creates an empty log: nothing was sent yet. */
export function createSlotLog(): SlotLog {
  /** When the slots of answered requests free, sorted. */
  let times: number[] = [];
  let inFlight = 0;

  function dropFreed(now: number): void {
    while ((times[0] ?? Infinity) <= now) times.shift();
  }

  return {
    get inFlight() {
      return inFlight;
    },
    used(now) {
      dropFreed(now);
      return inFlight + times.length;
    },
    freesAt: (index) => times[index],
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
    },
    freeTimes(now) {
      dropFreed(now);
      return [...times];
    },
  };
}
