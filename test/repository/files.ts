import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const notOurs = new Set(['node_modules', 'out', 'dist', 'coverage', '.culvert', '.git']);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}

/** Every file of the project by its path from the root, whether git knows it yet or not. */
export const files = walk(root);

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

export const textFiles = files.filter((file) => !/\.(png|ico|icns|woff2?)$/u.test(file));
