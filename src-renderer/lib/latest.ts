/** Whether nothing newer has begun since. */
type IsLatest = () => boolean;

export type Latest = ReturnType<typeof createLatest>;

/** Only the answer to the latest request counts: answers may overtake each other. */
export function createLatest() {
  let latest = 0;
  /** Joins what is under way: outdated when the next thing begins. */
  const join = (): IsLatest => {
    const mine = latest;
    return () => mine === latest;
  };
  return {
    join,
    /** Begins something that outdates everything before it, also what has not been answered. */
    begin(): IsLatest {
      latest += 1;
      return join();
    },
  };
}
