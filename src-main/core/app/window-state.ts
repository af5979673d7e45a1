import { z } from 'zod';

/** Where the window was, as it is stored: device-independent pixels. */
export const StoredBounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int(),
  height: z.int(),
  maximized: z.boolean(),
});
export type StoredBounds = z.output<typeof StoredBounds>;

/** How large its pages are shown, in the same file: Chromium's level. */
export const StoredZoom = z.object({ zoomLevel: z.number() });
