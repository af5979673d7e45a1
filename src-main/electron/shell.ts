import { constants } from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type {
  App,
  BrowserWindow,
  Dialog,
  OpenDialogOptions,
  SaveDialogOptions,
  Shell as SystemShell,
} from 'electron';
import { plainFileName } from '#core/connections/exports/file-name.ts';
import type { NamedFile, Shell } from '#core/kernel/ports.ts';
import { createNotifier, type NotifierParts } from './notifier.ts';
import { privately, writeAnew } from './write-anew.ts';

interface ShellParts extends NotifierParts {
  readonly app: Pick<App, 'getPath' | 'getApplicationNameForProtocol'>;
  readonly dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>;
  readonly BrowserWindow: { getFocusedWindow(): BrowserWindow | null };
  readonly shell: Pick<SystemShell, 'openExternal'>;
}

/** No name of a program is shown longer. */
const longestName = 60;

/** The core's `Shell` port on Electron: saves and reads files, shows silent notifications, opens links. */
export function createShell(parts: ShellParts): Shell {
  const { app, dialog, BrowserWindow, shell } = parts;

  /** The file that the user selects; `undefined` when they cancel. */
  async function chooseToOpen(options: OpenDialogOptions): Promise<string | undefined> {
    const window = BrowserWindow.getFocusedWindow();
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? undefined : filePaths[0];
  }

  const openFolder = () =>
    chooseToOpen({
      defaultPath: app.getPath('downloads'),
      properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
    });

  return {
    saveFile: async (suggestedName, bytes, mayWrite = () => true) => {
      const options: SaveDialogOptions = {
        defaultPath: join(app.getPath('downloads'), fileName(suggestedName)),
        properties: ['dontAddToRecent'],
      };
      const window = BrowserWindow.getFocusedWindow();
      const { canceled, filePath } = await (window === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(window, options));
      if (canceled || filePath === '' || !mayWrite()) return undefined;
      await writeAnew(filePath, bytes);
      return basename(filePath);
    },
    openFile: async (extensions, atMost) => {
      const path = await chooseToOpen({
        properties: ['openFile', 'dontAddToRecent'],
        filters: [
          { name: extensions.map((each) => `*.${each}`).join(' '), extensions: [...extensions] },
          { name: '*', extensions: ['*'] },
        ],
      });
      return path === undefined ? undefined : await firstBytes(path, atMost);
    },
    openFolder,
    notify: createNotifier(parts),
    saveFolder: async (suggestedName, files, onWritten, stop, mayWrite = () => true) => {
      const selected = await openFolder();
      if (selected === undefined || !mayWrite()) return undefined;
      const folder = await makeFolder(selected, fileName(suggestedName));
      try {
        await writeAll(folder, files, onWritten, stop);
      } catch (error) {
        // Some connections of all would look like all of them.
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return basename(folder);
    },
    // Looked up without the link itself, which is a secret.
    clientFor: (scheme) => {
      const name = app.getApplicationNameForProtocol(`${scheme}://`).trim();
      return name === '' ? undefined : name.slice(0, longestName);
    },
    // As a parser wrote it: what the system opens is what was checked.
    openExternal: async (url) => {
      await shell.openExternal(new URL(url).href);
    },
  };
}

/** Writes files into a new folder, one after the other, until it is to stop. */
async function writeAll(
  folder: string,
  files: readonly NamedFile[],
  onWritten: (count: number) => void,
  stop: AbortSignal,
): Promise<void> {
  onWritten(0);
  for (const [index, { name, bytes }] of files.entries()) {
    if (stop.aborted) return;
    // Never overwrites: the folder is new, and the core has made the names unique.
    await writeFile(join(folder, fileName(name)), bytes, privately);
    onWritten(index + 1);
  }
}

/** The beginning of a file, at most so many bytes. Rejects for what is no file. */
export async function firstBytes(path: string, atMost: number): Promise<Uint8Array> {
  // A pipe would be waited for without an end. A link is followed: the user selected it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new Error('not a regular file');
    const bytes = new Uint8Array(atMost);
    let length = 0;
    while (length < atMost) {
      const { bytesRead } = await file.read(bytes, length, atMost - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.slice(0, length);
  } finally {
    await file.close();
  }
}

async function makeFolder(parent: string, name: string, number = 1): Promise<string> {
  const folder = join(parent, number === 1 ? name : `${name} ${String(number)}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await makeFolder(parent, name, number + 1);
  }
}

/** Made of a title: characters that a file system forbids become dashes. */
function fileName(suggested: string): string {
  // Where it was cut a hyphen may stand.
  const plain = plainFileName(plainFileName(suggested, '-').slice(-120), '-');
  return plain === '' ? 'connection' : plain.toWellFormed();
}
