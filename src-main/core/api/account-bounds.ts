/** The most that is read and kept of one account, whatever its service sends. */
export const accountBounds = {
  /** Connections of all lists together, and about how many bytes they have with their secrets. */
  connections: 12_000,
  connectionSize: 48 * 1024 * 1024,
  /** As much of a list of connections is taken over in one turn of the event loop, and stored together. */
  slice: { connections: 400, bytes: 1_500_000 },
  pages: 200,
  /** Cloud servers whose lists are read: each costs two requests of a refresh. */
  servers: 100,
  /** Servers whose lists are read side by side: a refresh ends with those that are too large. */
  serversAtOnce: 10,
  /** Paid options whose traffic is read for notifications: each costs a request. */
  options: 200,
  /** Pages of devices that are compared for notifications. */
  devicePages: 20,
  /** Messages of the inbox, those that could not be read, and the characters of all: one record. */
  messages: 1000,
  unreadableMessages: 20,
  messageCharacters: 1_000_000,
  /** Cached reads, on the disk and in memory, and how much they hold, about as many bytes. */
  cachedReads: 1000,
  cachedSize: 64 * 1024 * 1024,
  /** Servers whose newest statistics are kept; at most 100 are on screen. */
  samples: 300,
  waitingRequests: 1000,
  /** About all that is stored of it: connections, cached reads, messages, and what is small beside them. */
  bytes: (48 + 64 + 1 + 15) * 1024 * 1024,
} as const;

/** About how many bytes a value has as JSON, without writing it. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  for (const [name, part] of Object.entries(value)) size += name.length + 4 + sizeOf(part);
  return size;
}
