import { overviewLimit } from '#contract/endpoint.ts';
import { ok } from '#contract/failure.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { createApiClient } from '#core/api/api-client.ts';
import type { Consent } from '#core/consent/consent.ts';
import { createReadCache } from '#core/cache/read-cache.ts';
import {
  TransportError,
  type Clock,
  type HttpRequest,
  type HttpResponse,
  type Vault,
} from '#core/ports.ts';
import { createPurchases, type Purchases } from '#core/purchases/purchases.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { createSealedVault } from '#core/vault/sealed-vault.ts';
import { withFallback } from '#core/vault/vault-fallback.ts';
import type { FaultKind } from '#service/http/faults.ts';
import { recordingLog, seededRandom } from '#test/core/fakes.ts';
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

/** After which the transport no longer waits for an answer, as the real one's deadlines do. */
const transportDeadline = 20_000;

/** One run of the program: when it is killed, nothing of it moves any more. */
export interface Run {
  readonly purchases: Purchases;
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
  /** Hears of each moment; `false` kills the run in it. */
  readonly moment?: (moment: Moment) => boolean;
  readonly onJournal?: (journal: PurchaseJournal) => void;
  /** A request of the journal leaves: names the attempt that it is. */
  readonly onSend?: (request: HttpRequest, journal: PurchaseJournal) => string;
  /** Its whole answer has arrived; called before anything looks into it. */
  readonly onArrival?: (attempt: string, answer: HttpResponse) => void;
  /** The person; agrees to everything where none is given. */
  readonly ask?: Consent['ask'];
  readonly opened?: string[];
  readonly copied?: string[];
  /** Opens a link; notes it in `opened` where none is given. */
  readonly openExternal?: (url: string) => Promise<void>;
  /** Hears which reads a purchase put out of date. */
  readonly makeStale?: (ids: readonly string[]) => void;
  readonly seed?: number;
  readonly persistent?: boolean;
}

/** The program is gone in the middle of whatever it was doing. */
export class Killed extends Error {}

/** Starts the journal of a device on its vault, as the program does when it opens an account. */
export function startDevice(options: DeviceOptions): Run {
  const { service, requestFaults, moment = () => true } = options;
  const address = options.address ?? { url: serviceUrl, key: apiKey };
  let alive = true;
  const isAlive = () => alive;
  let latest: PurchaseJournal = { entries: [], unreadable: [], persistent: true };

  function passes(at: Moment): boolean {
    if (alive && !moment(at)) alive = false;
    return alive;
  }

  const clock: Clock = {
    now: () => options.clock.now(),
    monotonic: () => options.clock.monotonic(),
    after: (ms, run) =>
      options.clock.after(ms, () => {
        if (alive) run();
      }),
  };

  const disk: Vault = {
    ...options.vault,
    write(changes) {
      if (!passes('write')) throw new Killed();
      options.vault.write(changes);
      if (!passes('written')) throw new Killed();
    },
  };

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const endpoint = service.endpointOf(request);
    if (!passes('send')) return never();
    const {
      offline,
      faults = [],
      there = 0,
      back = 0,
    } = requestFaults(request, endpoint !== undefined);
    if (offline === true) throw new TransportError('unreachable', false);
    const attempt = endpoint && options.onSend ? options.onSend(request, latest) : null;
    const answered = inTime(options.clock, there, () => service.answer(request, attempt, faults));
    const late = new Promise<never>((_, reject) => {
      if (there + back < transportDeadline) return;
      options.clock.after(transportDeadline, () => {
        reject(new TransportError('timeout', true));
      });
    });
    const whole = Promise.race([
      late,
      back === 0 ? answered : answered.then((answer) => inTime(options.clock, back, () => answer)),
    ]);
    // Nobody may be left to check it.
    whole.catch(() => undefined);
    answered.catch(() => undefined);
    try {
      const answer = await whole;
      if (!passes('arrive')) return await never();
      if (attempt !== null) options.onArrival?.(attempt, answer);
      return answer;
    } catch (error) {
      if (!isAlive()) return never();
      throw error;
    }
  }

  const random = seededRandom(options.seed);
  const limiter = createRateLimiter({ clock, overview: overviewLimit });
  const client = createApiClient({
    base: address.url,
    language: () => 'en',
    key: address.key,
    transport: { send, close: () => Promise.resolve() },
    limiter,
    clock,
    random,
    log: recordingLog(),
  });
  const records = withFallback(disk, () => undefined);
  const sealing = { account: 'a', key: new Uint8Array(32).fill(7), random };
  const vault = createSealedVault({ ...sealing, vault: records });
  const durableVault = createSealedVault({
    ...sealing,
    vault: { ...records, write: records.writeThrough },
  });
  const purchases = createPurchases({
    client,
    readCache: createReadCache({ client, vault, clock, publish: () => undefined }),
    vault,
    durableVault,
    persistent: options.persistent ?? true,
    service: address.url,
    clock,
    random,
    shell: {
      openExternal(url) {
        if (options.openExternal) return options.openExternal(url);
        options.opened?.push(url);
        return Promise.resolve();
      },
    },
    ask: (question) => options.ask?.(question) ?? Promise.resolve(ok(null)),
    subjectOf: () => ({ name: '' }),
    copy(text) {
      options.copied?.push(text);
      return Promise.resolve(null);
    },
    makeStale: (ids) => options.makeStale?.(ids),
    publish(journal) {
      if (!alive) return;
      latest = journal;
      options.onJournal?.(journal);
    },
  });
  try {
    purchases.resume();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  latest = purchases.list();
  return {
    purchases,
    journal: () => latest,
    get alive() {
      return alive;
    },
    kill() {
      alive = false;
    },
  };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function inTime<T>(clock: Clock, ms: number, run: () => T | Promise<T>): Promise<T> {
  if (ms === 0) return Promise.resolve(run());
  return new Promise((resolve, reject) => {
    clock.after(ms, () => {
      Promise.resolve(run()).then(resolve, reject);
    });
  });
}
