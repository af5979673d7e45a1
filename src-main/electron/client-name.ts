import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

/** No desktop entry is longer; what is, is not read. */
const maxBytes = 256 * 1024;

/**
 * What the program is called that takes links. Windows and macOS give its name; Linux gives the file
 * name of its desktop entry, as `xdg-mime` does, and the entry has the name. Nothing for no program.
 *
 * @param given what Electron's `getApplicationNameForProtocol` returned
 */
export function clientName(given: string, environment: NodeJS.ProcessEnv): string | undefined {
  const name = given.trim();
  if (!name.endsWith('.desktop')) return name === '' ? undefined : name;
  if (!/^[\w.+-]+$/.test(name)) return undefined;
  const entries = folders(environment).map((folder) => nameIn(join(folder, 'applications', name)));
  return entries.find((each) => each !== undefined) ?? name.slice(0, -'.desktop'.length);
}

/** Where desktop entries are, the user's own first (XDG Base Directory Specification). */
function folders({ XDG_DATA_HOME, XDG_DATA_DIRS }: NodeJS.ProcessEnv): readonly string[] {
  const own = XDG_DATA_HOME || join(homedir(), '.local/share');
  const shared = (XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter);
  return [own, ...shared].filter(isAbsolute);
}

/** The name that a desktop entry has; `undefined` where it has none, or is not there. */
function nameIn(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    const [, main = ''] = readFileSync(path, 'utf8').split(/^\[Desktop Entry\]\s*$/m);
    const [own = ''] = main.split(/^\[/m);
    const name = /^Name\s*=(.*)$/m.exec(own)?.[1]?.trim() ?? '';
    return name === '' ? undefined : name.slice(0, 60);
  } catch {
    return undefined;
  }
}
