/** The values of one field: as they come, or each different one once and which of them comes when. */
type Column = { readonly values: readonly unknown[] } | Repeating;

interface Repeating {
  readonly distinct: readonly unknown[];
  /** A character for each value where they suffice: a text is read faster than as many numbers. */
  readonly at: string | readonly number[];
}

/**
 * Rows field by field. Names are written once, and what repeats, as protocols and countries do, once
 * too: a long list parses several times faster so. A value that is `undefined` comes back as `null`.
 */
export interface Columns {
  readonly count: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** The line before the columns. */
interface Head {
  readonly count: number;
  readonly fields?: readonly string[];
}

/** The characters `(` to `[`, which JSON leaves as they are and writes as one byte. */
const firstPlace = 0x28;
const places = 0x5b - firstPlace + 1;

/** Turns rows of what JSON can hold into columns of these fields. */
export function toColumns<Row extends object>(
  rows: readonly Row[],
  fields: readonly (keyof Row & string)[],
): Columns {
  const columns = fields.map((field) => [field, toColumn(rows.map((row) => row[field]))] as const);
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

/** The values of one field, a row each. */
export function valuesOf({ columns, count }: Columns, field: string): readonly unknown[] {
  const column = columns[field];
  if (!column) return Array.from({ length: count }, () => undefined);
  if ('values' in column) return column.values;
  const { distinct, at } = column;
  if (typeof at !== 'string') return at.map((place) => distinct[place]);
  const values = new Array<unknown>(at.length);
  for (let n = 0; n < at.length; n += 1) values[n] = distinct[at.charCodeAt(n) - firstPlace];
  return values;
}

/**
 * Columns as bytes, each a line of JSON by itself, after one that says which they are: a text with a
 * letter of another alphabet takes twice as long to read, so only the columns that have one do.
 */
export function bytesOf({ count, columns }: Columns): Buffer {
  const head: Head = { count, fields: Object.keys(columns) };
  return Buffer.from(
    [head, ...Object.values(columns)].map((each) => JSON.stringify(each)).join('\n'),
  );
}

/** What `bytesOf` wrote, or columns that are one JSON, as they were before. */
export function columnsOf(bytes: Uint8Array): Columns {
  const [head, ...columns] = linesOf(bytes).map((line) => JSON.parse(line) as unknown);
  const { count, fields } = head as Head;
  if (!fields) return head as Columns;
  return {
    count,
    columns: Object.fromEntries(fields.map((field, n) => [field, columns[n] as Column])),
  };
}

function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    lines.push(text.toString('utf8', from, to));
    from = to + 1;
  }
  return lines;
}

function toColumn(values: readonly unknown[]): Column {
  const known = new Map<string, number>();
  const distinct: unknown[] = [];
  const at = values.map((value) => {
    const text = JSON.stringify(value);
    const place = known.get(text);
    if (place !== undefined) return place;
    distinct.push(value);
    known.set(text, distinct.length - 1);
    return distinct.length - 1;
  });
  if (distinct.length * 2 > values.length) return { values };
  if (distinct.length > places) return { distinct, at };
  return { distinct, at: at.map((place) => String.fromCharCode(firstPlace + place)).join('') };
}
