import type { Clipboard as ElectronClipboard, ClipboardItem } from 'electron';
import type { Clipboard } from '#core/kernel/ports.ts';
import type { WaylandClipboard } from './wayland-clipboard.ts';

/**
 * The system's clipboard. Text and its marks are written in one step, which every system takes as
 * one change, so no history ever sees the text without them.
 *
 * What the marks do, and what no mark can:
 * - Windows: `ExcludeClipboardContentFromMonitorProcessing` keeps it out of the clipboard history,
 *   out of the cloud clipboard and out of the monitors that heed it; the two older formats say the
 *   same to those that know only them. A program may still read the clipboard while it is there.
 * - macOS: `org.nspasteboard.ConcealedType` is an agreement among clipboard managers. The system
 *   itself offers the text to a near iPhone or iPad (Universal Clipboard) all the same.
 * - Linux: `x-kde-passwordManagerHint` is heeded by Klipper and by those that follow it. On X11 every
 *   program of the session may read the clipboard; a history that does not know the hint keeps it.
 * - Wayland: the compositor ignores what a program without the focus puts on the clipboard, as the tray
 *   does, while Electron would read its own text back. It goes through wl-copy then, or rejects.
 */
export function createClipboard(parts: {
  readonly clipboard: Pick<ElectronClipboard, 'clear' | 'readText' | 'write'>;
  readonly ClipboardItem: new (items: Record<string, string | Blob>) => ClipboardItem;
  readonly platform: NodeJS.Platform;
  /** Set on Wayland, where Electron's clipboard works only for a window that has the focus. */
  readonly wayland: WaylandClipboard | undefined;
  readonly isFocused: () => boolean;
}): Clipboard {
  const { clipboard, ClipboardItem, platform, wayland, isFocused } = parts;
  /** Set while it was wl-copy that wrote last: Electron knows nothing of that text. */
  let writtenBy: WaylandClipboard | undefined;
  return {
    writeSecret: async (text) => {
      if (wayland !== undefined && !isFocused()) {
        await wayland.write(text);
        writtenBy = wayland;
        return;
      }
      await clipboard.write([new ClipboardItem({ 'text/plain': text, ...concealment(platform) })]);
      writtenBy = undefined;
    },
    readText: () => (writtenBy === undefined ? clipboard.readText() : writtenBy.read()),
    clear: async () => {
      if (writtenBy === undefined) clipboard.clear();
      else await writtenBy.clear();
    },
  };
}

const raw = (format: string) => `electron application/osclipboard;format="${format}"`;

/** A DWORD of 0: "no". */
const no = () => new Blob([new Uint8Array(4)]);

/** The formats that mark the clipboard as concealed on one system, with the bytes each wants. */
function concealment(platform: NodeJS.Platform): Record<string, Blob> {
  switch (platform) {
    case 'win32':
      return {
        [raw('ExcludeClipboardContentFromMonitorProcessing')]: no(),
        [raw('CanIncludeInClipboardHistory')]: no(),
        [raw('CanUploadToCloudClipboard')]: no(),
      };
    case 'darwin':
      // One byte: an empty format may be dropped on the way.
      return { [raw('org.nspasteboard.ConcealedType')]: new Blob([new Uint8Array(1)]) };
    default:
      return { [raw('x-kde-passwordManagerHint')]: new Blob(['secret']) };
  }
}
