import { tablesOf, type Table } from '#test/markdown-tables.ts';
import type { SpecField } from './spec-facts.ts';

/** Reading the specification's markdown: its headings, its tables, and its prose about fields. */

/** The one table whose head row is this. */
export function tableWith(markdown: string, ...head: string[]): Table {
  const found = tablesOf(markdown).filter((table) => table.head.join('|') === head.join('|'));
  const [table] = found;
  if (table === undefined || found.length > 1) {
    throw new Error(`expected one table with the head ${head.join(' | ')}, found ${found.length}`);
  }
  return table;
}

/** The text from a heading to the next. */
export function sectionOf(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.replace(/^#+\s*/, '') === heading);
  if (start === -1) throw new Error(`no heading "${heading}"`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('#'));
  return rest.slice(0, end === -1 ? undefined : end).join('\n');
}

/** "1 to 64", "0-23", "at most 100", "5". */
export function boundsIn(text: string): { min?: number; max?: number } {
  const range = /(-?\d+) to (-?\d+)/.exec(text);
  if (range !== null) return { min: Number(range[1]), max: Number(range[2]) };
  const most = /at most (\d+)/.exec(text);
  return most === null ? {} : { max: Number(most[1]) };
}

function valuesIn(text: string, protocols: readonly string[]): readonly string[] | undefined {
  if (text.includes('9 protocol values without mtproto')) return protocols;
  if (/9 protocol values plus `mtproto`/.test(text)) return [...protocols, 'mtproto'];
  const each = /each ((?:`\w+`(?:, | or )?)+)/.exec(text)?.[1];
  if (each !== undefined) return [...each.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? '');
  const list = /\(([a-z0-9]+(?:, [a-z0-9]+){2,})\)/.exec(text)?.[1];
  return list?.split(', ');
}

const fieldStart = /`(\w+)`(?= (?:number|string|boolean|array|required|optional|and `))/g;

/** Fields in the column "Request", such as "`limit` number optional 1 to 1000; `offset` number optional". */
export function fieldsIn(prose: string, protocols: readonly string[]): SpecField[] {
  const starts = [...prose.matchAll(fieldStart)];
  const chunks = starts.map((match, index) => ({
    name: match[1] ?? '',
    text: prose.slice(match.index + match[0].length, starts[index + 1]?.index),
  }));
  const fields: SpecField[] = [];
  let items: SpecField[] | undefined;
  for (const [index, { name, text }] of chunks.entries()) {
    const said = text === ' and ' ? (chunks[index + 1]?.text ?? '') : text;
    const values = valuesIn(said, protocols);
    const absent = /\bdefault (\d+)/.exec(said)?.[1];
    const type = /^ (number|string|boolean|array)/.exec(said)?.[1] as SpecField['type'] | undefined;
    const each: SpecField[] | undefined = said.includes('each with') ? [] : undefined;
    (items ?? fields).push({
      name,
      type: type ?? 'unstated',
      required: /\brequired\b/.test(said) && !/\boptional\b/.test(said),
      nullable: /\bor null\b/.test(said),
      ...boundsIn(said),
      ...(values === undefined ? {} : { values }),
      ...(each === undefined ? {} : { each }),
      ...(absent === undefined ? {} : { default: Number(absent) }),
      ...(said.includes('required when enabling') ? { unless: 'required when enabling' } : {}),
    });
    items = each ?? items;
  }
  return fields;
}
