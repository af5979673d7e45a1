import { describe, expect, it } from 'vitest';
import { createArrivalOrder } from '#core/limits/arrival-order.ts';
import { createEndpointQueue, waitingIn } from '#core/limits/endpoint-queue.ts';
import { createInteractiveReserve } from '#core/limits/interactive-reserve.ts';
import { createLimitWindow } from '#core/limits/limit-window.ts';
import { createQueue } from '#core/limits/queue.ts';
import { overview } from './limiter-harness.ts';

const queueOf = (id: string) =>
  createEndpointQueue<string>({ id, limits: [], limitKind: 'specific' });

/** Five endpoints whose first requests arrived at 10, 20, … */
function five() {
  const order = createArrivalOrder<string>();
  const queues = ['a', 'b', 'c', 'd', 'e'].map(queueOf);
  queues.forEach((queue, index) => {
    order.append(queue, (index + 1) * 10);
  });
  return {
    ids: () => order.queues.map(({ endpoint }) => endpoint.id).join(''),
    replace: (id: string, arrival: number, next?: number) => {
      const queue = queues.find(({ endpoint }) => endpoint.id === id);
      if (queue !== undefined) order.replaceFirst(queue, arrival, next);
    },
  };
}

describe('endpoints in the order of arrival', () => {
  it('lose one at which nothing waits any more', () => {
    const order = five();
    order.replace('b', 20);
    expect(order.ids()).toBe('acde');
    order.replace('e', 50);
    order.replace('a', 10);
    expect(order.ids()).toBe('cd');
    order.replace('d', 40);
    order.replace('c', 30);
    expect(order.ids()).toBe('');
  });

  it('move one by the arrival of its next request', () => {
    const order = five();
    order.replace('b', 20, 45);
    expect(order.ids()).toBe('acdbe');
    order.replace('a', 10, 55);
    expect(order.ids()).toBe('cdbea');
    order.replace('b', 45, 46);
    expect(order.ids()).toBe('cdbea');
    order.replace('c', 30, 99);
    order.replace('a', 55, 100);
    expect(order.ids()).toBe('dbeca');
    order.replace('c', 99);
    expect(order.ids()).toBe('dbea');
  });
});

describe('the queue of an endpoint', () => {
  it('counts those that wait, of all priorities or of the more urgent ones', () => {
    const queue = queueOf('a');
    queue.waiting.forEach((waiting, level) => {
      for (let n = 0; n <= level; n += 1) waiting.add('', n, 0);
    });
    expect([0, 1, 2, 3, undefined].map((upTo) => waitingIn(queue, upTo))).toEqual([
      1, 3, 6, 10, 10,
    ]);
    expect(queue.inOverview).toBe(true);
  });
});

describe('waiting requests', () => {
  it('keep their order when any of them is removed', () => {
    const queue = createQueue<string>();
    const entries = ['a', 'b', 'c', 'd'].map((item, arrival) => queue.add(item, arrival, 0));
    const items = () => {
      const found: string[] = [];
      for (let entry = queue.first; entry; entry = entry.after) found.push(entry.item);
      return found.join('');
    };
    const removed = [1, 3, 0, 2].map((index) => {
      const entry = entries[index];
      if (entry !== undefined) queue.remove(entry);
      return [items(), queue.length];
    });
    expect(removed).toEqual([
      ['acd', 3],
      ['ac', 2],
      ['c', 1],
      ['', 0],
    ]);
    queue.add('e', 5, 0);
    expect(items()).toBe('e');
  });
});

describe('the interactive reserve', () => {
  it('is a tenth of the overview for two minutes after an action, then one slot', () => {
    const window = createLimitWindow(overview);
    const reserve = createInteractiveReserve(window, 0);
    const reserved = (at: number) =>
      [0, 1, 2, 3].map((level) => reserve.reserved(level, window, at));
    expect([reserved(119_999), reserve.changesAt(119_999)]).toEqual([[0, 0, 6, 6], 120_000]);
    expect([reserved(120_000), reserve.changesAt(120_000)]).toEqual([[0, 0, 1, 1], Infinity]);
    reserve.extend(200_000);
    expect([reserved(300_000), reserve.changesAt(300_000)]).toEqual([[0, 0, 6, 6], 320_000]);
    expect(reserve.reserved(3, createLimitWindow(overview), 0)).toBe(0);
    const large = createLimitWindow({ max: 180, windowS: 60 });
    expect(createInteractiveReserve(large, 0).reserved(3, large, 120_000)).toBe(3);
  });
});
