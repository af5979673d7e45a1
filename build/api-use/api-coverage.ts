import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { api } from '#contract/api/index.ts';
import { commandRows } from './command-rows.ts';

/** Where one row of the contract is used. Paths are from the project's root. */
export interface RowCoverage {
  readonly id: string;
  /** Pages from which a file that uses it is reached. */
  readonly screens: readonly string[];
  /** The files of the window that name it, or a command that main answers with it. */
  readonly components: readonly string[];
  /** End-to-end tests that name it. */
  readonly tests: readonly string[];
}

const window = 'src-renderer';
const whole = `${window}/App.vue`;

/**
 * Reads the sources of the window and of the end-to-end tests and tells where each row of the
 * contract is used, in the contract's order.
 *
 * @param root absolute path of the project
 */
export function apiCoverage(root: string): RowCoverage[] {
  const sources = readSources(root, window, /\.(ts|vue)$/u);
  const tests = readSources(root, 'test/e2e', /\.test\.ts$/u);
  const screens = [...sources.keys()].filter((file) => file.startsWith(`${window}/pages/`));
  const reached = new Map([...screens, whole].map((page) => [page, reachedFrom(page, sources)]));

  return Object.keys(api).map((id) => {
    const names = [id, ...commandsOf(id)];
    const components = [...sources].flatMap(([file, text]) =>
      names.some((name) => quotes(text, name)) ? [file] : [],
    );
    const on = (page: string) => components.some((file) => reached.get(page)?.has(file));
    const pages = screens.filter(on);
    return {
      id,
      screens: pages.length === 0 && on(whole) ? [whole] : pages,
      components,
      tests: [...tests].flatMap(([file, text]) => (mentions(text, id) ? [file] : [])),
    };
  });
}

/** The rows that no screen or no end-to-end test uses. */
export function uncovered(rows: readonly RowCoverage[]): string[] {
  return rows.flatMap(({ id, screens, tests }) => [
    ...(screens.length === 0 ? [`${id}: no screen`] : []),
    ...(tests.length === 0 ? [`${id}: no test`] : []),
  ]);
}

/** The files of a folder whose names match, by their paths from the root, with their texts. */
export function readSources(root: string, folder: string, name: RegExp): Map<string, string> {
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => posix.join(...join(entry.parentPath, entry.name).split(/[\\/]/u)));
  const prefix = posix.join(...root.split(/[\\/]/u));
  return new Map(
    found
      .map((path) => posix.relative(prefix, path))
      .sort()
      .map((file) => [file, withoutComments(readFileSync(join(root, file), 'utf8'))]),
  );
}

/** Every file that a page imports, itself included, statically or on demand. */
function reachedFrom(page: string, sources: ReadonlyMap<string, string>): Set<string> {
  const seen = new Set<string>();
  const open = [page];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const text = sources.get(file);
    if (text === undefined || seen.has(file)) continue;
    seen.add(file);
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport)[\s(]*'([.#][^']+)'/gu)) {
      open.push(
        specifier.startsWith('#renderer/')
          ? posix.join(window, specifier.slice('#renderer/'.length))
          : posix.join(dirname(file), specifier),
      );
    }
  }
  return seen;
}

function commandsOf(id: string): string[] {
  return Object.entries(commandRows).flatMap(([command, rows]) =>
    (rows as readonly string[]).includes(id) ? [command] : [],
  );
}

/** Whether a text holds this name as a string of its own. */
export function quotes(text: string, name: string): boolean {
  return text.includes(`'${name}'`);
}

function mentions(text: string, id: string): boolean {
  return new RegExp(`(?<![\\w.])${id.replace('.', '\\.')}(?!\\w)`, 'u').test(text);
}

/** Comments say much and use nothing. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gmu, '');
}
