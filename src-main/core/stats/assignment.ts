/**
 * Gives servers to routes so that as many as can be served are, the more urgent first: whoever is
 * given a way keeps one, though perhaps another, when a later one can only go that way.
 *
 * @param wants for each server, the most urgent first, the routes that reach it
 * @param room how many each route can take now
 * @returns for each server its route, or `undefined`
 */
export function assign<Route>(
  wants: readonly (readonly Route[])[],
  room: ReadonlyMap<Route, number>,
): (Route | undefined)[] {
  const left = new Map(room);
  const given: (Route | undefined)[] = wants.map(() => undefined);

  /** Finds the server a way, moving others over to theirs; each route is tried once. */
  function place(server: number, tried: Set<Route>): boolean {
    const ways = [...(wants[server] ?? [])].filter((way) => !tried.has(way));
    ways.sort((a, b) => (left.get(b) ?? 0) - (left.get(a) ?? 0));
    const [roomiest] = ways;
    if (roomiest !== undefined && (left.get(roomiest) ?? 0) >= 1) {
      left.set(roomiest, (left.get(roomiest) ?? 0) - 1);
      given[server] = roomiest;
      return true;
    }
    for (const way of ways) {
      if (tried.has(way)) continue;
      tried.add(way);
      for (let other = 0; other < given.length; other += 1) {
        if (given[other] !== way || !place(other, tried)) continue;
        given[server] = way;
        return true;
      }
    }
    return false;
  }

  let free = [...room.values()].reduce((sum, each) => sum + Math.floor(each), 0);
  for (let server = 0; server < wants.length && free > 0; server += 1) {
    if (place(server, new Set())) free -= 1;
  }
  return given;
}
