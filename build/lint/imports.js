import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** @type {unknown} */
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const { imports: aliases } = /** @type {{ imports: Readonly<Record<string, string>> }} */ (
  manifest
);
const prefixes = Object.entries(aliases).map(([alias, target]) => ({
  alias: alias.replace('*', ''),
  target: target.replace('*', ''),
}));

/**
 * The absolute path of an import of this project's own files, by `./`, `../` or an alias of
 * package.json; undefined for a package.
 *
 * @param {string} root absolute
 * @param {string} file absolute path of the importing file
 * @param {string} specifier
 * @returns {string | undefined}
 */
function ownFile(root, file, specifier) {
  const path = specifier.replace(/\?.*$/u, '');
  if (path.startsWith('.')) return resolve(dirname(file), path);
  const prefix = prefixes.find(({ alias }) => path.startsWith(alias));
  return prefix && resolve(root, prefix.target, path.slice(prefix.alias.length));
}

/**
 * The target of an import: a path from the root with forward slashes for one of the project's own
 * files (beginning with `..` outside of the root), the specifier itself for a package.
 *
 * @param {string} root absolute
 * @param {string} file absolute path of the importing file
 * @param {string} specifier
 * @returns {{ inside: boolean, name: string }}
 */
export function resolveImport(root, file, specifier) {
  const path = ownFile(root, file, specifier);
  if (path === undefined) return { inside: false, name: specifier.replace(/\?.*$/u, '') };
  return { inside: true, name: fromRoot(root, path) };
}

/**
 * @param {string} root
 * @param {string} file
 */
export function fromRoot(root, file) {
  return relative(root, file).split(sep).join(posix.sep);
}

/** @type {Map<string, { changed: number, found: readonly string[] }>} */
const cache = new Map();

/**
 * The imports of this project's own files by a file on the disk, as absolute paths; none when it
 * cannot be read.
 * Dynamic imports are left out: they run after loading, and so break a cycle.
 *
 * @param {string} file absolute
 * @returns {readonly string[]}
 */
export function ownImports(file) {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changed === undefined) return [];
  const known = cache.get(file);
  if (known?.changed === changed) return known.found;
  const found = staticImports(script(file, readFileSync(file, 'utf8')))
    .map((specifier) => ownFile(project, file, specifier))
    .filter((path) => path !== undefined);
  cache.set(file, { changed, found });
  return found;
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function staticImports(text) {
  // What follows the last of them takes the longest to parse.
  const last = Math.max(text.lastIndexOf("from '"), text.lastIndexOf("import '"), 0);
  const head = text.slice(last).split('\n', 1)[0]?.length ?? 0;
  const source = ts.createSourceFile('', text.slice(0, last + head), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) =>
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
    statement.moduleSpecifier !== undefined &&
    ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
}

/**
 * @param {string} file
 * @param {string} text
 */
function script(file, text) {
  if (/\.(ts|js|mjs)$/u.test(file)) return text;
  if (!file.endsWith('.vue')) return '';
  return [...text.matchAll(/<script\b[^>]*>(.*?)<\/script>/gsu)]
    .map((match) => match[1])
    .join('\n');
}
