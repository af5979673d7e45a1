/** At most so many connections are selected at once: their keys fit into one call of the bridge. */
export const mostSelected = 10_000;
