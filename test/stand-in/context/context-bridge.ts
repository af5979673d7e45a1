import { sourceOf } from './source-of.ts';

/** A value between the page's world and the preload's: a copy, or the number of what stays behind. */
type Parcel =
  | { readonly v: unknown }
  | { readonly f: number }
  | { readonly p: number }
  /** An object that holds functions, as it is exposed: one level. */
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
  readonly #functions = new Map<number, (...values: unknown[]) => unknown>();
  readonly #numbers = new WeakMap<(...values: unknown[]) => unknown, number>();
  #lastNumber = 0;
  /** Functions of the other world, by their numbers. That world forgets those that are collected here. */
  readonly #proxies = new Map<number, WeakRef<(...values: unknown[]) => unknown>>();
  readonly #collected = new FinalizationRegistry<number>((number) => {
    if (this.#proxies.get(number)?.deref() !== undefined) return;
    this.#proxies.delete(number);
    this.emit('release', number);
  });
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
      this.#answerCall(data as { call: number; number: number; values: Parcel[] });
    });
    this.on('settle', (data) => {
      const { number, ...answer } = data as { number: number } & Answer;
      this.#settle(number, answer);
    });
    this.on('release', (number) => {
      this.#functions.delete(number as number);
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

  /** Functions and promises stay in their own world; anything else is copied, with no such part. */
  pack(value: unknown): Parcel {
    if (typeof value === 'function') return { f: this.#numberOf(value as () => unknown) };
    if (value instanceof Promise) return { p: this.#passPromise(value) };
    if (!holdsFunctions(value)) return { v: structuredClone(value) };
    return { o: Object.entries(value).map(([name, one]) => [name, this.pack(one)] as const) };
  }

  unpack(parcel: Parcel): unknown {
    if ('v' in parcel) return parcel.v;
    if ('f' in parcel) return this.#proxyOf(parcel.f);
    if ('p' in parcel) return this.#promiseOf(parcel.p);
    return Object.fromEntries(parcel.o.map(([name, one]) => [name, this.unpack(one)]));
  }

  #numberOf(called: (...values: unknown[]) => unknown): number {
    const number = this.#numbers.get(called) ?? (this.#lastNumber += 1);
    this.#numbers.set(called, number);
    this.#functions.set(number, called);
    return number;
  }

  #proxyOf(number: number): unknown {
    const known = this.#proxies.get(number)?.deref();
    if (known !== undefined) return known;
    const proxy = Object.freeze((...values: unknown[]) => this.#call(number, values));
    this.#proxies.set(number, new WeakRef(proxy));
    this.#collected.register(proxy, number);
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
    this.emit('call', { call, number, values: values.map((value) => this.pack(value)) });
    this.#port.removeEventListener(type, read);
    if (answer === undefined) throw new Error('contextBridge: the other world is gone');
    if ('error' in answer) throw new Error(answer.error);
    return this.unpack(answer.value);
  }

  #answerCall({ call, number, values }: { call: number; number: number; values: Parcel[] }): void {
    let answer: Answer;
    try {
      const run = this.#functions.get(number);
      if (run === undefined) throw new Error('contextBridge: no such function');
      answer = { value: this.pack(run(...values.map((value) => this.unpack(value)))) };
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

function holdsFunctions(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).some((one) => typeof one === 'function');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The source of `createContextBridge` for a world in Chromium. */
export const contextBridgeSource = (): string =>
  sourceOf(createContextBridge, BridgeEnd, holdsFunctions, messageOf);
