import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** When main asks the user about a call, as the table in docs/security.md begins to say it. */
const answers = {
  yes: { signedIn: true, signedOut: true },
  no: { signedIn: false, signedOut: false },
  'while signed in': { signedIn: true, signedOut: false },
  'while signed out': { signedIn: false, signedOut: true },
} as const;

type Answer = keyof typeof answers;
type Asks = (typeof answers)[Answer];

const heading = '### What a page that was taken over gains by each call';

/**
 * The table in docs/security.md: by the name of a command or an endpoint, when main asks about it.
 * Throws for a name that has two rows, and for a row that does not say what is gained.
 */
export function readCallTable(): ReadonlyMap<string, Asks> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const [, section = ''] = text.split(heading);
  const [chapter = ''] = section.split(/^#/m);
  const table = new Map<string, Asks>();
  for (const line of chapter.split('\n').filter((each) => each.startsWith('| `'))) {
    const [, calls = '', gain = '', asks = ''] = line.split('|').map((cell) => cell.trim());
    const answer = Object.keys(answers).find((each) => new RegExp(`^${each}(,|$)`).test(asks));
    if (gain === '' || answer === undefined) throw new Error(`a row without an answer: ${line}`);
    for (const [, name = ''] of calls.matchAll(/`([^`]+)`/g)) {
      if (table.has(name)) throw new Error(`two rows for ${name}`);
      table.set(name, answers[answer as Answer]);
    }
  }
  return table;
}
