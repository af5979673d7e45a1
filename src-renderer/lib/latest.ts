/** Whether nothing newer has begun since. */
type IsLatest = () => boolean;

export interface Latest {
  /** Begins something that outdates everything before it, also what has not been answered. */
  begin(): IsLatest;
  /** Joins what is under way: outdated when the next thing begins. */
  join(): IsLatest;
}

/** Only the answer to the latest request counts: answers may overtake each other. */
export function createLatest(): Latest {
  let latest = 0;
  const join = (): IsLatest => {
    const mine = latest;
    return () => mine === latest;
  };
  return {
    begin() {
      latest += 1;
      return join();
    },
    join,
  };
}
