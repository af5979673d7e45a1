import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';

/** Pixels from one row of the list to the next. */
export const rowHeight = 52;

/** Columns by the list's width; `--unused-scrollbar`: of a scrollbar that is not there. */
export const rowColumns =
  'grid grid-cols-[1.25rem_minmax(0,1fr)_4.25rem_9.25rem_2rem] items-center gap-x-3 pr-[calc(0.75rem+var(--unused-scrollbar,0px))] pl-4 @max-[460px]/list:grid-cols-[1.25rem_minmax(0,1fr)_fit-content(10.5rem)_2rem] @max-[460px]/list:gap-x-2 @min-[720px]/list:grid-cols-[1.25rem_minmax(0,1.25fr)_minmax(0,1fr)_4.5rem_clamp(11.75rem,26.5cqi,14rem)_2rem] @min-[720px]/list:gap-x-4';

/** Below the last row, pixels: what a toast covers can be scrolled out from under it. */
export const endRoom = 64;

export const rowSizes = { rowHeight, endRoom } as const;

/** Mbps of a server that serves now: beside any other word its load would be a riddle. */
export function trafficOf(
  row: Pick<ConnectionRow, 'state'> | undefined,
  stats: ServerStats | undefined,
): number | undefined {
  const serves = row?.state.state === 'usable' || row?.state.state === 'expiring';
  return serves ? stats?.days.at(-1)?.down : undefined;
}
