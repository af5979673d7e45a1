import { windowsChanged, type EndpointQueue, type Slots } from './endpoint-queue.ts';
import type { LimitHeaders } from './headers.ts';
import type { LimitWindow } from './limit-window.ts';

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
export interface AdaptiveLimits {
  /** All endpoints that the overview counts. */
  readonly overview: LimitWindow;
  /** The usage of exempt endpoints, for when their exemption ends. */
  readonly exempt: LimitWindow;
  /** Takes account of an answer. */
  observe(
    queue: EndpointQueue<unknown>,
    slots: Slots,
    answer: { readonly status: number; readonly headers: LimitHeaders },
    now: number,
  ): void;
  /** Whether answers may exempt an endpoint. */
  trustsHeaders(): boolean;
  distrustHeaders(): void;
}

interface State {
  readonly overview: LimitWindow;
  readonly exempt: LimitWindow;
  readonly allQueues: () => Iterable<EndpointQueue<unknown>>;
  trusting: boolean;
  /** The last endpoint that was refused without a reason, and until when a second is suspicious. */
  unexplained: { readonly id: string; readonly until: number } | undefined;
}

/** The windows that a stated limit is about. */
interface NamedWindows {
  readonly own: readonly LimitWindow[];
  readonly overview: boolean;
}

/** The longest `Retry-After` that is obeyed, milliseconds. */
const longestRetryMs = 3_600_000;
const refusedStatus = 429;

/** @param allQueues all queues there are, for when all exemptions end */
export function createAdaptiveLimits(
  overview: LimitWindow,
  exempt: LimitWindow,
  allQueues: () => Iterable<EndpointQueue<unknown>>,
): AdaptiveLimits {
  const state: State = { overview, exempt, allQueues, trusting: true, unexplained: undefined };
  return {
    overview,
    exempt,
    observe(queue, slots, answer, now) {
      observe(state, queue, slots, answer, now);
    },
    trustsHeaders: () => state.trusting,
    distrustHeaders() {
      state.trusting = false;
    },
  };
}

function observe(
  state: State,
  queue: EndpointQueue<unknown>,
  slots: Slots,
  { status, headers }: { readonly status: number; readonly headers: LimitHeaders },
  now: number,
): void {
  windowsChanged(queue);
  for (const window of queue.windows) window.confirmed();
  slots.overall.confirmed();
  const named: NamedWindows =
    headers.limit === undefined
      ? { own: [], overview: false }
      : applyStatedLimit(state, queue, headers.limit);
  if (named.overview && named.own.length === 0) endExemptions(state, [queue], now);
  if (headers.remaining !== undefined) {
    const { remaining, resetMs } = headers;
    correctUsage(state, queue, slots, named, { remaining, resetMs, status }, now);
  }
  if (status === refusedStatus) observeRefusal(state, queue, named, headers, now);
}

/** Applies a stated limit; answers which windows it is about. */
function applyStatedLimit(
  { overview }: State,
  { windows, endpoint }: EndpointQueue<unknown>,
  limit: number,
): NamedWindows {
  const own = windows.filter((window) => window.stated === limit || window.max() === limit);
  for (const window of own) if (window.stated === limit) window.setMax(limit);
  const isOverview = overview.stated === limit || overview.max() === limit;
  if (isOverview && own.length === 0 && overview.stated === limit) overview.setMax(limit);
  if (isOverview || own.length > 0) return { own, overview: isOverview };
  const lowered = windows.filter((window) => limit < window.stated);
  for (const window of lowered) window.setMax(limit);
  // For an endpoint of the common default, a limit below the overview's can be the overview's own.
  const both = endpoint.limitKind === 'default' && limit < overview.max();
  if (both) overview.setMax(limit);
  return { own: lowered, overview: both };
}

/** Takes over the service's count, and exempts the endpoint if the count shows that it is. */
function correctUsage(
  { overview, trusting }: State,
  queue: EndpointQueue<unknown>,
  slots: Slots,
  named: NamedWindows,
  answer: {
    readonly remaining: number;
    readonly resetMs: number | undefined;
    readonly status: number;
  },
  now: number,
): void {
  const { remaining, resetMs, status } = answer;
  const left = { remaining, resetMs, counted: status !== refusedStatus };
  queue.windows.forEach((window, index) => {
    const position = slots.own[index];
    if (position && named.own.includes(window)) window.correct(left, position, now);
  });
  if (named.overview && slots.overall === overview) {
    overview.correct(left, slots.overallPosition, now);
  }
  const shown = named.own.length > 0 && !named.overview && remaining >= overview.stated;
  if (shown && trusting && status !== refusedStatus) queue.inOverview = false;
}

function observeRefusal(
  state: State,
  queue: EndpointQueue<unknown>,
  named: NamedWindows,
  headers: LimitHeaders,
  now: number,
): void {
  const { overview, exempt } = state;
  const explained = named.own.length > 0 && (headers.remaining ?? 0) === 0;
  const used = exempt.used(now) + overview.used(now);
  if (!queue.inOverview && !explained && used >= overview.max()) {
    state.trusting = false;
    endExemptions(state, state.allQueues(), now);
  }
  closeWindows(state, queue, named, headers, now);
}

/** Closes the windows that a refusal is about or, where it names none, those that may be meant. */
function closeWindows(
  state: State,
  queue: EndpointQueue<unknown>,
  named: NamedWindows,
  headers: LimitHeaders,
  now: number,
): void {
  const { overview } = state;
  const wait = (window: LimitWindow) =>
    headers.retryMs === undefined
      ? Math.min(headers.resetMs ?? window.ms, window.ms)
      : Math.min(headers.retryMs, longestRetryMs);
  const longestOwn = Math.max(0, ...queue.windows.map((window) => window.ms));
  const beyondOwn = queue.inOverview && (headers.retryMs ?? 0) > longestOwn;
  if (named.overview || (named.own.length === 0 && beyondOwn)) {
    overview.refused(wait(overview), now);
  }
  for (const window of named.own) window.refused(wait(window), now);
  if (named.overview || named.own.length > 0) return;
  for (const window of queue.windows) window.refused(wait(window), now);
  if (!queue.inOverview) return;
  const { id } = queue.endpoint;
  const { unexplained } = state;
  if (unexplained && unexplained.id !== id && now < unexplained.until) {
    overview.refused(wait(overview), now);
  } else {
    overview.suspected(now);
  }
  state.unexplained = { id, until: now + overview.ms };
}

function endExemptions(
  { overview, exempt }: State,
  queues: Iterable<EndpointQueue<unknown>>,
  now: number,
): void {
  let ended = false;
  for (const queue of queues) {
    ended ||= !queue.inOverview;
    queue.inOverview = true;
  }
  if (ended) overview.restore(undefined, exempt.used(now), now);
}
