import type { CheckResult } from '#contract/check-result.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import { checkInterrupts } from '#contract/rules/check-interrupts.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Clock } from '#core/ports.ts';
import type { CheckResults } from './check-results.ts';
import type { OpenProber, OpenedProber } from './open-prober.ts';
import { readTarget } from './read-target.ts';

/** How many are checked at a time, and how long one may take, milliseconds. */
const atOnce = 16;
const deadlineMs = 5000;
/** Results are published and sealed together, so that many of a moment are one change, milliseconds. */
const publishEveryMs = 250;
const saveEveryMs = 2000;

/** One run: how far it is, and how it is ended. */
interface Run {
  progress: CheckProgress;
  readonly abort: AbortController;
  readonly prober: OpenedProber;
  /** Keys with results that were not published yet. */
  found: string[];
}

interface ChecksOptions {
  readonly connections: Pick<Connections, 'record' | 'secrets'>;
  readonly results: Pick<CheckResults, 'put' | 'save'>;
  /** Opened for each run with the settings of that time. */
  readonly openProber: OpenProber;
  readonly clock: Clock;
  /** Receives how far a run is. */
  readonly publish: (progress: CheckProgress) => void;
  /** Receives which connections have new results. */
  readonly onResults: (keys: readonly string[]) => void;
}

/**
 * Checks of the connections of one account, one run at a time. The checks of an account in which
 * nothing runs yet.
 */
export class Checks {
  readonly #options: ChecksOptions;
  #run: Run | undefined;
  #last: CheckProgress = { running: false, done: 0, total: 0, answered: 0, leftOut: 0 };
  #savedAt = 0;
  /** Counts the user's requests: only the newest start becomes a run. */
  #requests = 0;

  constructor(options: ChecksOptions) {
    this.#options = options;
  }

  /**
   * Checks these in place of those of a run that is not over. `not-found`: none of them is known.
   * Fails as `OpenProber` does, and then leaves the run that there is.
   */
  async start(keys: readonly string[], interrupting: boolean): Promise<Result<CheckProgress>> {
    const { connections } = this.#options;
    const known = [...new Set(keys)].filter((key) => connections.record(key) !== undefined);
    if (known.length === 0) return fail('not-found', { reason: 'not-cached' });
    this.#requests += 1;
    const request = this.#requests;
    const prober = await this.#options.openProber();
    if (!prober.ok) return prober;
    if (request !== this.#requests) {
      prober.value.close();
      return ok(this.progress());
    }
    if (this.#run) this.#end(this.#run);
    const selected = known.filter(
      (key) => interrupting || !checkInterrupts(connections.record(key)?.protocol ?? ''),
    );
    const progress = {
      running: true,
      done: 0,
      total: selected.length,
      answered: 0,
      leftOut: known.length - selected.length,
    };
    const run: Run = { progress, abort: new AbortController(), prober: prober.value, found: [] };
    this.#run = run;
    this.#options.publish(progress);
    this.#publishSoon(run);
    void this.#checkAll(run, selected);
    return ok(progress);
  }

  /** Ends the run at once, also one that is about to start. What was found stays. */
  cancel(): CheckProgress {
    this.#requests += 1;
    return this.#run ? this.#end(this.#run) : this.#last;
  }

  progress(): CheckProgress {
    return this.#run?.progress ?? this.#last;
  }

  async #checkAll(run: Run, keys: readonly string[]): Promise<void> {
    const waiting = [...keys].reverse();
    const worker = async () => {
      for (let key = waiting.pop(); key !== undefined && this.#run === run; key = waiting.pop()) {
        await this.#checkOne(run, key);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    this.#end(run);
  }

  async #checkOne(run: Run, key: string): Promise<void> {
    const { results, clock } = this.#options;
    const checked = this.#checkable(key);
    if (!checked) return;
    const target = readTarget(checked.protocol, checked.secrets);
    const result =
      target.kind === 'undetermined'
        ? ({ outcome: 'undetermined', reason: target.reason } as const)
        : await withDeadline(clock, run.abort.signal, (signal) => run.prober.probe(target, signal));
    // What was cut short by the user is no result.
    if (this.#run !== run) return;
    // Nor is what was found of a connection that has changed meanwhile, or went.
    const counts = JSON.stringify(this.#checkable(key)) === JSON.stringify(checked);
    if (counts) {
      results.put(key, result, clock.now());
      run.found.push(key);
    }
    run.progress = {
      ...run.progress,
      done: run.progress.done + 1,
      answered: run.progress.answered + Number(counts && result.outcome === 'answers'),
    };
  }

  /** What of a connection decides its result. */
  #checkable(key: string) {
    const { connections } = this.#options;
    const record = connections.record(key);
    const [connection_url = '', awg_config] = connections.secrets([
      { key, form: 'url' },
      { key, form: 'awg' },
    ]);
    return (
      record && {
        protocol: record.protocol,
        secrets: { connection_url, ...(awg_config !== undefined && { awg_config }) },
      }
    );
  }

  /** Ends a run and says so, once. */
  #end(run: Run): CheckProgress {
    if (this.#run !== run) return this.#last;
    this.#run = undefined;
    run.abort.abort();
    run.prober.close();
    this.#last = { ...run.progress, running: false };
    run.progress = this.#last;
    if (this.#last.done > 0) this.#save();
    this.#publishFound(run);
    return this.#last;
  }

  #publishSoon(run: Run): void {
    const { clock } = this.#options;
    clock.after(publishEveryMs, () => {
      if (this.#run !== run) return;
      this.#publishFound(run);
      if (clock.monotonic() - this.#savedAt > saveEveryMs) this.#save();
      this.#publishSoon(run);
    });
  }

  #publishFound(run: Run): void {
    this.#options.publish(run.progress);
    const keys = run.found;
    if (keys.length === 0) return;
    run.found = [];
    this.#options.onResults(keys);
  }

  #save(): void {
    const { clock, results } = this.#options;
    this.#savedAt = clock.monotonic();
    results.save();
  }
}

/** Ends `probe` by its signal at the deadline, or when `cancelled` fires. */
async function withDeadline(
  clock: Clock,
  cancelled: AbortSignal,
  probe: (signal: AbortSignal) => Promise<CheckResult>,
): Promise<CheckResult> {
  const own = new AbortController();
  const abort = () => {
    own.abort();
  };
  const stop = clock.after(deadlineMs, abort);
  cancelled.addEventListener('abort', abort, { once: true });
  try {
    return await probe(own.signal);
  } finally {
    stop();
    cancelled.removeEventListener('abort', abort);
  }
}
