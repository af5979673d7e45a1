const { setImmediate } = globalThis;

/** Lets the rest of the program run, between the parts of long work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
