import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** The rows of a database that gives them as arrays; the types know them as objects alone. */
export function rowsOf(statement: StatementSync, ...given: SQLInputValue[]): SQLOutputValue[][] {
  return statement.all(...given) as unknown as SQLOutputValue[][];
}
