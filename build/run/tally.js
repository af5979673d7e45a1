import { existsSync, readFileSync } from 'node:fs';

/**
 * The counts in vitest's JSON report. A file that failed before its first test counts as one failure,
 * and so does a run that failed without naming a test.
 *
 * @param {string} file the report
 * @param {number} code vitest's exit code
 * @returns {{ passed: number, failed: number }}
 */
export function readTally(file, code) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  /** @type {unknown} */
  const parsed = JSON.parse(readFileSync(file, 'utf8'));
  const report = /** @type {Report} */ (parsed);
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
