/** Gives repeated names a `numbered` form (1: the name itself), none of `taken`; compares by `folded`. */
export function ownNames(
  taken: Iterable<string>,
  numbered: (name: string, number: number) => string = withNumber,
  folded: (name: string) => string = (name) => name,
): (name: string) => string {
  const used = new Set(taken);
  /** The next number of each name: counting from 2 for every one would be quadratic. */
  const nextNumbers = new Map<string, number>();
  return (name) => {
    let number = nextNumbers.get(folded(name)) ?? 1;
    let own = numbered(name, number);
    while (used.has(folded(own))) own = numbered(name, (number += 1));
    nextNumbers.set(folded(name), number + 1);
    used.add(folded(own));
    return own;
  };
}

function withNumber(name: string, number: number): string {
  return number === 1 ? name : `${name} ${number}`;
}
