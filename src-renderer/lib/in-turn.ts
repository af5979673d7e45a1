/** Runs tasks one after the other, also after one has failed. */
export function createInTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
