import { DefaultReporter } from 'vitest/node';

/** How often a run that takes hours prints which tests are running, milliseconds. */
const interval = 60_000;

/** @param {number} since of `performance.now()` */
function minutes(since) {
  return `${((performance.now() - since) / 60_000).toFixed(1)} min`;
}

/** The default reporter, with a line for each test that ends and, each minute, those that run. */
export default class ProgressReporter extends DefaultReporter {
  /** The tests that run, by their ids. @type {Map<string, { name: string, began: number }>} */
  #running = new Map();
  #began = performance.now();
  #ended = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @override @param {Parameters<DefaultReporter['onTestRunStart']>[0]} specifications */
  onTestRunStart(specifications) {
    super.onTestRunStart(specifications);
    this.#timer = setInterval(() => this.#logRunning(), interval);
    this.#timer.unref();
  }

  /** @override @param {Parameters<DefaultReporter['onTestCaseReady']>[0]} test */
  onTestCaseReady(test) {
    super.onTestCaseReady(test);
    this.#running.set(test.id, { name: test.fullName, began: performance.now() });
  }

  /** @override @param {Parameters<DefaultReporter['onTestCaseResult']>[0]} test */
  onTestCaseResult(test) {
    super.onTestCaseResult(test);
    const { state } = test.result();
    const running = this.#running.get(test.id);
    this.#running.delete(test.id);
    if (state === 'skipped' || running === undefined) return;
    this.#ended += 1;
    this.log(
      `[${minutes(this.#began)}] ${state} after ${minutes(running.began)}: ${test.fullName}`,
    );
  }

  /** @override @param {Parameters<DefaultReporter['onTestRunEnd']>} run */
  onTestRunEnd(...run) {
    clearInterval(this.#timer);
    super.onTestRunEnd(...run);
  }

  #logRunning() {
    const running = [...this.#running.values()].map(
      ({ name, began }) => `  for ${minutes(began)}: ${name}`,
    );
    const count = `${String(this.#ended)} tests have ended`;
    this.log([`[${minutes(this.#began)}] ${count}, running:`, ...running].join('\n'));
  }
}
