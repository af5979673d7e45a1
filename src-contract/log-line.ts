import { api } from '#contract/api/index.ts';

const removed = '[removed]';

/** Words as Culvert, Node and Electron write them: `no-space`, `mainFrame`, `openExternal`. */
const word = /^[A-Za-z]{1,30}(?:-[A-Za-z]{1,20}){0,5}$/;
const isWord = (text: string) => word.test(text);
/** Parts of the names of events, which have one dot at most: more are in the names of hosts. */
const ownWord = /^[a-z]{1,20}(?:-[a-z]{1,20}){0,5}$/;

/** What the text of a field may look like. */
const allowed: Readonly<Record<string, (text: string) => boolean>> = {
  time: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text),
  level: isWord,
  event: (text) => {
    const [part, action = 'x', ...more] = text.split('.');
    return more.length === 0 && [part, action].every((each) => ownWord.test(each ?? ''));
  },
  endpoint: (text) => Object.hasOwn(api, text),
  kind: isWord,
  reason: isWord,
  type: isWord,
  permission: isWord,
  purpose: isWord,
  entry: isWord,
  result: isWord,
  name: isWord,
  error: (text) => /^[A-Za-z]{0,30}Error$/.test(text),
  code: (text) => /^[A-Z0-9_]{0,40}$/.test(text),
  file: (text) => /^[a-z]{1,20}\.[a-z]{1,6}$/.test(text),
  /** Places in the program: `program.js:1:20`. */
  at: (text) => text === '' || text.split(' ').every((each) => /^[\w.-]{1,60}:\d+:\d+$/.test(each)),
  request: (text) => /^[\da-f]{12}$/.test(text),
  version: (text) => /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(text),
};

/** A line with only what is known to be harmless: reports leave the machine. */
export function harmlessLine(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      /^[a-z]{1,20}$/.test(name) ? name : removed,
      isHarmless(name, value) ? value : removed,
    ]),
  );
}

function isHarmless(name: string, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  const accepts = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  return typeof value === 'string' && accepts?.(value) === true;
}
