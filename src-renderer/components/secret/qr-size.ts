/** The quiet zone that the standard asks for on each side, modules. */
export const quietZone = 4;

/** Scanners read a code from a screen when a module is at least so wide, pixels. */
export const smallestModule = 3;

/** How wide a code is with its quiet zone, modules. */
export const sideOf = (rows: readonly string[]): number => rows.length + 2 * quietZone;
