import type { Input, WebContents } from 'electron';
import { parseStored } from '#core/kernel/stored-json.ts';
import { StoredZoom } from '#core/app/window-state.ts';

/** Levels of Chromium: each is a factor of 1.2. So the window is between 58 % and 249 % of its size. */
const levels = { smallest: -3, largest: 5, step: 0.5 } as const;

/** By the key that is pressed with Ctrl, or Cmd on macOS; without Shift it is `=` and not `+`. */
const directions: Readonly<Record<string, 1 | -1 | 0>> = {
  '+': 1,
  '=': 1,
  '-': -1,
  _: -1,
  '0': 0,
};

/** Zooms by Ctrl or Cmd with plus, minus and zero, and by Ctrl and the wheel. Electron has neither. */
export function zoomByKeyAndWheel(
  contents: Pick<WebContents, 'on' | 'zoomLevel'>,
  platform: NodeJS.Platform,
): void {
  const zoom = (direction: 1 | -1 | 0) => {
    contents.zoomLevel = within(direction === 0 ? 0 : contents.zoomLevel + direction * levels.step);
  };
  contents.on('before-input-event', (event, input) => {
    const direction = isCommand(input, platform) ? directions[input.key] : undefined;
    if (direction === undefined) return;
    event.preventDefault();
    zoom(direction);
  });
  contents.on('zoom-changed', (_event, direction) => zoom(direction === 'in' ? 1 : -1));
}

/** At the first page only: later ones have the level in the window's session. */
export function createZoomRestorer(
  savedLevel: () => number,
): (contents: Pick<WebContents, 'on' | 'zoomLevel'>) => void {
  let restored = false;
  return (contents) => {
    // A page has no level before it is there, and this comes before anything of it is drawn.
    contents.on('did-navigate', () => {
      if (restored) return;
      restored = true;
      const level = savedLevel();
      if (level !== 0) contents.zoomLevel = level;
    });
  };
}

/** The level in what the window saved, within the limits; 0, the usual one, for anything else. */
export function readZoomLevel(text: string | undefined): number {
  const stored = text === undefined ? undefined : parseStored(text, StoredZoom);
  return stored ? within(stored.zoomLevel) : 0;
}

function within(level: number): number {
  return Math.min(levels.largest, Math.max(levels.smallest, level));
}

function isCommand(input: Input, platform: NodeJS.Platform): boolean {
  const modifier = platform === 'darwin' ? input.meta : input.control;
  return input.type === 'keyDown' && modifier && !input.alt;
}
