import { sourceOf } from './source-of.ts';

/** A serialized value between the page's world and the preload's: a copy, or a reference to a proxy. */
type Parcel =
  | { readonly v: unknown }
  /** A reference to the n-th list or object of the same value. */
  | { readonly r: number }
  | { readonly f: number }
  | { readonly p: number }
  | { readonly a: readonly Parcel[] }
  | { readonly o: readonly (readonly [string, Parcel])[] };

type Answer = { readonly value: Parcel } | { readonly error: string };

export interface ContextBridge {
  pack(value: unknown): unknown;
  unpack(parcel: unknown): unknown;
  /** Sends to, and listens to, the other end; both are synchronous. */
  emit(subject: string, parcel: unknown): void;
  on(subject: string, listener: (parcel: unknown) => void): void;
}

/**
 * Makes one end of an implementation of `contextBridge`. The two worlds share a port, of which each
 * has its own view. Listeners in the other world run before `dispatchEvent` returns, and the data are
 * cloned, so calls between the worlds are synchronous as in Electron, and only copies cross.
 */
export function createContextBridge(port: EventTarget, own: string, other: string): ContextBridge {
  const end = new BridgeEnd(port, own, other);
  return {
    pack: (value) => end.pack(value),
    unpack: (parcel) => end.unpack(parcel as Parcel),
    emit: (subject, parcel) => {
      end.emit(subject, parcel);
    },
    on: (subject, listener) => {
      end.on(subject, listener);
    },
  };
}

/** The functions and promises that this end has passed to the other one, and those it got from it. */
class BridgeEnd {
  readonly #port: EventTarget;
  readonly #own: string;
  readonly #other: string;
  /** Functions of this world, by the numbers under which the other one calls them. */
  readonly #functions: ((...values: unknown[]) => unknown)[] = [];
  readonly #numbers = new Map<unknown, number>();
  /** Functions of the other world, by their numbers. */
  readonly #proxies = new Map<number, unknown>();
  /** Promises of the other world, by their numbers. */
  readonly #waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(reason: unknown): void }
  >();
  /** Outcomes of promises of the other world that are not unpacked yet. */
  readonly #settled = new Map<number, Answer>();
  #promises = 0;
  #calls = 0;

  constructor(port: EventTarget, own: string, other: string) {
    this.#port = port;
    this.#own = own;
    this.#other = other;
    this.on('call', (data) => {
      this.#answerCall(data as { call: number; number: number; values: Parcel });
    });
    this.on('settle', (data) => {
      const { number, ...answer } = data as { number: number } & Answer;
      this.#settle(number, answer);
    });
  }

  emit(subject: string, data: unknown): void {
    this.#port.dispatchEvent(new MessageEvent(`${this.#other}:${subject}`, { data }));
  }

  on(subject: string, listener: (data: unknown) => void): void {
    this.#port.addEventListener(`${this.#own}:${subject}`, (event: Event) => {
      listener(Reflect.get(event, 'data'));
    });
  }

  pack(value: unknown): Parcel {
    const copy = copied(value);
    return copy.plain ? { v: copy.value } : this.#packPart(copy.value, new Map());
  }

  unpack(parcel: Parcel): unknown {
    return this.#unpackPart(parcel, []);
  }

  /**
   * Packs a value that is more than plain data; functions and promises stay in their own world.
   *
   * @param numbers of the lists and objects that were packed before
   */
  #packPart(part: unknown, numbers: Map<object, number>): Parcel {
    if (typeof part === 'function') return { f: this.#numberOf(part as () => unknown) };
    // Cloned only to fail as in Electron; for every string it would be most of the work.
    if (typeof part === 'symbol') return { v: structuredClone(part) };
    if (typeof part !== 'object' || part === null) return { v: part };
    const number = numbers.get(part);
    if (number !== undefined) return { r: number };
    if (part instanceof Promise) return { p: this.#passPromise(part) };
    const plain = Object.prototype.toString.call(part) === '[object Object]';
    if (!Array.isArray(part) && !plain) return { v: structuredClone(part) };
    numbers.set(part, numbers.size);
    if (Array.isArray(part)) return { a: part.map((one) => this.#packPart(one, numbers)) };
    const entries = Object.entries(part);
    return { o: entries.map(([name, one]) => [name, this.#packPart(one, numbers)] as const) };
  }

  /** @param made the lists and objects that were unpacked before, in the order of their numbers */
  #unpackPart(part: Parcel, made: object[]): unknown {
    if ('v' in part) return part.v;
    if ('r' in part) return made[part.r];
    if ('f' in part) return this.#proxyOf(part.f);
    if ('p' in part) return this.#promiseOf(part.p);
    if ('a' in part) {
      const list: unknown[] = [];
      made.push(list);
      for (const one of part.a) list.push(this.#unpackPart(one, made));
      return list;
    }
    const object: Record<string, unknown> = {};
    made.push(object);
    for (const [name, one] of part.o) put(object, name, this.#unpackPart(one, made));
    return object;
  }

  #numberOf(called: (...values: unknown[]) => unknown): number {
    const known = this.#numbers.get(called);
    if (known !== undefined) return known;
    this.#numbers.set(called, this.#functions.length);
    return this.#functions.push(called) - 1;
  }

  #proxyOf(number: number): unknown {
    const known = this.#proxies.get(number);
    if (known !== undefined) return known;
    const proxy = Object.freeze((...values: unknown[]) => this.#call(number, values));
    this.#proxies.set(number, proxy);
    return proxy;
  }

  /** Calls a function of the other world. */
  #call(number: number, values: unknown[]): unknown {
    let answer: Answer | undefined;
    const read = (event: Event) => {
      answer = Reflect.get(event, 'data') as Answer;
    };
    // Each call has an answer of its own: calls back and forth may be nested.
    const call = ++this.#calls;
    const type = `${this.#own}:answer:${String(call)}`;
    this.#port.addEventListener(type, read, { once: true });
    this.emit('call', { call, number, values: this.pack(values) });
    this.#port.removeEventListener(type, read);
    if (answer === undefined) throw new Error('contextBridge: the other world is gone');
    if ('error' in answer) throw new Error(answer.error);
    return this.unpack(answer.value);
  }

  #answerCall({ call, number, values }: { call: number; number: number; values: Parcel }): void {
    let answer: Answer;
    try {
      const run = this.#functions[number];
      if (run === undefined) throw new Error('contextBridge: no such function');
      answer = { value: this.pack(run(...(this.unpack(values) as unknown[]))) };
    } catch (error) {
      answer = { error: messageOf(error) };
    }
    this.emit(`answer:${String(call)}`, answer);
  }

  /** Passes a promise of this world: its number, and later its outcome. */
  #passPromise(promise: Promise<unknown>): number {
    const number = this.#promises++;
    const settle = (outcome: () => Answer) => {
      let answer: Answer;
      try {
        answer = outcome();
      } catch (error) {
        answer = { error: messageOf(error) };
      }
      this.emit('settle', { number, ...answer });
    };
    promise.then(
      (value) => {
        settle(() => ({ value: this.pack(value) }));
      },
      (error: unknown) => {
        settle(() => ({ error: messageOf(error) }));
      },
    );
    return number;
  }

  #promiseOf(number: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      const answer = this.#settled.get(number);
      if (answer !== undefined) this.#settle(number, answer);
    });
  }

  #settle(number: number, answer: Answer): void {
    const promise = this.#waiting.get(number);
    this.#settled.delete(number);
    this.#waiting.delete(number);
    if (promise === undefined) this.#settled.set(number, answer);
    else if ('error' in answer) promise.reject(new Error(answer.error));
    else promise.resolve(this.unpack(answer.value));
  }
}

/**
 * Copies lists and objects, each getter run once and what is shared still shared. Where they hold
 * nothing but data the copy is `plain` and crosses as it is, at the price of the native clone.
 */
function copied(value: unknown): { readonly value: unknown; readonly plain: boolean } {
  const deepest = 1000;
  const met = new Map<object, object>();
  let plain = true;
  return { value: copy(value, 0), plain };

  function copy(part: unknown, depth: number): unknown {
    if (depth > deepest) throw new Error('contextBridge: nested deeper than 1000');
    if (typeof part !== 'object' || part === null) {
      if (typeof part === 'function' || typeof part === 'symbol') plain = false;
      return part;
    }
    const known = met.get(part);
    if (known !== undefined) return known;
    if (Array.isArray(part)) {
      const list: unknown[] = [];
      met.set(part, list);
      for (const one of part) list.push(copy(one, depth + 1));
      return list;
    }
    if (Object.prototype.toString.call(part) !== '[object Object]') {
      plain = false;
      return part;
    }
    const made: Record<string, unknown> = {};
    met.set(part, made);
    for (const [name, one] of Object.entries(part)) put(made, name, copy(one, depth + 1));
    return made;
  }
}

function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  // Not an assignment: it is a name like any other here.
  else {
    const shape = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, shape);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The source of `createContextBridge` for a world in Chromium. */
export const contextBridgeSource = (): string =>
  sourceOf(createContextBridge, BridgeEnd, copied, put, messageOf);
