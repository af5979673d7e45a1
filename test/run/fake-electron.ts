import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';

const modules = new URL('../../build/run/', import.meta.url).href;

interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface FakeElectron {
  readonly folder: string;
  /** Runs this code of the set-up where the fake binary is Electron; answers what it printed as JSON. */
  run(code: string, environment?: NodeJS.ProcessEnv): Promise<unknown>;
  record(): readonly Start[];
}

/** A `dist/` folder for each test with a fake of Electron's binary (`fake-electron.mjs`). */
export function fakeElectron(): FakeElectron {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'dist'));
    const source = readFileSync(join(import.meta.dirname, 'fake-electron.mjs'), 'utf8');
    writeFileSync(join(folder, 'fake.mjs'), source);
    const program = join(folder, 'dist/electron');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${folder}/fake.mjs" "$@"\n`);
    chmodSync(program, 0o755);
  });
  async function run(code: string, environment: NodeJS.ProcessEnv = {}): Promise<unknown> {
    const script = `
      import { chooseRuntime } from '${modules}app/app.js';
      import { electronFault, installedElectron } from '${modules}machine/electron.js';
      import { startProgram } from '${modules}process/processes.js';
      ${code}
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: {
        ...process.env,
        ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'dist'),
        FAKE_ELECTRON_RECORD: join(folder, 'record'),
        DISPLAY: ':99',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(await text(child.stdout)) as unknown;
  }

  const record = (): readonly Start[] =>
    readFileSync(join(folder, 'record'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Start);
  return {
    get folder() {
      return folder;
    },
    run,
    record,
  };
}
