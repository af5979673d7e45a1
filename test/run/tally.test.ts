import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTally } from '#build/run/tally.js';
import { folderOfAFile } from '#test/temporary-folder.ts';

const folder = folderOfAFile();

function report(passed: number, files: readonly { status: string; tests: readonly string[] }[]) {
  const path = join(folder, 'report.json');
  const tests = files.flatMap((file) => file.tests);
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: passed,
      numFailedTests: tests.filter((status) => status === 'failed').length,
      testResults: files.map((file) => ({
        status: file.status,
        assertionResults: file.tests.map((status) => ({ status })),
      })),
    }),
  );
  return path;
}

describe('the closing line', () => {
  it('counts what passed and what failed', () => {
    const path = report(2, [{ status: 'failed', tests: ['passed', 'passed', 'failed'] }]);
    expect(readTally(path, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a file that failed before its first test as one failure', () => {
    const path = report(1, [
      { status: 'passed', tests: ['passed'] },
      { status: 'failed', tests: [] },
    ]);
    expect(readTally(path, 1)).toEqual({ passed: 1, failed: 1 });
  });

  it('counts a run that failed outside of any test as one failure', () => {
    const path = report(1, [{ status: 'passed', tests: ['passed'] }]);
    expect(readTally(path, 1)).toEqual({ passed: 1, failed: 1 });
    expect(readTally(path, 0)).toEqual({ passed: 1, failed: 0 });
  });

  it('counts a run that left no report as one failure', () => {
    expect(readTally(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  });
});
