import type { Limit } from '#contract/endpoint.ts';
import { createQueue, type Queue } from './queue.ts';
import { createWindow, type Mark, type Window } from './window.ts';

/** What the limiter knows of an endpoint: the row itself will do. */
export interface Route {
  readonly id: string;
  readonly limits: readonly Limit[];
  readonly limitKind: 'default' | 'specific';
}

/**
 * One route's limits and all that waits for it. Whether the service counts by path or by route is
 * not shown, so it is by route: `/configs/1` and `/configs/2` share.
 */
export interface Lane<Item> {
  readonly route: Route;
  readonly own: readonly Window[];
  /** Whether the overview counts this route; `false` only by the route's own headers. */
  inOverview: boolean;
  /** One a priority, best first. */
  readonly queues: readonly Queue<Item>[];
  /**
   * Until when its own windows are known to be closed, for those who may use all of them and for
   * those who leave something; forgotten whenever anything happens to the windows.
   */
  readonly closedUntil: [free: number, modest: number];
}

/** Makes a lane in which nothing was sent and nothing waits. */
export function createLane<Item>(route: Route, priorities: number): Lane<Item> {
  return {
    route,
    own: route.limits.map(createWindow),
    inOverview: true,
    queues: Array.from({ length: priorities }, () => createQueue<Item>()),
    closedUntil: [-Infinity, -Infinity],
  };
}

/** The slots that one request holds, taken together and given back together. */
export interface Slots {
  readonly own: readonly Mark[];
  /** The window over all routes that counted it, and how it stood there. */
  readonly wide: Window;
  readonly wideMark: Mark;
}

/** To be called after every change of the lane's own windows. */
export function touch(lane: Lane<unknown>): void {
  lane.closedUntil[0] = -Infinity;
  lane.closedUntil[1] = -Infinity;
}

export function takeSlots(lane: Lane<unknown>, wide: Window, now: number): Slots {
  touch(lane);
  return {
    own: lane.own.map((window) => window.take(now)),
    wide,
    wideMark: wide.take(now),
  };
}

export function freeSlots(lane: Lane<unknown>, slots: Slots, now: number): void {
  touch(lane);
  for (const window of lane.own) window.answered(now);
  slots.wide.answered(now);
}

export function returnSlots(lane: Lane<unknown>, slots: Slots): void {
  touch(lane);
  for (const window of lane.own) window.returned();
  slots.wide.returned();
}
