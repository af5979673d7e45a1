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
 * One end of an implementation of `contextBridge`. The two worlds share a port, of which each has its
 * own view. Listeners in the other world run before `dispatchEvent` returns, and the data are cloned,
 * so calls between the worlds are synchronous as in Electron, and only copies cross. The function's
 * source also runs inside Chromium, so it is one function that uses nothing from outside of itself.
 */
export function createContextBridge(port: EventTarget, own: string, other: string): ContextBridge {
  const deepest = 1000;
  const functions: ((...values: unknown[]) => unknown)[] = [];
  const numbers = new Map<unknown, number>();
  const proxies = new Map<number, unknown>();
  const waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(reason: unknown): void }
  >();
  const settled = new Map<number, unknown>();
  let promises = 0;
  let calls = 0;

  const emit = (subject: string, data: unknown) => {
    port.dispatchEvent(new MessageEvent(`${other}:${subject}`, { data }));
  };
  const on = (subject: string, listener: (data: unknown) => void) => {
    port.addEventListener(`${own}:${subject}`, (event: Event) => {
      listener(Reflect.get(event, 'data'));
    });
  };

  function pack(value: unknown): Parcel {
    const copy = copied(value);
    return copy.plain ? { v: copy.value } : parcelOf(copy.value);
  }

  /**
   * Copies lists and objects, each getter run once and what is shared still shared. Where they hold
   * nothing but data the copy is `plain` and crosses as it is, at the price of the native clone.
   */
  function copied(value: unknown): { readonly value: unknown; readonly plain: boolean } {
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

  /** The parts of what is more than data, of which functions and promises stay where they are. */
  function parcelOf(value: unknown): Parcel {
    const met = new Map<object, number>();
    return packPart(value);

    function packPart(part: unknown): Parcel {
      if (typeof part === 'function') return { f: numberOf(part as () => unknown) };
      // Cloned only to fail as in Electron; for every string it would be most of the work.
      if (typeof part === 'symbol') return { v: structuredClone(part) };
      if (typeof part !== 'object' || part === null) return { v: part };
      const number = met.get(part);
      if (number !== undefined) return { r: number };
      if (part instanceof Promise) return { p: follow(part) };
      const plain = Object.prototype.toString.call(part) === '[object Object]';
      if (!Array.isArray(part) && !plain) return { v: structuredClone(part) };
      met.set(part, met.size);
      if (Array.isArray(part)) return { a: part.map(packPart) };
      return { o: Object.entries(part).map(([name, one]) => [name, packPart(one)] as const) };
    }
  }

  function unpack(parcel: Parcel): unknown {
    const met: object[] = [];
    return unpackPart(parcel);

    function unpackPart(part: Parcel): unknown {
      if ('v' in part) return part.v;
      if ('r' in part) return met[part.r];
      if ('f' in part) return proxyOf(part.f);
      if ('p' in part) return promiseOf(part.p);
      if ('a' in part) {
        const list: unknown[] = [];
        met.push(list);
        for (const one of part.a) list.push(unpackPart(one));
        return list;
      }
      const made: Record<string, unknown> = {};
      met.push(made);
      for (const [name, one] of part.o) put(made, name, unpackPart(one));
      return made;
    }
  }

  function numberOf(called: (...values: unknown[]) => unknown): number {
    const known = numbers.get(called);
    if (known !== undefined) return known;
    numbers.set(called, functions.length);
    return functions.push(called) - 1;
  }

  function proxyOf(number: number): unknown {
    const known = proxies.get(number);
    if (known !== undefined) return known;
    const proxy = Object.freeze((...values: unknown[]) => {
      let answer: Answer | undefined;
      const read = (event: Event) => {
        answer = Reflect.get(event, 'data') as Answer;
      };
      // Each call has an answer of its own: calls back and forth may be nested.
      const call = ++calls;
      port.addEventListener(`${own}:answer:${String(call)}`, read, { once: true });
      emit('call', { call, number, values: pack(values) });
      port.removeEventListener(`${own}:answer:${String(call)}`, read);
      if (answer === undefined) throw new Error('contextBridge: the other world is gone');
      if ('error' in answer) throw new Error(answer.error);
      return unpack(answer.value);
    });
    proxies.set(number, proxy);
    return proxy;
  }

  function follow(promise: Promise<unknown>): number {
    const number = promises++;
    const settle = (outcome: () => object) => {
      let data: object;
      try {
        data = outcome();
      } catch (error) {
        data = { error: messageOf(error) };
      }
      emit('settle', { number, ...data });
    };
    promise.then(
      (value) => {
        settle(() => ({ value: pack(value) }));
      },
      (error: unknown) => {
        settle(() => ({ error: messageOf(error) }));
      },
    );
    return number;
  }

  function promiseOf(number: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      if (settled.has(number)) finish(number, settled.get(number) as Answer);
    });
  }

  function finish(number: number, answer: Answer): void {
    const one = waiting.get(number);
    settled.delete(number);
    waiting.delete(number);
    if (one === undefined) settled.set(number, answer);
    else if ('error' in answer) one.reject(new Error(answer.error));
    else one.resolve(unpack(answer.value));
  }

  function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
  }

  on('call', (data) => {
    const { call, number, values } = data as { call: number; number: number; values: Parcel };
    let answer: Answer;
    try {
      const run = functions[number];
      if (run === undefined) throw new Error('contextBridge: no such function');
      answer = { value: pack(run(...(unpack(values) as unknown[]))) };
    } catch (error) {
      answer = { error: messageOf(error) };
    }
    emit(`answer:${String(call)}`, answer);
  });
  on('settle', (data) => {
    const { number, ...answer } = data as { number: number } & Answer;
    finish(number, answer);
  });

  return {
    pack: (value) => pack(value),
    unpack: (parcel) => unpack(parcel as Parcel),
    emit,
    on,
  };
}
