import type { EndpointCoverage } from './api-coverage.ts';

/** The page of the documentation that lists where each endpoint is used. */
export function coveragePage(coverage: readonly EndpointCoverage[]): string {
  const sections = Map.groupBy(coverage, ({ id }) => id.split('.')[0] ?? '');
  const tables = [...sections].map(([section, members]) =>
    [
      `## ${section}`,
      '',
      '| Endpoint | Screen | Component | Test |',
      '| --- | --- | --- | --- |',
      ...members.map(line),
    ].join('\n'),
  );
  return `${[heading(coverage.length), ...tables].join('\n\n')}\n`;
}

function heading(count: number): string {
  return [
    '# Where each endpoint is used',
    '',
    `The ${String(count)} endpoints of the contract (\`src-contract/api\`), each with the screens that use it, the files of the window with its id, and the end-to-end tests with its id. An endpoint that main calls by itself is counted where its IPC command is used (\`build/api-use/command-endpoints.ts\`).`,
    '',
    'Written by `npm run coverage:api`; `npm run coverage:api -- --json` prints the same as JSON.',
  ].join('\n');
}

function line({ id, screens, components, tests }: EndpointCoverage): string {
  const cell = (files: readonly string[]) =>
    files.length === 0 ? '**none**' : files.map(shortName).join(', ');
  return `| \`${id}\` | ${cell(screens)} | ${cell(components)} | ${cell(tests)} |`;
}

function shortName(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/(\.test)?\.(ts|vue)$/u, '');
  return `[${name}](../${file})`;
}
