/**
 * Writes `docs/coverage.md`, or with `--json` prints where each endpoint is used:
 * `npm run coverage:api -- --json`. Exits with 1 when an endpoint has no screen or no test.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiCoverage, uncovered } from './api-coverage.ts';
import { coveragePage } from './page.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const coverage = apiCoverage(root);
const missing = uncovered(coverage);

if (values.json) process.stdout.write(`${JSON.stringify(coverage, null, 2)}\n`);
else writeFileSync(`${root}docs/coverage.md`, coveragePage(coverage));
for (const each of missing) process.stderr.write(`${each}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
