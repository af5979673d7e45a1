import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';
import {
  createParsedCommandLine,
  createVueLanguagePlugin,
  forEachEmbeddedCode,
} from '@vue/language-core';
import ts from 'typescript';
import { cacheFolder, inProject, root, say } from '../run/project.js';

/**
 * Type checks the window, its components with their templates, with TypeScript's native compiler,
 * which is several times as fast as vue-tsc. What Vue's compiler makes of a component is written to a
 * file that resolves in the component's place, and its errors are reported where the component has them.
 *
 * @typedef {import('@vue/language-core').VirtualCode} VirtualCode
 */

const folder = join(cacheFolder, 'window-types');
const sources = inProject('src-renderer');

/**
 * The script that a component is checked as.
 *
 * @param {ReturnType<typeof createVueLanguagePlugin<string>>} plugin
 * @param {string} file
 */
function scriptOf(plugin, file) {
  const snapshot = ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8'));
  const none = { getAssociatedScript: () => undefined };
  const code = plugin.createVirtualCode?.(file, 'vue', snapshot, none);
  const all = code === undefined ? [] : [...forEachEmbeddedCode(code)];
  const script = all.find(({ id }) => id.startsWith('script_'));
  if (script === undefined) throw new Error(`${file} has no script.`);
  return script;
}

/** @param {VirtualCode} code */
const textOf = ({ snapshot }) => snapshot.getText(0, snapshot.getLength());

/** Writes the scripts of all components; answers them by their file. */
function writeScripts() {
  rmSync(folder, { recursive: true, force: true });
  const config = join(sources, 'tsconfig.json');
  const { options, vueOptions } = createParsedCommandLine(ts, ts.sys, config);
  const plugin = createVueLanguagePlugin(ts, options, vueOptions, (/** @type {string} */ id) => id);
  /** @type {Map<string, VirtualCode>} */
  const scripts = new Map();
  for (const file of globSync('src-renderer/**/*.vue', { cwd: root })) {
    const script = scriptOf(plugin, inProject(file));
    const target = join(folder, `${file}.ts`);
    mkdirSync(dirname(target), { recursive: true });
    // The helpers of all components, by a path from where the component is.
    writeFileSync(
      target,
      textOf(script).replaceAll(
        /(?<=^\/\/\/ <reference )types="[./]*(?=node_modules\/)/gmu,
        `path="${root.replaceAll('\\', '/')}/`,
      ),
    );
    scripts.set(target, script);
  }
  const both = [sources, join(folder, 'src-renderer')];
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: config,
      compilerOptions: {
        rootDirs: both,
        paths: { '#renderer/*': both.map((path) => `${path}/*`) },
        types: [inProject('node_modules', 'vite', 'client')],
      },
      include: [sources, folder, inProject('test', 'renderer')].map((path) => `${path}/**/*.ts`),
      exclude: [],
    }),
  );
  return scripts;
}

/**
 * Where a component has what is at an offset of its script; undefined where only Vue's compiler does,
 * or where it wants that error left out.
 *
 * @param {VirtualCode} script
 * @param {number} offset
 * @param {string} error
 */
function sourceOffset({ mappings }, offset, error) {
  const found = mappings.flatMap((mapping) => {
    const { data, generatedOffsets, generatedLengths, lengths, sourceOffsets } = mapping;
    const { verification = false } = data;
    if (verification === false) return [];
    const reported = verification === true || verification.shouldReport?.('ts', error) !== false;
    return generatedOffsets.flatMap((start, at) => {
      const past = offset - start;
      const length = generatedLengths?.[at] ?? lengths[at] ?? 0;
      if (past < 0 || past > length) return [];
      const source = (sourceOffsets[at] ?? 0) + Math.min(past, lengths[at] ?? 0);
      return [{ source, reported, within: past < length }];
    });
  });
  // Where one part ends another begins.
  const best = found.find(({ within }) => within) ?? found[0];
  return best?.reported === true ? best.source : undefined;
}

/**
 * A line of the compiler, about the component where it is about its script; undefined where the
 * component has no part in it.
 *
 * @param {string} line
 * @param {ReturnType<typeof writeScripts>} scripts
 */
function reported(line, scripts) {
  const [, path = '', row = '', column = '', code = '', text = ''] =
    /^(.+?)\((\d+),(\d+)\): error TS(\d+): (.*)$/u.exec(line) ?? [];
  const script = scripts.get(inProject(path));
  if (script === undefined) return line;
  const generated = ts.createSourceFile('', textOf(script), ts.ScriptTarget.Latest);
  const offset = generated.getPositionOfLineAndCharacter(Number(row) - 1, Number(column) - 1);
  const at = sourceOffset(script, offset, code);
  // Errors of syntax, from 1000 on, end the whole check.
  if (at === undefined) return Number(code) < 2000 ? line : undefined;
  const file = relative(folder, inProject(path)).replace(/\.ts$/u, '');
  const before = readFileSync(inProject(file), 'utf8').slice(0, at).split('\n');
  const place = `${String(before.length)},${String((before.at(-1)?.length ?? 0) + 1)}`;
  return `${file}(${place}): error TS${code}: ${text}`;
}

const scripts = writeScripts();
const compiler = inProject('node_modules', 'typescript-native', 'bin', 'tsc');
const args = [compiler, '-p', folder, '--noEmit', '--singleThreaded', '--pretty', 'false'];
const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
let shown = true;
const errors = stdout
  .split('\n')
  .filter((line) => line !== '')
  .flatMap((line) => {
    // What is indented explains the line before it.
    if (line.startsWith(' ')) return shown ? [line] : [];
    const one = reported(line, scripts);
    shown = one !== undefined;
    return one === undefined ? [] : [one];
  });
for (const line of errors) say(line);
process.exitCode = errors.length > 0 || status === null ? 1 : 0;
