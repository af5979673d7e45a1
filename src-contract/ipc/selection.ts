/** At most so many connections are selected at once: their keys fit into one IPC call. */
export const mostSelected = 10_000;
