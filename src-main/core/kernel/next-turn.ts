const { setImmediate } = globalThis;

let last = Promise.resolve();

/** Lets the rest run amid long work. Each caller has its own turn: immediates of one turn run together. */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
