import type { RowCoverage } from './api-coverage.ts';

/** The page of the documentation that shows where each row is used. */
export function coveragePage(rows: readonly RowCoverage[]): string {
  const sections = Map.groupBy(rows, ({ id }) => id.split('.')[0] ?? '');
  const tables = [...sections].map(([section, members]) =>
    [
      `## ${section}`,
      '',
      '| Row | Screen | Component | Test |',
      '| --- | --- | --- | --- |',
      ...members.map(line),
    ].join('\n'),
  );
  return `${[heading(rows.length), ...tables].join('\n\n')}\n`;
}

function heading(count: number): string {
  return [
    '# Where each endpoint is used',
    '',
    `The ${String(count)} rows of the contract (\`src-contract/api\`), each with the screens it is used on, the files of the window that name it, and the end-to-end tests that name it. A row that main sends by itself counts where its command of the bridge is used (\`build/api-use/command-rows.ts\`).`,
    '',
    'Written by `npm run coverage:api`; `npm run coverage:api -- --json` prints the same as JSON.',
  ].join('\n');
}

function line({ id, screens, components, tests }: RowCoverage): string {
  const cell = (files: readonly string[]) =>
    files.length === 0 ? '**none**' : files.map(shortName).join(', ');
  return `| \`${id}\` | ${cell(screens)} | ${cell(components)} | ${cell(tests)} |`;
}

function shortName(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/(\.test)?\.(ts|vue)$/u, '');
  return `[${name}](../${file})`;
}
