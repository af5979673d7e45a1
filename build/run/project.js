import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/u, '');

/**
 * A path inside of the checkout.
 *
 * @param {readonly string[]} parts
 */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** Data of the commands: profiles, screenshots. Ignored by Git. */
export const dataFolder = inProject('.culvert');

/** Cached facts about this installation; `npm ci` removes them. */
export const cacheFolder = inProject('node_modules', '.cache', 'culvert');

/** Ends a command with a message instead of a stack trace. */
export class Stop extends Error {
  /** @override */
  name = 'Stop';
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * The full path of a program; undefined when it is not on the path.
 *
 * @param {string} name
 */
export function onPath(name) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .find((path) => existsSync(path));
}

/** Whether a window can be shown. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}
