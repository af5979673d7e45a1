/** The values of one field: as they come, or each different one once and which of them comes when. */
type Column = { readonly values: readonly unknown[] } | Repeating;

interface Repeating {
  readonly distinct: readonly unknown[];
  readonly at: readonly number[];
}

/**
 * Rows field by field. Names are written once, and what repeats, as protocols and countries do, once
 * too: a long list parses several times faster so.
 */
export interface Columns {
  readonly count: number;
  readonly columns: Readonly<Record<string, Column>>;
}

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
  return at.map((place) => distinct[place]);
}

function toColumn(values: readonly unknown[]): Column {
  const places = new Map<string, number>();
  const distinct: unknown[] = [];
  const at = values.map((value) => {
    const text = JSON.stringify(value);
    const known = places.get(text);
    if (known !== undefined) return known;
    distinct.push(value);
    places.set(text, distinct.length - 1);
    return distinct.length - 1;
  });
  return distinct.length * 2 <= values.length ? { distinct, at } : { values };
}
