import type { LimitFacts } from './headers.ts';
import { touch, type Lane, type Slots } from './endpoint-queue.ts';
import type { Window } from './window.ts';

/**
 * What answers teach. Two limits are stated, 60 per 60 s over everything and one by endpoint, and
 * which applies is not shown (specification, part 3, Limits 1 to 3). Culvert begins with both.
 *
 * - "Requests left" cannot exceed what the overview would leave, so an answer that says that as many
 *   as the whole overview are left after it shows that the overview does not count its route. Only
 *   that route leaves the overview, and only large limits can ever show it.
 * - An answer that names the overview's limit puts its route back.
 * - Whatever lowers a number or says that others have spent holds at once.
 * - A refusal that only the overview can explain ends all trust in such answers.
 */
export interface Learning {
  /** All routes that the overview counts. */
  readonly overview: Window;
  /** Requests of routes that left the overview, in case they have to come back. */
  readonly apart: Window;
  hear(lane: Lane<unknown>, slots: Slots, status: number, facts: LimitFacts, now: number): void;
  trusting(): boolean;
  distrust(): void;
}

/** Longest `Retry-After` that is believed. */
const longestRetryMs = 3_600_000;

/** @param lanes all lanes there are, for when every route has to come back */
export function createLearning(
  overview: Window,
  apart: Window,
  lanes: () => Iterable<Lane<unknown>>,
): Learning {
  let trusting = true;
  /** The route that was last refused without a word, and until when another one is suspicious. */
  let silent: { readonly id: string; readonly until: number } | undefined;

  function comeBack(those: Iterable<Lane<unknown>>, now: number): void {
    let any = false;
    for (const lane of those) {
      any ||= !lane.inOverview;
      lane.inOverview = true;
    }
    if (any) overview.restore(undefined, apart.used(now), now);
  }

  /** Which windows a stated limit speaks of, after taking the number itself to heart. */
  function named(lane: Lane<unknown>, limit: number): { own: Window[]; wide: boolean } {
    const own = lane.own.filter((window) => window.stated === limit || window.max() === limit);
    for (const window of own) if (window.stated === limit) window.setMax(limit);
    const wide = overview.stated === limit || overview.max() === limit;
    if (wide && own.length === 0 && overview.stated === limit) overview.setMax(limit);
    if (wide || own.length > 0) return { own, wide };
    const lowered = lane.own.filter((window) => limit < window.stated);
    for (const window of lowered) window.setMax(limit);
    // On a route of the common default, a number below the overview's can be the overview's own.
    const both = lane.route.limitKind === 'default' && limit < overview.max();
    if (both) overview.setMax(limit);
    return { own: lowered, wide: both };
  }

  function refuse(
    lane: Lane<unknown>,
    about: { own: Window[]; wide: boolean },
    facts: LimitFacts,
    now: number,
  ): void {
    const wait = (window: Window) =>
      facts.retryMs === undefined
        ? Math.min(facts.resetMs ?? window.ms, window.ms)
        : Math.min(facts.retryMs, longestRetryMs);
    const longest = Math.max(0, ...lane.own.map((window) => window.ms));
    const beyondOwn = lane.inOverview && (facts.retryMs ?? 0) > longest;
    if (about.wide || (about.own.length === 0 && beyondOwn)) overview.refused(wait(overview), now);
    for (const window of about.own) window.refused(wait(window), now);
    if (about.wide || about.own.length > 0) return;
    for (const window of lane.own) window.refused(wait(window), now);
    if (!lane.inOverview) return;
    if (silent && silent.id !== lane.route.id && now < silent.until) {
      overview.refused(wait(overview), now);
    } else {
      overview.doubted(now);
    }
    silent = { id: lane.route.id, until: now + overview.ms };
  }

  return {
    overview,
    apart,
    trusting: () => trusting,
    distrust() {
      trusting = false;
    },
    hear(lane, slots, status, facts, now) {
      touch(lane);
      for (const window of lane.own) window.heard();
      slots.wide.heard();
      const about = facts.limit === undefined ? { own: [], wide: false } : named(lane, facts.limit);
      if (about.wide && about.own.length === 0) comeBack([lane], now);
      const { remaining } = facts;
      if (remaining !== undefined) {
        const left = { remaining, resetMs: facts.resetMs, counted: status !== 429 };
        lane.own.forEach((window, at) => {
          const mark = slots.own[at];
          if (mark && about.own.includes(window)) window.correct(left, mark, now);
        });
        if (about.wide && slots.wide === overview) overview.correct(left, slots.wideMark, now);
        const proven = about.own.length > 0 && !about.wide && remaining >= overview.stated;
        if (proven && trusting && status !== 429) lane.inOverview = false;
      }
      if (status !== 429) return;
      const explained = about.own.length > 0 && (remaining ?? 0) === 0;
      const spent = apart.used(now) + overview.used(now);
      if (!lane.inOverview && !explained && spent >= overview.max()) {
        trusting = false;
        comeBack(lanes(), now);
      }
      refuse(lane, about, facts, now);
    },
  };
}
