const { setImmediate } = globalThis;

let last = Promise.resolve();

/**
 * Lets the rest of the program run, between the parts of long work. Each caller has a turn of its own:
 * the immediates of one turn run without anything between them.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
