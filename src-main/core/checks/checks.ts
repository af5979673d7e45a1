import type { CheckResult } from '#contract/check-result.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Clock } from '#core/ports.ts';
import type { CheckResults } from './check-results.ts';
import type { OpenProber, OpenedProber } from './open-prober.ts';
import type { Prober } from './prober.ts';
import { readTarget } from './read-target.ts';

/** How many are checked at a time, and how long one may take, milliseconds. */
const atOnce = 16;
const deadlineMs = 5000;
/** Results are published and sealed together, so that many of a moment are one change, milliseconds. */
const publishEveryMs = 250;
const saveEveryMs = 2000;

/** A WireGuard server sends to whom it heard last: a check takes the tunnel from another device. */
const interrupted: ReadonlySet<string> = new Set(['wg', 'amnezia-wg-2']);

/** Checks of the connections of one account, one run at a time. */
export interface Checks {
  /**
   * Checks these in place of those of a run that is not over. `not-found`: none of them is known.
   * Fails as `OpenProber` does, and then leaves the run that there is.
   */
  start(keys: readonly string[], interrupting: boolean): Promise<Result<CheckProgress>>;
  /** Ends the run at once, also one that is about to start. What was found stays. */
  cancel(): CheckProgress;
  progress(): CheckProgress;
}

/** One run: how far it is, and how it is ended. */
interface Run {
  progress: CheckProgress;
  readonly abort: AbortController;
  readonly prober: OpenedProber;
  /** Keys with results that were not published yet. */
  found: string[];
}

/**
 * @param options.openProber opened anew for each run, as the person's settings are then
 * @param options.publish hears how far a run is
 * @param options.onResults hears which connections have new results
 */
export function createChecks(options: {
  readonly connections: Pick<Connections, 'line' | 'secrets'>;
  readonly results: CheckResults;
  readonly openProber: OpenProber;
  readonly clock: Clock;
  readonly publish: (progress: CheckProgress) => void;
  readonly onResults: (keys: readonly string[]) => void;
}): Checks {
  const { connections, results, clock } = options;
  let run: Run | undefined;
  let last: CheckProgress = { running: false, done: 0, total: 0, answered: 0, leftOut: 0 };
  let savedAt = 0;
  /** Counts what the person asked for: only the newest start becomes a run. */
  let orders = 0;

  function publishFound(now: Run): void {
    options.publish(now.progress);
    const keys = now.found;
    if (keys.length === 0) return;
    now.found = [];
    options.onResults(keys);
  }

  function save(): void {
    savedAt = clock.monotonic();
    results.save((key) => connections.line(key) !== undefined);
  }

  function publishSoon(now: Run): () => void {
    return clock.after(publishEveryMs, () => {
      if (run !== now) return;
      publishFound(now);
      if (clock.monotonic() - savedAt > saveEveryMs) save();
      publishSoon(now);
    });
  }

  /** Ends a run and says so, once. */
  function end(now: Run): CheckProgress {
    if (run !== now) return last;
    run = undefined;
    now.abort.abort();
    now.prober.close();
    last = { ...now.progress, running: false };
    now.progress = last;
    if (last.done > 0) save();
    publishFound(now);
    return last;
  }

  async function checkOne(now: Run, key: string, probe: Prober): Promise<void> {
    const line = connections.line(key);
    const [url, config] = connections.secrets([
      { key, form: 'url' },
      { key, form: 'awg' },
    ]);
    if (!line) return;
    const target = readTarget(line.protocol, {
      connection_url: url ?? '',
      ...(config !== undefined && { awg_config: config }),
    });
    const result =
      target.kind === 'untold'
        ? ({ outcome: 'untold', reason: target.reason } as const)
        : await withDeadline(now.abort.signal, (signal) => probe(target, signal));
    // What was cut short by the person is no result.
    if (run !== now) return;
    results.put(line, result, clock.now());
    now.found.push(key);
    now.progress = {
      ...now.progress,
      done: now.progress.done + 1,
      answered: now.progress.answered + Number(result.outcome === 'answers'),
    };
  }

  async function withDeadline(
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

  async function checkAll(now: Run, keys: readonly string[]): Promise<void> {
    const { probe } = now.prober;
    const waiting = [...keys].reverse();
    const worker = async () => {
      for (let key = waiting.pop(); key !== undefined && run === now; key = waiting.pop()) {
        await checkOne(now, key, probe);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    end(now);
  }

  return {
    async start(keys, interrupting) {
      const known = [...new Set(keys)].filter((key) => connections.line(key) !== undefined);
      if (known.length === 0) return fail('not-found', { reason: 'not-cached' });
      orders += 1;
      const mine = orders;
      const prober = await options.openProber();
      if (!prober.ok) return prober;
      if (mine !== orders) {
        prober.value.close();
        return ok(run?.progress ?? last);
      }
      if (run) end(run);
      const chosen = known.filter(
        (key) => interrupting || !interrupted.has(connections.line(key)?.protocol ?? ''),
      );
      const progress = {
        running: true,
        done: 0,
        total: chosen.length,
        answered: 0,
        leftOut: known.length - chosen.length,
      };
      const now: Run = {
        progress,
        abort: new AbortController(),
        prober: prober.value,
        found: [],
      };
      run = now;
      options.publish(progress);
      publishSoon(now);
      void checkAll(now, chosen);
      return ok(progress);
    },
    cancel() {
      orders += 1;
      return run ? end(run) : last;
    },
    progress: () => run?.progress ?? last,
  };
}
