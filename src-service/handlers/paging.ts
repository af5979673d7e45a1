import { devicePage } from '#contract/constants.ts';

/** One page of a device list, as both device listings answer. */
export function pageOf<T>(
  all: readonly T[],
  query: { page?: number | undefined; limit?: number | undefined },
): { devices: T[]; total: number; page: number; limit: number } {
  const { page = devicePage.page, limit = devicePage.limit } = query;
  return {
    devices: all.slice((page - 1) * limit, page * limit),
    total: all.length,
    page,
    limit,
  };
}

/** How many entries a history answers with when no `limit` is given; the default is not shown. */
const defaultSlice = 50;

/** A slice of a history, newest first. */
export function sliceOf<T>(
  all: readonly T[],
  query: { limit?: number | undefined; offset?: number | undefined },
): T[] {
  const { limit = defaultSlice, offset = 0 } = query;
  return all.slice(offset, offset + limit);
}
