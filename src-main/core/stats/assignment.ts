/**
 * Assigns servers to endpoints so that as many as possible are served, the more urgent first: a
 * server that has an endpoint keeps one, though perhaps another, when a later server can only use
 * its first (augmenting paths in a bipartite graph).
 *
 * @param candidates for each server, the most urgent first, the endpoints that answer for it
 * @param capacity how many requests each endpoint can take now
 * @returns for each server its endpoint, or `undefined`
 */
export function assign<Endpoint>(
  candidates: readonly (readonly Endpoint[])[],
  capacity: ReadonlyMap<Endpoint, number>,
): (Endpoint | undefined)[] {
  const left = new Map(capacity);
  const assigned: (Endpoint | undefined)[] = candidates.map(() => undefined);

  /** Finds an endpoint for a server, moving others to theirs; each endpoint is tried once. */
  function place(server: number, tried: Set<Endpoint>): boolean {
    const untried = (candidates[server] ?? []).filter((endpoint) => !tried.has(endpoint));
    untried.sort((a, b) => (left.get(b) ?? 0) - (left.get(a) ?? 0));
    const [most] = untried;
    if (most !== undefined && (left.get(most) ?? 0) >= 1) {
      left.set(most, (left.get(most) ?? 0) - 1);
      assigned[server] = most;
      return true;
    }
    for (const endpoint of untried) {
      if (tried.has(endpoint)) continue;
      tried.add(endpoint);
      for (let other = 0; other < assigned.length; other += 1) {
        if (assigned[other] !== endpoint || !place(other, tried)) continue;
        assigned[server] = endpoint;
        return true;
      }
    }
    return false;
  }

  let free = [...capacity.values()].reduce((sum, each) => sum + Math.floor(each), 0);
  for (let server = 0; server < candidates.length && free > 0; server += 1) {
    if (place(server, new Set())) free -= 1;
  }
  return assigned;
}
