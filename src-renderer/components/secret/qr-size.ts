/** The quiet zone that the standard asks for on each side, modules. */
export const quietZone = 4;

/** Scanners read a code from a screen when a module is at least so wide, pixels. */
export const smallestModule = 3;

/** The whole pixels of a module for a code that is about so wide; never less than scanners read. */
export const moduleFor = (rows: readonly string[], width: number): number =>
  Math.max(smallestModule, Math.floor(width / sideOf(rows)));

/** Whether scanners read a code in a square that is so wide, pixels. */
export const fits = (rows: readonly string[], width: number): boolean =>
  sideOf(rows) * smallestModule <= width;

/** How wide a code is with its quiet zone, modules. */
export const sideOf = (rows: readonly string[]): number => rows.length + 2 * quietZone;
