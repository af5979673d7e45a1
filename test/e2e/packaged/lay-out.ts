import { join, relative, sep } from 'node:path';
import { extractAll } from '@electron/asar';
import { beforeAll } from 'vitest';
import { filesBelow } from '#test/files-below.ts';
import { packageFor } from '#test/packaging/made-up-electron.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

/** The app as it lies on a disk once it is installed. */
interface Packaged {
  /** Where the app is, and where in it. */
  readonly app: string;
  readonly resources: string;
  /** Where what was taken out of its archive is. */
  readonly inside: string;
  /** Every file of the archive, and of what lies beside it, by its path with forward slashes. */
  readonly archived: readonly string[];
  readonly beside: readonly string[];
  /** For what a test writes; it goes after the tests. */
  readonly folder: string;
}

/** Packages once for all tests of a file; what it answers is ready inside them. */
export function packagedOfAFile(): () => Packaged {
  const folder = folderOfAFile();
  let packaged: Packaged | undefined;

  beforeAll(async () => {
    const app = await packageFor('linux', folder);
    const resources = join(app, 'resources');
    const inside = join(folder, 'inside');
    extractAll(join(resources, 'app.asar'), inside);
    const [archived, beside] = [namesIn(inside), namesIn(app)];
    packaged = { app, resources, inside, archived, beside, folder };
  });

  return () => {
    if (packaged === undefined) throw new Error('nothing was packaged');
    return packaged;
  };
}

/** Every file of a folder by its path with forward slashes. */
export function namesIn(place: string): string[] {
  return filesBelow(place)
    .map((file) => relative(place, file).split(sep).join('/'))
    .sort();
}
