import type { EndpointQueue } from './endpoint-queue.ts';

/** The endpoints with a waiting request of one priority, by the arrival of the first of them. */
export interface ArrivalOrder<Item> {
  readonly queues: readonly EndpointQueue<Item>[];
  /** Adds an endpoint whose first request arrived after all others. */
  append(queue: EndpointQueue<Item>, arrival: number): void;
  /**
   * The first request of an endpoint is no longer waiting.
   *
   * @param arrival of that request
   * @param next arrival of the endpoint's next request; `undefined` when there is none
   */
  replaceFirst(queue: EndpointQueue<Item>, arrival: number, next: number | undefined): void;
}

/** Creates an order without endpoints. */
export function createArrivalOrder<Item>(): ArrivalOrder<Item> {
  const queues: EndpointQueue<Item>[] = [];
  /** Sorted: `arrivals[n]` belongs to `queues[n]`. */
  const arrivals: number[] = [];
  return {
    queues,
    append(queue, arrival) {
      queues.push(queue);
      arrivals.push(arrival);
    },
    replaceFirst(queue, arrival, next) {
      const from = countBefore(arrivals, arrival);
      const to = next === undefined ? arrivals.length - 1 : countBefore(arrivals, next) - 1;
      for (let at = from; at < to; at += 1) {
        queues[at] = queues[at + 1] ?? queue;
        arrivals[at] = arrivals[at + 1] ?? Infinity;
      }
      if (next === undefined) {
        queues.pop();
        arrivals.pop();
      } else {
        queues[to] = queue;
        arrivals[to] = next;
      }
    },
  };
}

/** How many of the sorted arrivals are before one; a binary search. */
function countBefore(arrivals: readonly number[], arrival: number): number {
  let low = 0;
  let high = arrivals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((arrivals[middle] ?? Infinity) < arrival) low = middle + 1;
    else high = middle;
  }
  return low;
}
