import type { Rectangle } from 'electron';

/** Where the window was, in device-independent pixels. */
export interface WindowPlace extends Rectangle {
  readonly maximized: boolean;
}

export const smallest = { width: 940, height: 600 } as const;
export const usual = { width: 1280, height: 800 } as const;

/** How much of the window must be on a display for a person to be able to take hold of it. */
const handle = { width: 200, height: 80 } as const;

/**
 * A remembered place, made fit for the displays that there are now: no smaller than the window may
 * be, no larger than its display, and where it can be seen. `undefined` when it is on none of them.
 */
export function clampPlace(
  place: WindowPlace,
  workAreas: readonly Rectangle[],
): WindowPlace | undefined {
  const area = workAreas.find((one) => overlaps(place, one));
  if (area === undefined) return undefined;
  const width = Math.max(smallest.width, Math.min(place.width, area.width));
  const height = Math.max(smallest.height, Math.min(place.height, area.height));
  return {
    ...place,
    width,
    height,
    // A screen smaller than the smallest window shows its upper left part.
    x: Math.max(area.x, Math.min(place.x, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(place.y, area.y + area.height - height)),
  };
}

function overlaps(place: Rectangle, area: Rectangle): boolean {
  const width = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const height = Math.min(place.y + place.height, area.y + area.height) - Math.max(place.y, area.y);
  return width >= handle.width && height >= handle.height;
}

/** Reads what `writePlace` wrote; anything else counts as no memory. */
export function readPlace(text: string | undefined): WindowPlace | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(value, name)?.value;
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(field);
  const maximized = field('maximized');
  const fits = [x, y, width, height].every(
    (number) => typeof number === 'number' && Number.isSafeInteger(number),
  );
  if (!fits || typeof maximized !== 'boolean') return undefined;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height), maximized };
}

export function writePlace({ x, y, width, height, maximized }: WindowPlace): string {
  return JSON.stringify({ x, y, width, height, maximized });
}
