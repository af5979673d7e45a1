import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { dataFolder, inProject, root, say } from '../run/project.js';
import { componentScript } from './component-script.js';

/**
 * The lint rules of the language, many of which need types, and the project's own (`.oxlintrc.json`).
 * oxlint does not read the types of components, so it is given their scripts as files, and what it says
 * of one is said of its component.
 */

const folder = join(dataFolder, 'components');

/** Writes the scripts of all components; answers their files. */
function writeScripts() {
  rmSync(folder, { recursive: true, force: true });
  const scripts = globSync('src-renderer/**/*.vue', { cwd: root }).map((file) => {
    const target = join(folder, file.replace(/\.vue$/u, '.script.ts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, componentScript(readFileSync(inProject(file), 'utf8')));
    return target;
  });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../src-renderer/tsconfig.json',
      compilerOptions: { rootDirs: ['../../src-renderer', 'src-renderer'] },
      include: ['.', '../../src-renderer/env.d.ts'],
    }),
  );
  return scripts;
}

const oxlint = inProject('node_modules', 'oxlint', 'bin', 'oxlint');
const args = [oxlint, '--deny-warnings', '.', ...writeScripts()];
const { status, stdout, stderr } = spawnSync(process.execPath, args, {
  cwd: root,
  encoding: 'utf8',
});
const written = /\.culvert[/\\]components[/\\]([^\s:]+)\.script\.ts/gu;
say(`${stdout}${stderr}`.replaceAll(written, '$1.vue').trim());
process.exitCode = status ?? 1;
