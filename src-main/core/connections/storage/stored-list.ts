import { z } from 'zod';
import { storedLines, StoredLines } from './lines.ts';

/** The version of the layout of the records that hold connections. */
export const layout = 3;

/** How many lines the initial list holds: what the window asks for at once. */
const initialSize = 50;

/** What is known of all connections, and the lines of the initial list: all that a start reads. */
export const StoredList = z.object({
  version: z.literal(layout),
  count: z.int().min(0),
  /** How many records the lines are in. */
  chunks: z.int().min(0),
  /** How many records the details are in, and how many the secrets: a power of two. */
  groups: z.int().min(1),
  /** When each scope was last read whole, Unix milliseconds. */
  scopes: z.record(z.string(), z.number()),
  /** The language in whose order the lines are. */
  language: z.string().exactOptional(),
  first: StoredLines,
  /** The favourites once more, so that showing them opens no other record. */
  favourites: z.array(z.string()).exactOptional(),
  /** Carried over from the previous layout and not yet compared with it. */
  carried: z.literal(true).exactOptional(),
});
export type StoredList = Readonly<z.output<typeof StoredList>>;

/** The change that writes the list. */
export function listChange(list: StoredList) {
  const value = { ...list, first: storedLines(list.first) };
  return { purpose: 'connections', name: 'list', value } as const;
}

/** Those of all lines that the initial list holds. */
export function initialLines<Line>(lines: readonly Line[]): Line[] {
  return lines.slice(0, initialSize);
}
