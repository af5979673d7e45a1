/**
 * `npm run coverage:api` prints as JSON where each endpoint is used. Exits with 1 when an endpoint has
 * no screen or no test.
 */
import { fileURLToPath } from 'node:url';
import { apiCoverage, uncovered } from './api-coverage.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const coverage = apiCoverage(root);
const missing = uncovered(coverage);

process.stdout.write(`${JSON.stringify(coverage, null, 2)}\n`);
for (const each of missing) process.stderr.write(`${each}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
