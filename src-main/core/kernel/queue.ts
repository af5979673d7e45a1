const ignore = () => undefined;

/** Carries tasks out one after the other, whether the one before succeeded or not. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task);
    // The result is dropped: it may be a key, and a lock leaves no reference to that.
    last = done.then(ignore, ignore);
    return done;
  };
}
