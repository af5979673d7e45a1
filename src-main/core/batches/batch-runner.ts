import { api, isPurchase } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isAboutServer, type CheckResult } from '#contract/check-result.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import type { BatchItemState, BatchStop } from '#contract/ipc/batches.ts';
import { underWay } from '#contract/ipc/purchase-journal.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { refusalOf } from '#core/kernel/vault/refusals.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Purchases } from '#core/purchases/purchases.ts';
import { journalFacts, type StoredBatch, type StoredItem } from './batch-record.ts';
import type { BatchStore } from './batch-store.ts';
import type { Step } from './planned.ts';

/** The user's own requests go first, and statistics after. */
export const batchPriority = 'on-screen';

/** How often a change is begun again that a 429 refused, and the pause where it names none, ms. */
const maxRefusals = 5;
const pauseAfterRefusal = 15_000;
/** The charge of a purchase is known about a second after it; it is waited for so long, ms. */
const chargeWait = 10_000;
/** So many in a row without an answer: the service is not there. */
const maxUnanswered = 3;

export interface RunnerOptions {
  readonly store: BatchStore;
  readonly clock: Clock;
  readonly client: ApiClient;
  readonly connections: Pick<Connections, 'retitle'>;
  readonly purchases: Pick<Purchases, 'submitAgreed'>;
  /** Reads again what a change made out of date, and checks the connection from here. */
  readonly prove: (key: string, step: Step) => Promise<Result<CheckResult>>;
  readonly makeStale: (ids: readonly string[]) => void;
  readonly onChange: () => void;
}

export interface End {
  readonly stopped: BatchStop | null;
  readonly failure: Failure | null;
}

const atItsEnd: End = { stopped: null, failure: null };

/** Failures that the rest of a batch would meet as well. */
function concernsAll({ kind, reason }: Failure): boolean {
  return (
    ['offline', 'unauthorized', 'vault', 'keychain', 'unsent', 'aborted'].includes(kind) &&
    reason !== 'in-the-way'
  );
}

/** Carries out one batch, one item after another. Whatever it learns is stored before it goes on. */
export class BatchRunner {
  readonly id: string;
  readonly #options: RunnerOptions;
  readonly #abort = new AbortController();
  readonly #stale = new Set<string>();
  #wake: (reason?: unknown) => void = () => undefined;
  #wakesOnJournal = false;
  /** How often the journal changed: also while nothing waits for that. */
  #journalChanges = 0;
  #stopping = false;
  #abandoned = false;
  #unanswered = 0;
  #at = 0;
  /** By the monotonic clock: when it began to be sent. */
  #begunAt = 0;
  /** What the fastest took, which waited least for the limits, milliseconds. */
  #took = Infinity;

  constructor(id: string, options: RunnerOptions) {
    this.id = id;
    this.#options = options;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** What is being done, and how long one takes without a wait, milliseconds; 0 until that is known. */
  current() {
    return { item: this.#item(this.#at), took: Number.isFinite(this.#took) ? this.#took : 0 };
  }

  /** Ends it after what is under way; what waits for the limits is not. */
  stopSoon(): void {
    this.#stopping = true;
    if (this.#item(this.#at)?.state === 'pending') this.#abort.abort();
    this.#wake();
  }

  /** Sends nothing more, at once: the account is closed. */
  abandon(): void {
    this.#stopping = true;
    this.#abandoned = true;
    this.#abort.abort();
    this.#wake();
  }

  journalChanged(): void {
    this.#journalChanges += 1;
    if (this.#wakesOnJournal) this.#wake();
  }

  async run(): Promise<End> {
    const count = this.#options.store.get(this.id)?.items.length ?? 0;
    let end: End | null = null;
    for (let at = 0; at < count && end === null; at += 1) {
      if (this.#item(at)?.state !== 'pending') continue;
      if (this.#stopping) end = { stopped: 'user', failure: null };
      else {
        this.#at = at;
        this.#begunAt = this.#options.clock.monotonic();
        this.#options.onChange();
        end = await this.#carryOut(at);
        this.#took = Math.min(this.#took, this.#options.clock.monotonic() - this.#begunAt);
      }
    }
    if (this.#stale.size > 0 && !this.#isAbandoned()) {
      this.#options.makeStale([...this.#stale]);
    }
    return end ?? this.#end();
  }

  /** A repair is at its end when something works, and when nothing is left to try. */
  #end(): End {
    const { items = [] } = this.#repair() ?? {};
    const wasChanged = items.some(({ state }) => state === 'done');
    const works = items.some(({ found }) => found?.outcome === 'answers');
    return wasChanged && !works ? { stopped: 'none-works', failure: null } : atItsEnd;
  }

  /** The batch, where it changes a connection until it works; putting it back is another matter. */
  #repair(): StoredBatch | undefined {
    const batch = this.#options.store.get(this.id);
    return batch?.change.action === 'repair' && !batch.undoes ? batch : undefined;
  }

  #isAbandoned(): boolean {
    return this.#abandoned;
  }

  #item(at: number): StoredItem | undefined {
    return this.#options.store.get(this.id)?.items[at];
  }

  /** Answers how the batch ends because of this item; `null` where it goes on. */
  async #carryOut(at: number): Promise<End | null> {
    const item = this.#item(at);
    if (!item?.step) return null;
    const { step, ticket } = item;
    for (let refusals = 0; ; refusals += 1) {
      const failure = await (ticket === null
        ? this.#change(at, step)
        : this.#buy(at, step, ticket, item));
      if (this.#isAbandoned()) return { stopped: 'interrupted', failure: null };
      if (failure?.kind === 'rate-limited' && refusals < maxRefusals && !this.#stopping) {
        await this.#pause(failure.retryAt);
        continue;
      }
      if (failure !== null) return this.#failed(at, failure);
      this.#unanswered = 0;
      return ticket === null ? this.#proven(at, item.key, step) : this.#afterPurchase(at);
    }
  }

  /** Sends a change that costs nothing. Answers why it is not done, `null` where it is. */
  async #change(at: number, { endpoint: id, input }: Step): Promise<Failure | null> {
    const { client, store } = this.#options;
    const endpoint: Endpoint = api[id];
    let notStored: Failure | undefined;
    // The plan made the input for this very endpoint, which checks it again.
    const result: Result<unknown> = await client.call(id, input as never, {
      priority: batchPriority,
      signal: this.#abort.signal,
      beforeSend: () => {
        if (this.#isAbandoned()) return false;
        notStored = this.#sending(at);
        return notStored === undefined;
      },
    });
    if (this.#isAbandoned()) return null;
    if (notStored) return notStored;
    const failure = result.ok ? null : result.failure;
    const isGone = endpoint.effect === 'remove' && failure?.kind === 'not-found';
    if (failure !== null && !isGone) return failure;
    this.#makeStale(endpoint);
    const { key, title } = this.#item(at) ?? {};
    if (key !== undefined && title) this.#options.connections.retitle(key, title.to);
    store.change(this.id, at, { state: 'done', failure: null });
    return null;
  }

  /** Checks what a repair has changed or put back: what works ends it, and so does what cannot be judged. */
  async #proven(at: number, key: string, step: Step): Promise<End | null> {
    const batch = this.#options.store.get(this.id);
    if (batch?.change.action !== 'repair') return null;
    this.#options.onChange();
    const proof = await this.#options.prove(key, step);
    if (this.#isAbandoned()) return { stopped: 'interrupted', failure: null };
    if (!proof.ok) return { stopped: 'unproven', failure: proof.failure };
    const found = proof.value;
    const items = batch.items.map((item, nth): StoredItem => {
      if (nth === at) return { ...item, found };
      return found.outcome === 'answers' && item.state === 'pending'
        ? { ...item, state: 'left-out', problem: 'works-already' }
        : item;
    });
    this.#options.store.put({ ...batch, items });
    return isAboutServer(found) ? null : { stopped: 'unproven', failure: null };
  }

  #makeStale({ makesStale }: Endpoint): void {
    for (const id of makesStale) this.#stale.add(id);
  }

  #sending(at: number): Failure | undefined {
    const { clock, store } = this.#options;
    this.#begunAt = clock.monotonic();
    const reason = refusalOf(() => store.change(this.id, at, { state: 'sending' }, true));
    return reason && { kind: 'vault', reason };
  }

  /** Sends a purchase through the journal, after those that are under way. */
  async #buy(
    at: number,
    { endpoint, input }: Step,
    ticket: string,
    { price, days }: StoredItem,
  ): Promise<Failure | null> {
    const { purchases, store } = this.#options;
    if (price === null || !isPurchase(endpoint)) return { kind: 'unsent' };
    while (!this.#isAbandoned()) {
      const changes = this.#journalChanges;
      const answer = await purchases.submitAgreed({ ticket, endpoint, input, price, days });
      if (!answer.ok) return answer.failure;
      const { entry, started } = answer.value;
      if (this.#isAbandoned()) return null;
      if (started) {
        store.change(this.id, at, journalFacts(entry));
        return null;
      }
      if (!underWay.has(entry.state))
        return fail('unsent', { reason: 'in-the-way', endpoint }).failure;
      if (this.#stopping) return fail('aborted', { endpoint }).failure;
      // What is in the way may be over since that was found.
      if (changes === this.#journalChanges) await this.#journalChange();
    }
    return null;
  }

  /** Waits until the outcome of a purchase is decided and its charge known. */
  async #afterPurchase(at: number): Promise<End | null> {
    const isUnderWay = () => ['sending', 'finding-out'].includes(this.#item(at)?.state ?? '');
    while (isUnderWay()) {
      if (this.#isAbandoned()) return null;
      await this.#journalChange();
    }
    await this.#chargeOf(at);
    const { state, charged = null, price = null } = this.#item(at) ?? {};
    if (state === 'open') return { stopped: 'undecided', failure: null };
    const isMore = charged !== null && price !== null && charged > price.amount;
    return isMore ? { stopped: 'charged-more', failure: null } : null;
  }

  /** Waits until it is known what a purchase took, or was not found out for so long. */
  async #chargeOf(at: number): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + chargeWait;
    const isUnknown = () => {
      const item = this.#item(at);
      return item?.state === 'done' && item.charged === null;
    };
    while (isUnknown() && clock.monotonic() < until && !this.#isAbandoned()) {
      await this.#journalChange(until - clock.monotonic());
    }
  }

  /** Resolves after so many milliseconds, when the batch is to end, and by `journalChanged`. */
  #journalChange(ms?: number): Promise<void> {
    return this.#wait(ms, true);
  }

  async #wait(ms: number | undefined, wakesOnJournal: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const cancel =
      ms === undefined ? undefined : this.#options.clock.after(ms, () => resolve(null));
    this.#wake = resolve;
    this.#wakesOnJournal = wakesOnJournal;
    await promise;
    cancel?.();
    this.#wake = () => undefined;
  }

  #failed(at: number, failure: Failure): End | null {
    const { store } = this.#options;
    const isOpen = ['outcome-unknown', 'server', 'timeout', 'bad-response'].includes(failure.kind);
    const wasSent = this.#item(at)?.ticket === null && isOpen;
    const all = concernsAll(failure);
    // What was not sent is still to be done.
    const state: BatchItemState = wasSent ? 'unknown' : all ? 'pending' : 'failed';
    store.change(this.id, at, { state, failure: state === 'pending' ? null : failure });
    const step = this.#item(at)?.step;
    if (wasSent && step) this.#makeStale(api[step.endpoint]);
    this.#unanswered = isOpen ? this.#unanswered + 1 : 0;
    if (failure.kind === 'aborted' && this.#stopping) return { stopped: 'user', failure: null };
    // Whether it was changed must be known before it is changed once more.
    const isOver = all || (wasSent && this.#repair() !== undefined);
    return isOver || this.#unanswered >= maxUnanswered ? { stopped: 'failure', failure } : null;
  }

  async #pause(retryAt: number | undefined): Promise<void> {
    const wait = (retryAt ?? 0) - this.#options.clock.now();
    await this.#wait(Math.max(wait, pauseAfterRefusal), false);
  }
}
