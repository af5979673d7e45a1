import type { LimitHeaders } from './headers.ts';
import type { LimitWindow, Slot } from './limit-window.ts';
import type { EndpointWindows, Usage } from './usage.ts';

/** The slots that one request holds; they are taken and freed together. */
export type Slots = ReadonlyMap<LimitWindow, Slot>;

interface NamedWindows {
  readonly own: readonly LimitWindow[];
  readonly overview: boolean;
}

/** The longest `Retry-After` that is obeyed, milliseconds. */
const longestRetryMs = 3_600_000;
const refusedStatus = 429;

/**
 * Adapts the limits to what answers show. Two limits are stated, an overview of 60 per 60 s over
 * everything and one by endpoint, and which applies is not shown (specification, part 3, Limits 1
 * to 3). Culvert begins with both.
 *
 * - "Requests left" cannot exceed what the overview would leave, so an answer that says that as
 *   many as the whole overview are left shows that the overview does not count its endpoint. Only
 *   that endpoint becomes exempt, and only large limits can ever show it.
 * - An answer that names the overview's limit ends the exemption of its endpoint.
 * - Anything that lowers a limit or shows usage by other clients applies at once.
 * - A refusal that only the overview can explain ends all exemptions for good.
 */
export class AdaptiveLimits {
  readonly #usage: Usage;
  /** The last endpoint that was refused without a reason, and until when a second is suspicious. */
  #unexplained: { readonly id: string; readonly until: number } | undefined;

  constructor(usage: Usage) {
    this.#usage = usage;
  }

  observe(
    windows: EndpointWindows,
    slots: Slots,
    answer: { readonly status: number; readonly headers: LimitHeaders },
    now: number,
  ): void {
    const { status, headers } = answer;
    for (const window of slots.keys()) window.confirmed();
    const named =
      headers.limit === undefined
        ? { own: [], overview: false }
        : this.#applyStatedLimit(windows, headers.limit);
    if (named.overview && named.own.length === 0) this.#endExemptions([windows], now);
    this.#correctUsage(windows, slots, named, answer, now);
    if (status === refusedStatus) this.#observeRefusal(windows, named, headers, now);
  }

  #applyStatedLimit({ own, endpoint }: EndpointWindows, limit: number): NamedWindows {
    const { overview } = this.#usage;
    const named = own.filter((window) => window.stated === limit || window.max === limit);
    for (const window of named) if (window.stated === limit) window.max = limit;
    const isOverview = overview.stated === limit || overview.max === limit;
    if (isOverview && named.length === 0 && overview.stated === limit) overview.max = limit;
    if (isOverview || named.length > 0) return { own: named, overview: isOverview };
    const lowered = own.filter((window) => limit < window.stated);
    for (const window of lowered) window.max = limit;
    // For an endpoint of the common default, a limit below the overview's can be the overview's own.
    const both = endpoint.limitKind === 'default' && limit < overview.max;
    if (both) overview.max = limit;
    return { own: lowered, overview: both };
  }

  /** Takes over the service's count, and exempts the endpoint if the count shows that it is. */
  #correctUsage(
    windows: EndpointWindows,
    slots: Slots,
    named: NamedWindows,
    answer: { readonly status: number; readonly headers: LimitHeaders },
    now: number,
  ): void {
    const { overview, trustsHeaders } = this.#usage;
    const { remaining, resetMs } = answer.headers;
    if (remaining === undefined) return;
    const counted = answer.status !== refusedStatus;
    for (const window of named.overview ? [...named.own, overview] : named.own) {
      const slot = slots.get(window);
      if (slot) window.correct({ remaining, resetMs, counted }, slot, now);
    }
    const shown = named.own.length > 0 && !named.overview && remaining >= overview.stated;
    if (shown && trustsHeaders && counted) windows.inOverview = false;
  }

  #observeRefusal(
    windows: EndpointWindows,
    named: NamedWindows,
    headers: LimitHeaders,
    now: number,
  ): void {
    const { overview, exempt } = this.#usage;
    const explained = named.own.length > 0 && (headers.remaining ?? 0) === 0;
    const used = exempt.used(now) + overview.used(now);
    if (!windows.inOverview && !explained && used >= overview.max) {
      this.#usage.trustsHeaders = false;
      this.#endExemptions(this.#usage.all(), now);
    }
    this.#closeWindows(windows, named, headers, now);
  }

  /** Closes the windows that a refusal is about or, where it names none, those that may be meant. */
  #closeWindows(
    { endpoint, own, inOverview }: EndpointWindows,
    named: NamedWindows,
    headers: LimitHeaders,
    now: number,
  ): void {
    const { overview } = this.#usage;
    const close = (window: LimitWindow) => {
      const waitMs =
        headers.retryMs === undefined
          ? Math.min(headers.resetMs ?? window.ms, window.ms)
          : Math.min(headers.retryMs, longestRetryMs);
      window.refused(waitMs, now);
    };
    const longestOwn = Math.max(0, ...own.map((window) => window.ms));
    const beyondOwn = inOverview && (headers.retryMs ?? 0) > longestOwn;
    if (named.overview || (named.own.length === 0 && beyondOwn)) close(overview);
    named.own.forEach(close);
    if (named.overview || named.own.length > 0) return;
    own.forEach(close);
    if (!inOverview) return;
    const before = this.#unexplained;
    this.#unexplained = { id: endpoint.id, until: now + overview.ms };
    if (before && before.id !== endpoint.id && now < before.until) close(overview);
    else overview.suspected(now);
  }

  #endExemptions(endpoints: Iterable<EndpointWindows>, now: number): void {
    const { overview, exempt } = this.#usage;
    let ended = false;
    for (const windows of endpoints) {
      ended ||= !windows.inOverview;
      windows.inOverview = true;
    }
    if (ended) overview.hold(exempt.used(now), now, now);
  }
}
