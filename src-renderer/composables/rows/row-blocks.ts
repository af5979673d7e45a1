import type { ConnectionPage, ConnectionRow } from '#contract/ipc/connections.ts';

/** Rows are kept, and asked for, in whole blocks. */
const block = 10;
const mostBlocks = 120;

/** So many rows, made up to whole blocks; one at least. */
export const wholeBlocks = (rows: number): number => Math.max(1, Math.ceil(rows / block)) * block;

/** Position of the first row of the block that the row at `position` is in. */
export const blockStart = (position: number): number =>
  Math.max(0, Math.floor(position / block) * block);

/** The blocks of one long list that the window holds: those nearest to what is looked at. */
export function rowBlocks() {
  const blocks = new Map<number, readonly ConnectionRow[]>();

  return {
    clear: (): void => {
      blocks.clear();
    },

    /** The row at a position, if it is held. */
    at: (position: number): ConnectionRow | undefined =>
      blocks.get(Math.floor(position / block))?.[position % block],

    /** Holds the rows of a page, and lets go of those that are farthest from `centre`. */
    keep({ offset, rows }: ConnectionPage, centre: number): void {
      for (let at = 0; at < Math.max(1, rows.length); at += block) {
        blocks.set(Math.floor((offset + at) / block), rows.slice(at, at + block));
      }
      const near = Math.floor(centre / block);
      const byDistance = [...blocks.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
      for (const index of byDistance.slice(0, Math.max(0, blocks.size - mostBlocks))) {
        blocks.delete(index);
      }
    },

    /** The blocks between two positions, without the second, that are not held. */
    missing(first: number, end: number): number[] {
      const found: number[] = [];
      for (let index = Math.floor(first / block); index * block < end; index += 1) {
        if (!blocks.has(index)) found.push(index);
      }
      return found;
    },

    /** The stretch from the first of these blocks to the last, as main is asked for it. */
    stretch(indices: readonly number[]): { readonly offset: number; readonly limit: number } {
      const [from = 0] = indices;
      const count = (indices.at(-1) ?? from) - from + 1;
      return { offset: from * block, limit: count * block };
    },

    /** New values for rows that are held, each in the place it has. */
    merge(fresh: readonly ConnectionRow[]): void {
      const byKey = new Map(fresh.map((row) => [row.key, row]));
      for (const [index, rows] of blocks) {
        if (rows.some(({ key }) => byKey.has(key))) {
          blocks.set(
            index,
            rows.map((old) => byKey.get(old.key) ?? old),
          );
        }
      }
    },
  };
}
