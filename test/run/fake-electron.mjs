// Stands in for Electron's binary in a `dist/` folder: records how it was started and, given the
// project's folder, runs the program on the stand-in. As strict as the binary about what ends it.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, exit, getuid, platform } from 'node:process';

const args = process.argv.slice(2);
const { FAKE_ELECTRON_RECORD: record = '', FAKE_ELECTRON_FAULT: fault } = env;
const { DISPLAY, DBUS_SESSION_BUS_ADDRESS } = env;
appendFileSync(record, `${JSON.stringify({ args, env: { DISPLAY, DBUS_SESSION_BUS_ADDRESS } })}\n`);

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
const at = args.findIndex((arg) => !arg.startsWith('-'));
const app = args[at] ?? '';
/** @type {unknown} */
const parsed = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
const manifest = /** @type {{ name: string, main: string }} */ (parsed);
if (manifest.name === 'blank-app') {
  if (fault === 'window') process.stderr.write('ERROR: Failed to launch a GPU process\n');
  exit(fault === 'window' ? 1 : 0);
}
const runner = join(app, 'test/stand-in/process/run.ts');
const own = args.filter((_arg, index) => index !== at);
const child = spawn(execPath, [runner, join(app, manifest.main), '--', ...own], {
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.once('exit', (code) => exit(code ?? 1));
