import type { ConnectionRow } from '#contract/ipc/connections.ts';

/** One text: the context bridge copies objects value by value, slow for ten thousand rows. */
export function rowsText(rows: readonly ConnectionRow[]): string {
  return JSON.stringify(rows);
}

/** The rows of a text that main made with `rowsText`. */
export function rowsFrom(text: string): ConnectionRow[] {
  return JSON.parse(text) as ConnectionRow[];
}
