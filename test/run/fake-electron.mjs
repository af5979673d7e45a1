// Stands in for Electron's binary in a `dist/` folder: records how it was started and, given the
// project's folder, runs the program on the stand-in; or, where it was packaged, the program in the
// archive beside it. As strict as the binary about what ends it.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, execPath, exit, getuid, platform } from 'node:process';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const { FAKE_ELECTRON_RECORD: record, FAKE_ELECTRON_FAULT: fault } = env;
const { DISPLAY, DBUS_SESSION_BUS_ADDRESS } = env;
if (record !== undefined) {
  const start = { args, env: { DISPLAY, DBUS_SESSION_BUS_ADDRESS } };
  appendFileSync(record, `${JSON.stringify(start)}\n`);
}

if (fault === 'library') {
  process.stderr.write('electron: error while loading shared libraries: libnss3.so: not found\n');
  exit(127);
}
if (platform === 'linux' && getuid?.() === 0 && !args.includes('--no-sandbox')) {
  process.stderr.write('FATAL: Running as root without --no-sandbox is not supported.\n');
  exit(133);
}
if (args.includes('--version')) {
  process.stdout.write('v45.4.1\n');
  exit(0);
}

/** Runs a main file on the stand-in of a project, and ends as it does. */
function run(/** @type {string} */ project, /** @type {string} */ main, isPackaged = false) {
  const runner = join(project, 'test/stand-in/process/run.ts');
  const own = isPackaged ? args : args.filter((_arg, index) => index !== at);
  const child = spawn(execPath, [runner, main, '--', ...own], {
    stdio: 'inherit',
    env: {
      ...env,
      STAND_IN_PACKAGED: isPackaged ? '1' : '0',
      ...(isPackaged && { STAND_IN_RESOURCES: dirname(archive) }),
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const at = args.findIndex((arg) => !arg.startsWith('-'));
const archive = join(dirname(env['FAKE_ELECTRON_PROGRAM'] ?? ''), 'resources/app.asar');
if (env['FAKE_ELECTRON_PROGRAM'] !== undefined && existsSync(archive)) {
  const { extractAll } = await import('@electron/asar');
  const folder = mkdtempSync(join(tmpdir(), 'culvert-fake-'));
  extractAll(archive, folder);
  const project = fileURLToPath(new URL('../..', import.meta.url));
  const code = await run(project, join(folder, 'out/main/main.js'), true);
  rmSync(folder, { recursive: true, force: true });
  exit(code);
}
const app = args[at] ?? '';
/** @type {unknown} */
const parsed = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
const manifest = /** @type {{ name: string, main: string }} */ (parsed);
if (manifest.name === 'blank-app') {
  if (fault === 'window') process.stderr.write('ERROR: Failed to launch a GPU process\n');
  exit(fault === 'window' ? 1 : 0);
}
exit(await run(app, join(app, manifest.main)));
