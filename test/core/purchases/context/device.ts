import { overviewLimit } from '#contract/endpoint.ts';
import { fail, ok } from '#contract/failure.ts';
import type { BatchList } from '#contract/ipc/batches.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { Batches } from '#core/batches/batches.ts';
import { createApiClient } from '#core/api/api-client.ts';
import type { Consent } from '#core/purchases/consent/consent.ts';
import type { Connections } from '#core/connections/connections.ts';
import { createReadCache } from '#core/cache/read-cache.ts';
import {
  TransportError,
  type Clock,
  type HttpRequest,
  type HttpResponse,
  type Vault,
} from '#core/kernel/ports.ts';
import { createPurchases, type Purchases } from '#core/purchases/purchases.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { withFallback } from '#core/kernel/vault/vault-fallback.ts';
import type { FaultKind } from '#service/faults.ts';
import { recordingLog, sealedOver, seededRandom } from '#test/core/fakes.ts';
import { apiKey, serviceUrl } from './dataset.ts';
import type { InProcessService } from './in-process-service.ts';

/** What goes wrong with one request on its way. Times are milliseconds. */
export interface RequestFaults {
  /** Nothing reaches the service. */
  readonly offline?: boolean;
  readonly faults?: readonly FaultKind[];
  /** Until the service carries it out, and from then until its answer is here. */
  readonly there?: number;
  readonly back?: number;
}

/** For each of these faults a request that meets it alone. */
export const failing = (...faults: readonly FaultKind[]): RequestFaults[] =>
  faults.map((fault) => ({ faults: [fault] }));

/** After which the transport no longer waits for an answer, as the real one's deadlines do. */
const transportDeadline = 20_000;

/** One run of the program: when it is killed, nothing of it moves any more. */
export interface Run {
  readonly purchases: Purchases;
  readonly batches: Batches;
  /** The journal as it was published last. */
  journal(): PurchaseJournal;
  readonly alive: boolean;
  kill(): void;
}

/** A moment of a run at which it can be killed: around each write, each sending, each answer. */
export type Moment = 'write' | 'written' | 'send' | 'arrive';

export interface DeviceOptions {
  readonly service: Pick<InProcessService, 'endpointOf' | 'answer'>;
  /** Where the service is: in this process, unless this says otherwise. */
  readonly address?: { readonly url: string; readonly key: string };
  readonly clock: Clock;
  readonly vault: Vault;
  /** The faults of the next request. */
  readonly requestFaults: (request: HttpRequest, isPurchase: boolean) => RequestFaults;
  /** Called at each moment; `false` kills the run there. */
  readonly moment?: (moment: Moment) => boolean;
  readonly onJournal?: (journal: PurchaseJournal) => void;
  /** A request of the journal leaves: names the attempt that it is. */
  readonly onSend?: (request: HttpRequest, journal: PurchaseJournal) => string;
  /** Its whole answer has arrived; called before anything looks into it. */
  readonly onArrival?: (attempt: string, answer: HttpResponse) => void;
  /** The user; agrees to everything where none is given. */
  readonly ask?: Consent['ask'];
  readonly opened?: string[];
  /** Opens a link; notes it in `opened` where none is given. */
  readonly openExternal?: (url: string) => Promise<void>;
  /** Called with the reads that a purchase made stale. */
  readonly makeStale?: (ids: readonly string[]) => void;
  /** What the list of connections has; nothing where it is not given. */
  readonly connections?: BatchConnections;
  readonly extend?: Connections['extend'];
  /** Checks a connection that a batch has changed. */
  readonly prove?: ConstructorParameters<typeof Batches>[0]['prove'];
  readonly onBatches?: (list: BatchList) => void;
  readonly seed?: number;
  readonly persistent?: boolean;
}

type BatchConnections = ConstructorParameters<typeof Batches>[0]['connections'];

/** The program was killed in the middle of an operation. */
export class Killed extends Error {}

/** Whether a run is alive: it may be killed at each of its moments. */
class Life {
  readonly #survives: (moment: Moment) => boolean;
  #alive = true;

  constructor(survives: (moment: Moment) => boolean = () => true) {
    this.#survives = survives;
  }

  get alive(): boolean {
    return this.#alive;
  }

  kill(): void {
    this.#alive = false;
  }

  /** Whether the run lives on after this moment. */
  passes(moment: Moment): boolean {
    if (this.#alive && !this.#survives(moment)) this.#alive = false;
    return this.#alive;
  }
}

/** A clock whose timers end with the run. */
function clockOf(life: Life, clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, run) =>
      clock.after(ms, () => {
        if (life.alive) run();
      }),
  };
}

/** A disk on which the run can be killed before and after each write. */
function diskOf(life: Life, vault: Vault): Vault {
  return {
    ...vault,
    write(changes) {
      if (!life.passes('write')) throw new Killed();
      vault.write(changes);
      if (!life.passes('written')) throw new Killed();
    },
  };
}

/** Sends requests to the service with their faults; nothing comes back to a run that was killed. */
function createSend(
  options: DeviceOptions,
  life: Life,
  journal: () => PurchaseJournal,
): (request: HttpRequest) => Promise<HttpResponse> {
  const { service, clock } = options;

  /** The answer, in its time or after the deadline of the transport. */
  function answerInTime(
    request: HttpRequest,
    attempt: string | null,
    { faults = [], there = 0, back = 0 }: RequestFaults,
  ): Promise<HttpResponse> {
    const answered = inTime(clock, there, () => service.answer(request, attempt, faults));
    const late = new Promise<never>((_, reject) => {
      if (there + back < transportDeadline) return;
      clock.after(transportDeadline, () => reject(new TransportError('timeout', true)));
    });
    // There may be no caller left to check it.
    answered.catch(() => undefined);
    return Promise.race([
      late,
      back === 0 ? answered : answered.then((answer) => inTime(clock, back, () => answer)),
    ]);
  }

  return async (request) => {
    const endpoint = service.endpointOf(request);
    if (!life.passes('send')) return never();
    const faults = options.requestFaults(request, endpoint !== undefined);
    if (faults.offline === true) throw new TransportError('unreachable', false);
    const attempt = endpoint && options.onSend ? options.onSend(request, journal()) : null;
    try {
      const answer = await answerInTime(request, attempt, faults);
      if (!life.passes('arrive')) return await never();
      if (attempt !== null) options.onArrival?.(attempt, answer);
      return answer;
    } catch (error) {
      if (!life.alive) return never();
      throw error;
    }
  };
}

/** Starts the journal of a device on its vault, as the program does when it opens an account. */
export function startDevice(options: DeviceOptions): Run {
  const { url: service, key } = options.address ?? { url: serviceUrl, key: apiKey };
  const life = new Life(options.moment);
  let latest: PurchaseJournal = { entries: [], unreadable: [], persistent: true };
  const clock = clockOf(life, options.clock);
  const random = seededRandom(options.seed);
  const limiter = new RateLimiter({ clock, overview: overviewLimit });
  const client = createApiClient({
    base: service,
    language: () => 'en',
    key,
    transport: {
      send: createSend(options, life, () => latest),
      close: () => Promise.resolve(),
    },
    limiter,
    clock,
    random,
    log: recordingLog(),
  });
  const vault = sealedOver(withFallback(diskOf(life, options.vault), () => undefined));
  const readCache = createReadCache({
    onStored: () => undefined,
    client,
    vault,
    clock,
    publish: () => undefined,
  });
  const user = userOf(options);
  const purchases = createPurchases({
    client,
    readCache,
    vault,
    persistent: options.persistent ?? true,
    service,
    clock,
    random,
    ...user,
    publish(journal) {
      if (!life.alive) return;
      latest = journal;
      options.onJournal?.(journal);
      batches.journalChanged();
    },
  });
  const batches = new Batches({
    client,
    limiter,
    readCache,
    vault,
    clock,
    random,
    ...user,
    purchases,
    prove: options.prove ?? (() => Promise.resolve(fail('aborted'))),
    publish: (list) => options.onBatches?.(list),
    onError(error) {
      if (!(error instanceof Killed)) throw error;
    },
  });
  try {
    purchases.resume();
    batches.resume();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  latest = purchases.list();
  return {
    purchases,
    batches,
    journal: () => latest,
    get alive() {
      return life.alive;
    },
    kill: () => life.kill(),
  };
}

/** The user, and what they see of the program around the journal. */
function userOf(options: DeviceOptions) {
  return {
    shell: {
      openExternal(url: string) {
        if (options.openExternal) return options.openExternal(url);
        options.opened?.push(url);
        return Promise.resolve();
      },
    },
    ask: (question: Parameters<Consent['ask']>[0]) =>
      options.ask?.(question) ?? Promise.resolve(ok(null)),
    connections: {
      extend: options.extend ?? (() => undefined),
      ...(options.connections ?? {
        record: () => undefined,
        records: () => [],
        row: () => undefined,
        retitle: () => undefined,
      }),
    },
    makeStale: (ids: readonly string[]) => options.makeStale?.(ids),
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function inTime<T>(clock: Clock, ms: number, run: () => T | Promise<T>): Promise<T> {
  if (ms === 0) return Promise.resolve(run());
  return new Promise((resolve, reject) =>
    clock.after(ms, () => void Promise.resolve(run()).then(resolve, reject)),
  );
}
