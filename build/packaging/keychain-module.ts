import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const compiled = 'build/Release/keytar.node';
/** node-gyp writes it; an archive of prebuilt modules does not have it. */
const traceOfCompiling = 'build/config.gypi';
/** The other files are only needed to compile it. */
const sourceFiles = ['package.json', 'LICENSE.md', 'lib/keytar.js'];

/**
 * Places the keychain module as it ships: its one source file, its licence, and what was compiled.
 * For macOS that is compiled once more for the other processor, and both are joined, so that either
 * half of a universal program is the same file for file.
 *
 * @throws when the module is not there or was not compiled here: a release without a keychain is
 *   none, and a binary that was downloaded is covered by no checksum
 */
export function placeKeychainModule(from: string, to: string, platform: NodeJS.Platform): void {
  if (!existsSync(join(from, compiled)) || !existsSync(join(from, traceOfCompiling))) {
    throw new Error(
      'The keychain module was not compiled here: node build/run/setup.js does that.',
    );
  }
  rmSync(to, { recursive: true, force: true });
  for (const file of sourceFiles) cpSync(join(from, file), join(to, file));
  mkdirSync(dirname(join(to, compiled)), { recursive: true });
  if (platform === 'darwin') joinArchitectures(from, to);
  else cpSync(join(from, compiled), join(to, compiled));
}

function joinArchitectures(from: string, to: string): void {
  const other = process.arch === 'arm64' ? 'x64' : 'arm64';
  const copy = `${to}-${other}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(from, copy, { recursive: true });
  const env = { ...process.env, npm_config_arch: other };
  execFileSync('npm', ['run', 'build'], { cwd: copy, env, stdio: 'inherit' });
  const halves = [join(from, compiled), join(copy, compiled)];
  execFileSync('lipo', ['-create', '-output', join(to, compiled), ...halves]);
  rmSync(copy, { recursive: true });
}
