import type { z } from 'zod';
import { devicePage } from '#contract/constants.ts';
import type { DevicePageQuery, HistoryQuery } from '#contract/values.ts';

/** One page of a device list, as both device listings answer. */
export function pageOf<T>(all: readonly T[], query: z.output<typeof DevicePageQuery>) {
  const { page = devicePage.page, limit = devicePage.limit } = query;
  return { devices: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
}

/** How many are listed when no `limit` is given; the default is not shown. */
const defaultSlice = 100;

/** A slice of a list or history. */
export function sliceOf<T>(
  all: readonly T[],
  { limit = defaultSlice, offset = 0 }: z.output<typeof HistoryQuery>,
): T[] {
  return all.slice(offset, offset + limit);
}
