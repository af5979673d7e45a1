import { readFileSync, statSync } from 'node:fs';
import { dirname, posix, relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * Where an import leads: a path from the root with forward slashes for a relative one (`..` first
 * when it leaves the root), the specifier itself for a package.
 *
 * @param {string} root absolute
 * @param {string} file absolute path of the importing file
 * @param {string} specifier
 * @returns {{ inside: boolean, name: string }}
 */
export function resolveImport(root, file, specifier) {
  const path = specifier.replace(/\?.*$/u, '');
  if (!path.startsWith('.')) return { inside: false, name: path };
  return { inside: true, name: fromRoot(root, resolve(dirname(file), path)) };
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
 * The relative imports of a file on the disk, as absolute paths; none when it cannot be read.
 * Dynamic imports are left out: they run when everything is loaded, and break a circle.
 *
 * @param {string} file absolute
 * @returns {readonly string[]}
 */
export function relativeImports(file) {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changed === undefined) return [];
  const known = cache.get(file);
  if (known?.changed === changed) return known.found;
  const found = staticImports(script(file, readFileSync(file, 'utf8')))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(file), specifier.replace(/\?.*$/u, '')));
  cache.set(file, { changed, found });
  return found;
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function staticImports(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
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
