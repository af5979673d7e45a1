import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { api } from '#contract/api/index.ts';
import { commandEndpoints } from './command-endpoints.ts';

/** Where one endpoint of the contract is used. Paths are from the project's root. */
export interface EndpointCoverage {
  readonly id: string;
  /** Pages that import, directly or not, a file that uses it. */
  readonly screens: readonly string[];
  /** Files of the window with its id, or with a command that calls it. */
  readonly components: readonly string[];
  /** End-to-end tests with its id. */
  readonly tests: readonly string[];
}

const window = 'src-renderer';
/** The files of the contract with requests that the window sends. */
const requests = /^(products|sources)\.ts$/u;
const whole = `${window}/app/App.vue`;

/**
 * Reads the sources of the window and of the tests that use it as a user does, and returns where each
 * endpoint is used, in the contract's order.
 *
 * @param root absolute path of the project
 */
export function apiCoverage(root: string): EndpointCoverage[] {
  const sources = new Map([
    ...readSources(root, window, /\.(ts|vue)$/u),
    ...readSources(root, 'src-contract', requests),
  ]);
  const tests = new Map(
    ['test/e2e', 'test/renderer/sections'].flatMap((folder) => [
      ...readSources(root, folder, /\.test\.ts$/u),
    ]),
  );
  const screens = [...sources.keys()].filter(
    (file) => file.endsWith('Page.vue') && !file.startsWith(`${window}/ui/`),
  );
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

/** The endpoints that no screen or no end-to-end test uses. */
export function uncovered(coverage: readonly EndpointCoverage[]): string[] {
  return coverage.flatMap(({ id, screens, tests }) => [
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

/** Every file that a page imports, itself included, statically or dynamically. */
function reachedFrom(page: string, sources: ReadonlyMap<string, string>): Set<string> {
  const seen = new Set<string>();
  const open = [page];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const text = sources.get(file);
    if (text === undefined || seen.has(file)) continue;
    seen.add(file);
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport)[\s(]*'([.#][^']+)'/gu)) {
      open.push(
        specifier.startsWith('#')
          ? specifier.replace('#renderer/', `${window}/`).replace('#contract/', 'src-contract/')
          : posix.join(dirname(file), specifier),
      );
    }
  }
  return seen;
}

function commandsOf(id: string): string[] {
  return Object.entries(commandEndpoints).flatMap(([command, endpoints]) =>
    (endpoints as readonly string[]).includes(id) ? [command] : [],
  );
}

/** Whether a text contains this name as a whole string literal, which is no key of a table of texts. */
export function quotes(text: string, name: string): boolean {
  return new RegExp(`'${name.replace('.', '\\.')}'(?!:)`, 'u').test(text);
}

function mentions(text: string, id: string): boolean {
  return new RegExp(`(?<![\\w.])${id.replace('.', '\\.')}(?!\\w)`, 'u').test(text);
}

/** Names in comments do not count as uses. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<=^|\s)\/\/.*$/gmu, '');
}
