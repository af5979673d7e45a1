import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { extractAll } from '@electron/asar';

interface ProgramUnderTest {
  /** Its main file, or on Electron the archive that has it. */
  readonly main: string;
  /** Removes what was unpacked for the tests. */
  readonly discard: () => void;
}

/**
 * The program that is tested: the build in `out/`, or that in the archive of an installed package,
 * which `CULVERT_E2E_ARCHIVE` names (`build/run/self-test.js`). The package's own binary can neither be
 * debugged nor be given a profile, which is a promise of it; so the archive runs on the same version
 * of Electron, whose fuses are not set, or unpacked on the stand-in.
 */
export function openProgramUnderTest(
  onElectron: boolean,
  archive: string | undefined = process.env['CULVERT_E2E_ARCHIVE'],
): ProgramUnderTest {
  if (archive === undefined) {
    return {
      main: resolve(import.meta.dirname, '../../out/main/main.js'),
      discard: () => undefined,
    };
  }
  if (onElectron) return { main: resolve(archive), discard: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'culvert-archive-'));
  extractAll(archive, folder);
  return {
    main: join(folder, 'out/main/main.js'),
    discard: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
