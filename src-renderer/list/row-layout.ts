/** Pixels from one row of the list to the next. */
export const rowHeight = 52;

/** Columns by the list's width; `--unused-scrollbar`: of a scrollbar that is not there. */
export const rowColumns =
  'grid grid-cols-[1.25rem_minmax(0,1fr)_fit-content(4.5rem)_minmax(7.5rem,auto)_2rem] items-center gap-x-3 pr-[calc(0.75rem+var(--unused-scrollbar,0px))] pl-4 @max-[400px]/list:grid-cols-[1.25rem_minmax(0,1fr)_fit-content(8.75rem)_2rem] @min-[720px]/list:grid-cols-[1.25rem_minmax(0,1.25fr)_minmax(0,1fr)_4.5rem_11.75rem_2rem] @min-[720px]/list:gap-x-4';
