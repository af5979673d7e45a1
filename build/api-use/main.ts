/**
 * Writes `docs/coverage.md`, or with `--json` prints where each row of the contract is used:
 * `npm run coverage:api -- --json`. Ends with 1 where a row has no screen or no test.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiCoverage, uncovered } from './api-coverage.ts';
import { coveragePage } from './page.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = apiCoverage(root);
const missing = uncovered(rows);

if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
else writeFileSync(`${root}docs/coverage.md`, coveragePage(rows));
for (const each of missing) process.stderr.write(`${each}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
