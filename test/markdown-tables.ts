/** One table: the heading that it stands under, its head row, and its rows of cells. */
export interface Table {
  readonly heading: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Every table of a document, in order. */
export function tablesOf(markdown: string): Table[] {
  const tables: { heading: string; head: string[]; rows: string[][] }[] = [];
  let heading = '';
  let open = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+\s*/, '');
    if (!line.trimStart().startsWith('|')) {
      open = false;
    } else if (!open) {
      tables.push({ heading, head: cellsOf(line), rows: [] });
      open = true;
    } else if (!/^[\s|:-]+$/.test(line)) {
      tables.at(-1)?.rows.push(cellsOf(line));
    }
  }
  return tables;
}
