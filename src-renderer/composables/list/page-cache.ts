import type { ConnectionPage, ConnectionRow } from '#contract/ipc/connections.ts';

/** Rows are cached and requested in whole pages of this size. */
const pageSize = 10;
const maxPages = 120;

/** A range of the list as it is filtered and sorted now. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

/** A number of rows rounded up to whole pages, at least one page. */
export const roundUpToPages = (rows: number): number =>
  Math.max(1, Math.ceil(rows / pageSize)) * pageSize;

/** Position of the first row of the page that contains `position`. */
export const pageStart = (position: number): number =>
  Math.max(0, Math.floor(position / pageSize) * pageSize);

/** The pages of one long list that the window holds: those nearest to the viewport. */
export function createPageCache() {
  const pages = new Map<number, readonly ConnectionRow[]>();

  return {
    clear: (): void => {
      pages.clear();
    },

    /** The row at a position, if it is cached. */
    at: (position: number): ConnectionRow | undefined =>
      pages.get(Math.floor(position / pageSize))?.[position % pageSize],

    /** Stores the rows of an answer and evicts the pages farthest from the row at `centre`. */
    store({ offset, rows }: ConnectionPage, centre: number): void {
      for (let at = 0; at < Math.max(1, rows.length); at += pageSize) {
        pages.set(Math.floor((offset + at) / pageSize), rows.slice(at, at + pageSize));
      }
      const near = Math.floor(centre / pageSize);
      const byDistance = [...pages.keys()].sort((a, b) => Math.abs(b - near) - Math.abs(a - near));
      for (const index of byDistance.slice(0, Math.max(0, pages.size - maxPages))) {
        pages.delete(index);
      }
    },

    /** Indices of the pages between two positions (`end` exclusive) that are not cached. */
    missing(first: number, end: number): number[] {
      const found: number[] = [];
      for (let index = Math.floor(first / pageSize); index * pageSize < end; index += 1) {
        if (!pages.has(index)) found.push(index);
      }
      return found;
    },

    /** The range from the first of these pages to the last. */
    rangeOf(indices: readonly number[]): RowRange {
      const [from = 0] = indices;
      const count = (indices.at(-1) ?? from) - from + 1;
      return { offset: from * pageSize, limit: count * pageSize };
    },

    /** Replaces cached rows of the same keys where they stand. */
    update(fresh: readonly ConnectionRow[]): void {
      const byKey = new Map(fresh.map((row) => [row.key, row]));
      for (const [index, rows] of pages) {
        if (rows.some(({ key }) => byKey.has(key))) {
          pages.set(
            index,
            rows.map((old) => byKey.get(old.key) ?? old),
          );
        }
      }
    },
  };
}
