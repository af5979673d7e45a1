import type { Limit } from '#contract/endpoint.ts';
import { createOthers } from './other-clients.ts';

/**
 * One limit of the service as this device sees it: a log of the slots that are taken. A slot is
 * taken when a request goes and frees a whole window after its answer's last byte arrived: the
 * service counted it earlier than that, so whatever the jitter of the way, no window of the
 * service's own (sliding, fixed at any phase, begun by its first request, or a bucket of tokens)
 * ever sees more than `max` of ours. All times are monotonic milliseconds.
 */
export interface Window {
  readonly stated: number;
  readonly ms: number;
  max(): number;
  setMax(max: number): void;
  /** Whether one more may go now, `spare` slots being left for somebody else. */
  open(now: number, spare: number): boolean;
  /** Slots that own requests hold. */
  used(now: number): number;
  /** Slots left now after `spare`; may be negative. */
  room(now: number, spare: number): number;
  /**
   * When one more may go at the earliest with `ahead` others going first; a guess where only an
   * answer that is under way can tell.
   */
  opensAt(now: number, spare: number, ahead: number): number;
  /**
   * The smallest distance, milliseconds, at which requests sent one after the other from now on
   * would never have to wait here.
   */
  pace(now: number, spare: number): number;
  /** What careful work leaves free here because other devices are known to spend. */
  caution(now: number): number;
  /** Takes a slot; the mark is handed back with the answer. */
  take(now: number): Mark;
  /** The answer arrived, or its deadline passed. */
  answered(now: number): void;
  /** Nothing was sent. */
  returned(): void;
  /** An answer came: from here on the device no longer guesses whether it is alone. */
  heard(): void;
  /**
   * The service's own count of what is left, as it was when it answered the request of `mark`, which
   * it counted unless it refused it.
   */
  correct(
    left: { readonly remaining: number; readonly resetMs: number | undefined; counted: boolean },
    mark: Mark,
    now: number,
  ): void;
  /** The service refused: nothing goes for `waitMs`, then evenly for ten windows. */
  refused(waitMs: number, now: number): void;
  /** The service refused without saying which limit: one at a time, evenly, for ten windows. */
  doubted(now: number): void;
  save(now: number): WindowState;
  /** Takes up what was saved, and `unknown` more requests that may have gone since. */
  restore(state: WindowState | undefined, unknown: number, now: number): void;
}

/** Own requests that the service may at most have counted when it answered, this one included. */
export interface Mark {
  readonly used: number;
  readonly nth: number;
}

/** A window at rest; all times are milliseconds from the moment of saving. */
export interface WindowState {
  readonly frees: readonly number[];
  /** Requests under way. */
  readonly open: number;
  readonly max: number;
  readonly others: number;
  readonly othersMs: number;
  readonly closedMs: number;
  readonly evenMs: number;
}

/** How many windows long a refusal is remembered. */
const evenWindows = 10;
/** About how long an answer is waited for before looking again. */
const answerMs = 250;

/** How long after a restart a request of the run before may still arrive. */
const strayMs = 1000;

/** Clocks drift and timers round: a slot frees this much later than arithmetic would have it. */
export function margin(windowMs: number): number {
  return Math.max(2, windowMs / 2000);
}

/** Makes the log of one limit, empty: nothing was sent yet. */
export function createWindow(limit: Limit): Window {
  const ms = limit.windowS * 1000;
  const hold = ms + margin(ms);
  const others = createOthers({ max: limit.max, ms });
  let max = limit.max;
  /** When each answered request's slot frees, oldest first, from `head` on. */
  let frees: number[] = [];
  let head = 0;
  let open = 0;
  let taken = 0;
  let lastTaken = -Infinity;
  let closedUntil = -Infinity;
  let evenUntil = -Infinity;

  function forget(now: number): void {
    while (head < frees.length && (frees[head] ?? Infinity) <= now) head += 1;
    if (head > 64 && head * 2 > frees.length) {
      frees = frees.slice(head);
      head = 0;
    }
  }

  function room(now: number, spare: number): number {
    forget(now);
    return max - open - (frees.length - head) - others.spent(now) - Math.min(spare, max - 1);
  }

  function pacedAt(now: number): number {
    const even = now < evenUntil ? lastTaken + ms / max : -Infinity;
    return Math.max(even, closedUntil);
  }

  const crowdedUntil = () => others.crowdedUntil(open, lastTaken);

  function opensAt(now: number, spare: number, ahead: number): number {
    const paced = Math.max(now, pacedAt(now));
    const crowded = crowdedUntil();
    // An answer is guessed to be near; without one it opens no later than it would by itself.
    if (now < crowded) return Math.max(paced, Math.min(now + answerMs, crowded));
    let wanted = ahead + 1 - room(now, spare);
    if (wanted <= 0) return paced;
    let at = head;
    let rest = others.spent(now);
    while (wanted > 0) {
      const own = frees[at] ?? Infinity;
      if (rest > 0 && others.until <= own) {
        wanted -= rest;
        rest = 0;
        if (wanted <= 0) return Math.max(paced, others.until);
      } else if (own === Infinity) {
        return Math.max(paced, now + hold);
      } else {
        wanted -= 1;
        at += 1;
        if (wanted <= 0) return Math.max(paced, own);
      }
    }
    return paced;
  }

  return {
    stated: limit.max,
    ms,
    max: () => max,
    setMax(next) {
      max = Math.max(1, Math.floor(next));
    },
    used(now) {
      forget(now);
      return open + frees.length - head;
    },
    open: (now, spare) => room(now, spare) > 0 && pacedAt(now) <= now && crowdedUntil() <= now,
    room: (now, spare) => (closedUntil > now ? 0 : room(now, spare)),
    opensAt,
    pace(now, spare) {
      let slots = room(now, spare);
      let apart = ms / Math.max(1, max - Math.min(spare, max - 1));
      let rest = others.spent(now);
      for (let at = head; at < frees.length; at += 1) {
        const free = frees[at] ?? now;
        if (rest > 0 && others.until <= free) {
          slots += rest;
          rest = 0;
        }
        slots += 1;
        if (slots > 0) apart = Math.max(apart, (free - now) / slots);
      }
      return apart;
    },
    caution: (now) => others.caution(now, max),
    take(now) {
      forget(now);
      open += 1;
      taken += 1;
      lastTaken = now;
      return { used: open + frees.length - head, nth: taken };
    },
    answered(now) {
      open -= 1;
      frees.push(now + hold);
    },
    returned() {
      open -= 1;
    },
    heard() {
      others.heard();
    },
    correct({ remaining, resetMs, counted }, mark, now) {
      const since = taken - mark.nth;
      const own = mark.used + since - (counted ? 0 : 1);
      const seen = Math.max(0, max - remaining - own);
      const until = now + Math.min(hold, Math.max(0, resetMs ?? hold));
      others.see(seen, until, remaining - since, mark.nth, now);
    },
    refused(waitMs, now) {
      closedUntil = Math.max(closedUntil, now + waitMs);
      evenUntil = Math.max(evenUntil, now + waitMs + evenWindows * ms);
    },
    doubted(now) {
      evenUntil = Math.max(evenUntil, now + evenWindows * ms);
      others.suspect(now);
    },
    save(now) {
      forget(now);
      const left = (until: number) => Math.max(0, Math.ceil(until - now)) || 0;
      return {
        frees: frees.slice(head).map(left),
        open,
        max,
        others: others.spent(now),
        othersMs: others.spent(now) > 0 ? left(others.until) : 0,
        closedMs: Number.isFinite(closedUntil) ? left(closedUntil) : 0,
        evenMs: Number.isFinite(evenUntil) ? left(evenUntil) : 0,
      };
    },
    restore(state, unknown, now) {
      if (state) {
        max = Math.min(limit.max, Math.max(1, state.max));
        frees = state.frees.map((left) => now + Math.min(left, hold)).sort((a, b) => a - b);
        head = 0;
        others.restore(state.others, now + Math.min(state.othersMs, hold));
        closedUntil = now + state.closedMs;
        evenUntil = now + state.evenMs;
      }
      forget(now);
      // Those under way then, and those nobody knows of, arrived by now or arrive in a moment.
      const left = Math.max(0, max - open - (frees.length - head));
      const late = Math.min((state?.open ?? 0) + unknown, left);
      for (let n = 0; n < late; n += 1) frees.push(now + hold + strayMs);
    },
  };
}
