import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import * as components from 'vue-eslint-parser';

/**
 * typescript-eslint's parser for the window's scripts and components, as one program that is type
 * checked once. By default the parser adds a component to its program when it is linted and then
 * checks everything again, which took four of the five minutes of all lint.
 *
 * @typedef {object} Options
 * @property {string} filePath
 * @property {unknown} [projectService] set where type information is needed: not in a template's expressions
 * @property {readonly ts.Program[]} [programs]
 *
 * @typedef {{ parseForESLint: (code: string, options: Options) => { ast: object } }} Parser
 */

const usual = /** @type {Parser} */ (tseslint.parser);
const config = fileURLToPath(new URL('../../src-renderer/tsconfig.json', import.meta.url));

/** In an editor, and with --fix, files change while they are linted. */
const once = basename(process.argv[1] ?? '', '.js') === 'eslint' && !process.argv.includes('--fix');

/** @returns {Parser & { meta: { name: string } }} */
export function createWindowScripts() {
  /** @type {ts.Program | undefined} */
  let program;
  return {
    meta: { name: 'window-scripts' },
    parseForESLint(code, options) {
      const { projectService, ...rest } = options;
      if (!once || !projectService) return usual.parseForESLint(code, options);
      program ??= createProgram();
      return program.getSourceFile(options.filePath)?.text === code
        ? usual.parseForESLint(code, { ...rest, programs: [program] })
        : usual.parseForESLint(code, options);
    },
  };
}

function createProgram() {
  const fail = (/** @type {ts.Diagnostic} */ { messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    config,
    { allowNonTsExtensions: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
    undefined,
    undefined,
    [{ extension: '.vue', isMixedContent: false, scriptKind: ts.ScriptKind.Deferred }],
  );
  if (parsed === undefined) throw new Error(`${config} cannot be read.`);
  const host = ts.createCompilerHost(parsed.options, true);
  const readAsUsual = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version, ...more) =>
    file.endsWith('.vue')
      ? ts.createSourceFile(file, scriptOf(file), version, true, ts.ScriptKind.TS)
      : readAsUsual(file, version, ...more);
  return ts.createProgram(parsed.fileNames, parsed.options, host);
}

/**
 * The script of a component as vue-eslint-parser extracts it: with `generic` it is more than the text
 * between the tags.
 *
 * @param {string} file
 */
function scriptOf(file) {
  let script = '';
  /** @type {Parser} */
  const reader = {
    parseForESLint(code, options) {
      if (options.projectService) script = code;
      return usual.parseForESLint(code, { ...options, projectService: undefined });
    },
  };
  components.parseForESLint(readFileSync(file, 'utf8'), {
    filePath: file,
    parser: reader,
    projectService: true,
    sourceType: 'module',
  });
  return script;
}
