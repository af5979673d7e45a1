import type { Limit } from '#contract/endpoint.ts';
import { createLimitWindow, type LimitWindow, type SlotPosition } from './limit-window.ts';
import { priorities } from './priority.ts';
import { createQueue, type Queue } from './queue.ts';

/** The limits of one endpoint; every endpoint of the contract satisfies it. */
export interface EndpointLimit {
  readonly id: string;
  readonly limits: readonly Limit[];
  readonly limitKind: 'default' | 'specific';
}

/**
 * One endpoint's windows and the requests that wait for them. The specification does not say
 * whether the service counts by path or by endpoint, so it is by endpoint: `/configs/1` and
 * `/configs/2` share their windows.
 */
export interface EndpointQueue<Item> {
  readonly endpoint: EndpointLimit;
  readonly windows: readonly LimitWindow[];
  /** Whether the overview counts this endpoint; `false` only by the endpoint's own headers. */
  inOverview: boolean;
  /** The waiting requests of each priority, most urgent first. */
  readonly waiting: readonly Queue<Item>[];
  /**
   * Until when its own windows are known to be closed, for urgent and for low priorities; reset
   * whenever anything happens to the windows.
   */
  readonly closedUntil: [urgent: number, low: number];
}

/** Creates the queue of an endpoint to which nothing was sent. */
export function createEndpointQueue<Item>(endpoint: EndpointLimit): EndpointQueue<Item> {
  return {
    endpoint,
    windows: endpoint.limits.map(createLimitWindow),
    inOverview: true,
    waiting: priorities.map(() => createQueue<Item>()),
    closedUntil: [-Infinity, -Infinity],
  };
}

/** How many requests wait, of all priorities or of those up to the index `upTo`. */
export function waitingIn(queue: EndpointQueue<unknown>, upTo = priorities.length - 1): number {
  return queue.waiting.slice(0, upTo + 1).reduce((sum, { length }) => sum + length, 0);
}

/** The slots that one request holds; they are taken and freed together. */
export interface Slots {
  /** In each of the endpoint's own windows. */
  readonly own: readonly SlotPosition[];
  /** The window over all endpoints that counted it, and its position there. */
  readonly overall: LimitWindow;
  readonly overallPosition: SlotPosition;
}

/** Must be called after every change of the endpoint's own windows. */
export function windowsChanged(queue: EndpointQueue<unknown>): void {
  queue.closedUntil[0] = -Infinity;
  queue.closedUntil[1] = -Infinity;
}

/** Takes a slot in every window of the endpoint and in `overall`. */
export function takeSlots(queue: EndpointQueue<unknown>, overall: LimitWindow, now: number): Slots {
  windowsChanged(queue);
  return {
    own: queue.windows.map((window) => window.take(now)),
    overall,
    overallPosition: overall.take(now),
  };
}

/** The request was answered or its deadline passed: its slots free a window from now. */
export function freeSlots(queue: EndpointQueue<unknown>, slots: Slots, now: number): void {
  windowsChanged(queue);
  for (const window of queue.windows) window.answered(now);
  slots.overall.answered(now);
}

/** The request was not sent: its slots are free at once. */
export function returnSlots(queue: EndpointQueue<unknown>, slots: Slots): void {
  windowsChanged(queue);
  for (const window of queue.windows) window.returned();
  slots.overall.returned();
}
