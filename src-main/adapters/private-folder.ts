import { chmodSync, mkdirSync } from 'node:fs';

/** Only the user who runs Culvert may read what it keeps. Windows takes this from the profile. */
export const fileMode = 0o600;
const folderMode = 0o700;

/** Makes the folder, or closes to others one that is there. Throws the file system's error. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode });
  chmodSync(folder, folderMode);
}
