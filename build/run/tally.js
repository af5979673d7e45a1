import { existsSync, readFileSync } from 'node:fs';

/**
 * What vitest's JSON report counts. A file that failed before any of its tests did counts as one
 * failure, and so does a run that failed without saying where.
 *
 * @param {string} file the report
 * @param {number} code what vitest ended with
 * @returns {{ passed: number, failed: number }}
 */
export function readTally(file, code) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  /** @type {unknown} */
  const told = JSON.parse(readFileSync(file, 'utf8'));
  const report = /** @type {Report} */ (told);
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/**
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {readonly { status: string, assertionResults: readonly { status: string }[] }[]} testResults
 */
