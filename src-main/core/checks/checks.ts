import { failureCause, type CheckResult, type FailureCause } from '#contract/check-result.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import {
  checkDeadlineMs,
  checksAtOnce,
  noProgress,
  type CheckProgress,
} from '#contract/ipc/checks.ts';
import { isKeyOfOneDevice } from '#contract/rules/device-key.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { ConnectionSecrets } from '#core/connections/storage/secrets.ts';
import type { Consent } from '#core/purchases/consent/consent.ts';
import type { Clock, Lookup } from '#core/kernel/ports.ts';
import type { Checked } from './check-history.ts';
import type { CheckResults } from './check-results.ts';
import type { OpenedProber } from './prober.ts';
import { readTarget } from './read-target.ts';

/** How many names are looked up at a time, which costs little, and how long one may take, milliseconds. */
const lookupsAtOnce = 256;
const lookupMs = 5000;
/** Results are published and sealed together, so that many of a moment are one change, milliseconds. */
const publishEveryMs = 250;
const saveEveryMs = 2000;

interface HowToCheck {
  /** Also those whose check may interrupt another device. */
  readonly interrupting: boolean;
  /** One after the other, until the first that answers. */
  readonly firstAnswer?: boolean | undefined;
  /** The user did not ask for it: it takes the place of no other check, and asks nothing. */
  readonly automatic?: boolean;
}

interface Run {
  progress: CheckProgress;
  readonly abort: AbortController;
  readonly prober: OpenedProber;
  readonly over: PromiseWithResolvers<void>;
  /** The user checks one connection alone, and can be asked about it. */
  readonly canAsk: boolean;
  readonly interrupting: boolean;
  /** Why those failed that did, and how many of them. */
  readonly causes: Map<FailureCause, number>;
  found: string[];
}

interface ChecksOptions {
  readonly connections: Pick<Connections, 'record' | 'secrets'>;
  readonly results: Pick<CheckResults, 'put' | 'save'>;
  readonly openProber: () => OpenedProber;
  /** Asks the system which network the computer is in, of which the results are. */
  readonly look: () => Promise<void>;
  readonly clock: Clock;
  readonly ask: Consent['ask'];
  readonly publish: (progress: CheckProgress) => void;
  readonly onResults: (keys: readonly string[]) => void;
}

/** Checks of one account's connections, one run at a time. */
export class Checks {
  readonly #options: ChecksOptions;
  #run: Run | undefined;
  #last = noProgress;
  #savedAt = 0;
  /** Addresses of this computer and its networks that the user allowed checks to contact. */
  readonly #allowed = new Set<string>();
  /** Counts the user's requests: only the newest start becomes a run. */
  #requests = 0;

  constructor(options: ChecksOptions) {
    this.#options = options;
  }

  /** Checks these in place of a run that is not over. `not-found`: none is known. */
  async start(
    keys: readonly string[],
    { interrupting, firstAnswer = false, automatic = false }: HowToCheck,
  ): Promise<Result<CheckProgress>> {
    const { connections } = this.#options;
    const known = [...new Set(keys)].filter((key) => connections.record(key) !== undefined);
    if (known.length === 0) return fail('not-found', { reason: 'not-cached' });
    if (automatic && this.#run) return ok(this.progress());
    this.#requests += 1;
    const request = this.#requests;
    await this.#options.look();
    if (request !== this.#requests) return ok(this.progress());
    if (this.#run) this.#end(this.#run);
    const selected = known.filter(
      (key) => interrupting || !isKeyOfOneDevice(connections.record(key)?.protocol ?? ''),
    );
    const progress = {
      ...noProgress,
      running: true,
      automatic,
      total: selected.length,
      leftOut: known.length - selected.length,
    };
    const run: Run = {
      progress,
      abort: new AbortController(),
      prober: this.#options.openProber(),
      over: Promise.withResolvers(),
      canAsk: keys.length === 1 && !firstAnswer && !automatic,
      interrupting,
      causes: new Map(),
      found: [],
    };
    this.#run = run;
    this.#options.publish(progress);
    this.#publishSoon(run);
    void (firstAnswer ? this.#checkUntilAnswer(run, selected) : this.#checkAll(run, selected));
    return ok(progress);
  }

  /** Ends the run at once, also one that is about to start. What was found stays. */
  cancel(): CheckProgress {
    this.#requests += 1;
    return this.#run ? this.#end(this.#run) : this.#last;
  }

  /** What is being checked would be a result of neither network. What was found stays. */
  networkChanged(): void {
    if (this.#run) this.#end(this.#run);
  }

  async ended(): Promise<void> {
    await this.#run?.over.promise;
  }

  progress(): CheckProgress {
    return this.#run?.progress ?? this.#last;
  }

  /** A name that no DNS server answers for holds back no other connection: it takes none of the places. */
  async #checkAll(run: Run, keys: readonly string[]): Promise<void> {
    const lookups = placesFor(lookupsAtOnce);
    const probes = placesFor(checksAtOnce);
    await Promise.all(keys.map((key) => this.#checkOne(run, key, lookups, probes)));
    this.#end(run);
  }

  /** Stops at the first answer; also without a network, where every check would fail. */
  async #checkUntilAnswer(run: Run, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const result = await this.#checkOne(run, key, atOnce, atOnce);
      const isOver = ['answers', 'offline'].includes(result?.outcome ?? '');
      if (isOver || this.#run !== run) break;
    }
    this.#end(run);
  }

  /** The result that was found; `undefined` where the run is over before. */
  async #checkOne(
    run: Run,
    key: string,
    lookups: Places,
    probes: Places,
  ): Promise<CheckResult | undefined> {
    const located = await lookups(() => this.#locate(run, key));
    if (!located) return undefined;
    const { checked, probe } = located;
    return probes(async () => {
      if (this.#run !== run) return undefined;
      const result = await this.#inTime(run, checkDeadlineMs, probe);
      this.#record(run, key, checked, result);
      return result;
    });
  }

  /** How to check a connection, once its name was looked up; `undefined` where the run is over. */
  async #locate(run: Run, key: string): Promise<Located | undefined> {
    const checked = this.#run === run ? this.#checkable(key) : undefined;
    if (!checked) return undefined;
    const target = readTarget(checked.protocol, checked.secrets);
    if (target.kind === 'undetermined') {
      const { kind: outcome, ...why } = target;
      return { checked, probe: () => Promise.resolve({ outcome, ...why }) };
    }
    // The service's word for the protocol says nothing of what would be sent.
    if (target.kind === 'wireguard' && !run.interrupting) {
      const { total, leftOut } = run.progress;
      run.progress = { ...run.progress, total: total - 1, leftOut: leftOut + 1 };
      return undefined;
    }
    const { prober } = run;
    const found = await this.#inTime(run, lookupMs, (signal) => prober.lookUp(target, signal));
    const lookup = await this.#allow(run, key, found);
    return { checked, probe: (signal) => prober.probe(target, lookup, signal) };
  }

  /** A local address is not contacted but where the user allowed that one. */
  async #allow(run: Run, key: string, lookup: Lookup): Promise<Lookup> {
    if (lookup.kind !== 'local') return lookup;
    const known = lookup.addresses.find((address) => this.#allowed.has(address));
    const address = known ?? lookup.addresses[0];
    if (address === undefined) return lookup;
    if (known === undefined) {
      if (!run.canAsk || this.#run !== run) return lookup;
      const title = this.#options.connections.record(key)?.title ?? '';
      const given = await this.#options.ask({ kind: 'check-local', title, address });
      if (!given.ok) return lookup;
      this.#allowed.add(address);
    }
    return { kind: 'found', addresses: [address] };
  }

  /** Ends a task by its signal after so many milliseconds, or with the run. */
  async #inTime<T>(run: Run, ms: number, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const stop = this.#options.clock.after(ms, () => late.abort());
    try {
      return await task(AbortSignal.any([late.signal, run.abort.signal]));
    } finally {
      stop();
    }
  }

  #record(run: Run, key: string, checked: Checkable, result: CheckResult): void {
    const { results, clock } = this.#options;
    // What was cut short by the user is no result.
    if (this.#run !== run) return;
    // Nor is what was found of a connection that has changed meanwhile, or went.
    const counts = JSON.stringify(this.#checkable(key)) === JSON.stringify(checked);
    if (counts) {
      results.put({ key, protocol: checked.protocol, host: checked.host }, result, clock.now());
      run.found.push(key);
    }
    const cause = counts ? failureCause(result) : undefined;
    if (cause !== undefined) run.causes.set(cause, (run.causes.get(cause) ?? 0) + 1);
    const failed = run.progress.failed + Number(cause !== undefined);
    const [most = null] = [...run.causes].find(([, count]) => count * 2 > failed) ?? [];
    run.progress = {
      ...run.progress,
      done: run.progress.done + 1,
      answered: run.progress.answered + Number(counts && result.outcome === 'answers'),
      failed,
      cause: most,
    };
  }

  #checkable(key: string): Checkable | undefined {
    const { connections } = this.#options;
    const record = connections.record(key);
    const [connection_url = '', awg_config] = connections.secrets([
      { key, form: 'url' },
      { key, form: 'awg' },
    ]);
    return (
      record && {
        protocol: record.protocol,
        host: record.host,
        secrets: { connection_url, ...(awg_config !== undefined && { awg_config }) },
      }
    );
  }

  #end(run: Run): CheckProgress {
    if (this.#run !== run) return this.#last;
    this.#run = undefined;
    run.abort.abort();
    run.prober.close();
    this.#last = { ...run.progress, running: false };
    run.progress = this.#last;
    if (this.#last.done > 0) this.#save();
    this.#publishResults(run);
    run.over.resolve();
    return this.#last;
  }

  #publishSoon(run: Run): void {
    const { clock } = this.#options;
    clock.after(publishEveryMs, () => {
      if (this.#run !== run) return;
      this.#publishResults(run);
      if (clock.monotonic() - this.#savedAt > saveEveryMs) this.#save();
      this.#publishSoon(run);
    });
  }

  /** Publishes results before progress, so that a listener of the last progress event has them. */
  #publishResults(run: Run): void {
    const keys = run.found;
    run.found = [];
    if (keys.length > 0) this.#options.onResults(keys);
    this.#options.publish(run.progress);
  }

  #save(): void {
    const { clock, results } = this.#options;
    this.#savedAt = clock.monotonic();
    results.save();
  }
}

interface Checkable extends Omit<Checked, 'key'> {
  readonly secrets: ConnectionSecrets;
}

interface Located {
  readonly checked: Checkable;
  readonly probe: (signal: AbortSignal) => Promise<CheckResult>;
}

type Places = <T>(task: () => Promise<T>) => Promise<T>;

const atOnce: Places = (task) => task();

/** @param count how many tasks run at a time, in the order in which they came */
function placesFor(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
