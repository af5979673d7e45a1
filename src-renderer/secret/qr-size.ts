/** The quiet zone that the standard asks for on each side, modules. */
export const quietZone = 4;

/** Scanners read a code from a screen when a module is at least so wide, pixels. */
const smallestModule = 3;

/** Pixels; edges lie on pixels of the screen, of which scanners need several. */
export function moduleFor(rows: readonly string[], width: number): number {
  const perPixel = Math.max(1, window.devicePixelRatio);
  const module = Math.floor((width / sideOf(rows)) * perPixel);
  return Math.max(smallestModule, module) / perPixel;
}

/** Whether scanners read a code in a square that is so wide, pixels. */
export const fits = (rows: readonly string[], width: number): boolean =>
  sideOf(rows) * smallestModule <= width;

export const sideOf = (rows: readonly string[]): number => rows.length + 2 * quietZone;
