import { z } from 'zod';

/** The values of one field: each row's own, or each distinct value once and the rows' positions. */
type StoredColumn = { readonly values: unknown } | Repeating;

interface Repeating {
  readonly distinct: unknown;
  /** One character per row where they suffice: a text is parsed faster than as many numbers. */
  readonly at: string | readonly number[];
}

/**
 * Rows stored field by field. Names are written once, and so are values that repeat, such as
 * protocols and countries: a long list parses several times faster. `undefined` is stored as `null`.
 */
export interface StoredColumns {
  readonly count: number;
  readonly columns: Readonly<Record<string, StoredColumn>>;
}

/** The characters `(` to `[`, which JSON leaves as they are and writes as one byte. */
const firstPosition = 0x28;
const positions = 0x5b - firstPosition + 1;

/** The line before the columns. */
const Head = z.object({ count: z.int().min(0), fields: z.array(z.string()).optional() });

/** Stores rows of JSON values as columns of these fields. */
export function toColumns<Row extends object>(
  rows: readonly Row[],
  fields: readonly (keyof Row & string)[],
): StoredColumns {
  const columns = fields.map((field) => [field, toColumn(rows.map((row) => row[field]))] as const);
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

/** Checks an array in one pass, without the object for each value that a schema of arrays makes. */
const every = <T>(isValue: (value: unknown) => value is T) =>
  z.custom<readonly T[]>((values) => Array.isArray(values) && values.every(isValue));

/** Arrays of plain values, for columns of thousands of rows. */
export const texts = every((value) => typeof value === 'string');
export const textsOrNull = every((value) => typeof value === 'string' || value === null);
export const numbersOrNull = every((value) => typeof value === 'number' || value === null);
export const booleansOrNull = every((value) => typeof value === 'boolean' || value === null);

const areNumbers = (values: unknown): values is number[] =>
  Array.isArray(values) && values.every((value) => typeof value === 'number');

/**
 * The schema of a stored column: reads as one value per row. It has no object schemas inside: zod
 * compiles each of those at its first use, which a start with sixteen columns would notice.
 *
 * @param values the schema of an array of the column's values
 */
export function column<T>(values: z.ZodType<readonly T[]>): z.ZodType<readonly T[]> {
  return z.custom<StoredColumn>(isStoredColumn).transform((stored, context) => {
    const repeating = 'distinct' in stored;
    const parsed = values.safeParse(repeating ? stored.distinct : stored.values);
    const rows = parsed.data && (repeating ? expanded(parsed.data, stored.at) : parsed.data);
    if (rows) return rows;
    context.issues.push({ code: 'custom', message: 'not a column', input: stored });
    return z.NEVER;
  });
}

function isStoredColumn(value: unknown): value is StoredColumn {
  if (typeof value !== 'object' || value === null) return false;
  if ('values' in value) return true;
  return (
    'distinct' in value && 'at' in value && (typeof value.at === 'string' || areNumbers(value.at))
  );
}

/** The value of a row; throws a `RangeError` for a row that the column does not have. */
export function valueAt<T>(values: readonly T[], row: number): T {
  const value = values[row];
  if (value === undefined) throw new RangeError('a column without this row');
  return value;
}

/** Whether every column has one value for each of `count` rows. */
export function haveRows(
  columns: Readonly<Record<string, readonly unknown[]>>,
  count: number,
): boolean {
  return Object.values(columns).every((values) => values.length === count);
}

/**
 * Columns as bytes, each a line of JSON by itself, after one that names them: a text with a letter
 * beyond Latin-1 takes twice as long to parse, so only the columns that have one do.
 */
export function bytesOf({ count, columns }: StoredColumns): Buffer {
  const head: z.input<typeof Head> = { count, fields: Object.keys(columns) };
  return Buffer.from(
    [head, ...Object.values(columns)].map((each) => JSON.stringify(each)).join('\n'),
  );
}

/**
 * The schema of the bytes that `bytesOf` wrote, or of columns in one JSON value as earlier versions
 * wrote them: decodes the bytes for a schema of columns to check.
 */
export const ColumnBytes = z.instanceof(Uint8Array).transform((bytes, context): unknown => {
  try {
    const [first, ...columns] = linesOf(bytes).map((line) => JSON.parse(line) as unknown);
    const { count, fields } = Head.parse(first);
    if (!fields) return first;
    return { count, columns: Object.fromEntries(fields.map((field, n) => [field, columns[n]])) };
  } catch {
    context.issues.push({ code: 'custom', message: 'no columns', input: undefined });
    return z.NEVER;
  }
});

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

/** The values of the rows; `undefined` where a position has no value. */
function expanded<T>(distinct: readonly T[], at: Repeating['at']): T[] | undefined {
  const values = new Array<T>(at.length);
  for (let n = 0; n < at.length; n += 1) {
    const position = typeof at === 'string' ? at.charCodeAt(n) - firstPosition : (at[n] ?? -1);
    const value = distinct[position];
    if (value === undefined) return undefined;
    values[n] = value;
  }
  return values;
}

function toColumn(values: readonly unknown[]): StoredColumn {
  const known = new Map<string, number>();
  const distinct: unknown[] = [];
  const at = values.map((value) => {
    const text = JSON.stringify(value);
    const position = known.get(text);
    if (position !== undefined) return position;
    distinct.push(value);
    known.set(text, distinct.length - 1);
    return distinct.length - 1;
  });
  if (distinct.length * 2 > values.length) return { values };
  if (distinct.length > positions) return { distinct, at };
  return {
    distinct,
    at: at.map((position) => String.fromCharCode(firstPosition + position)).join(''),
  };
}
