/** Pixels from one row of the list to the next. */
export const rowHeight = 52;
