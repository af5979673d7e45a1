/** A waiting request, linked to its neighbours in its queue. */
export interface Waiting<Item> {
  readonly item: Item;
  /** Order of arrival over all queues. */
  readonly arrival: number;
  /** When it began to wait, monotonic milliseconds. */
  readonly since: number;
  before: Waiting<Item> | undefined;
  after: Waiting<Item> | undefined;
}

/** Waiting requests as a linked list: every operation takes constant time. */
export interface Queue<Item> {
  readonly first: Waiting<Item> | undefined;
  readonly length: number;
  add(item: Item, arrival: number, since: number): Waiting<Item>;
  /** The entry must be in this queue. */
  remove(entry: Waiting<Item>): void;
}

/** Creates an empty queue. */
export function createQueue<Item>(): Queue<Item> {
  let first: Waiting<Item> | undefined;
  let last: Waiting<Item> | undefined;
  let length = 0;
  return {
    get first() {
      return first;
    },
    get length() {
      return length;
    },
    add(item, arrival, since) {
      const entry: Waiting<Item> = { item, arrival, since, before: last, after: undefined };
      if (last) last.after = entry;
      else first = entry;
      last = entry;
      length += 1;
      return entry;
    },
    remove(entry) {
      if (entry.before) entry.before.after = entry.after;
      else first = entry.after;
      if (entry.after) entry.after.before = entry.before;
      else last = entry.before;
      entry.before = undefined;
      entry.after = undefined;
      length -= 1;
    },
  };
}
