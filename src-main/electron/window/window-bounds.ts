import type { Rectangle } from 'electron';
import { parseStored } from '#core/kernel/stored-json.ts';
import { StoredBounds } from '#core/app/window-state.ts';

/** Where the window was, in device-independent pixels. */
export type WindowBounds = Readonly<StoredBounds>;

/** The file of the profile that has them. */
export const boundsFile = 'window.json';

export const minimumSize = { width: 940, height: 600 } as const;
export const defaultSize = { width: 1280, height: 800 } as const;

/** How much of the window must be on a display so that it can be dragged. */
const handle = { width: 200, height: 80 } as const;

/** Saved bounds fitted to the displays; `undefined` when on none of them. */
export function clampBounds(
  bounds: WindowBounds,
  workAreas: readonly Rectangle[],
): WindowBounds | undefined {
  const area = workAreas.find((one) => overlaps(bounds, one));
  if (area === undefined) return undefined;
  const width = Math.max(minimumSize.width, Math.min(bounds.width, area.width));
  const height = Math.max(minimumSize.height, Math.min(bounds.height, area.height));
  return {
    ...bounds,
    width,
    height,
    // A screen below the minimum size shows the upper left part of the window.
    x: Math.max(area.x, Math.min(bounds.x, area.x + area.width - width)),
    y: Math.max(area.y, Math.min(bounds.y, area.y + area.height - height)),
  };
}

function overlaps(bounds: Rectangle, area: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const height =
    Math.min(bounds.y + bounds.height, area.y + area.height) - Math.max(bounds.y, area.y);
  return width >= handle.width && height >= handle.height;
}

/** Reads what the window saved as JSON; undefined for anything else. */
export function readBounds(text: string | undefined): WindowBounds | undefined {
  return text === undefined ? undefined : parseStored(text, StoredBounds);
}
