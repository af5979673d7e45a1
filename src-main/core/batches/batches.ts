import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type {
  BatchChange,
  BatchDetail,
  BatchList,
  BatchPlan,
  BatchRequest,
  BatchSummary,
} from '#contract/ipc/batches.ts';
import type { Consent } from '#core/purchases/consent/consent.ts';
import type { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { Random } from '#core/kernel/ports.ts';
import { createPriceSource } from '#core/purchases/products/prices.ts';
import type { Purchases } from '#core/purchases/purchases.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import { refusalOf } from '#core/kernel/vault/refusals.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import {
  changeOf,
  interrupted,
  inverse,
  isMeant,
  settled,
  shownItem,
  summaryOf,
  type StoredBatch,
  type StoredItem,
} from './batch-record.ts';
import { BatchRunner, batchPriority, type End, type RunnerOptions } from './batch-runner.ts';
import { BatchStore } from './batch-store.ts';
import { planRename } from './plan-changes.ts';
import { batchQuestion, isAsShown, planBatch, type FullPlan, type ShownPlan } from './plan.ts';
import type { Planned, PlanSources } from './planned.ts';

/** How many requests a purchase is: its price, what there was before, itself, and what it took. */
const requestsOfPurchase = 7;
/** How often it is said how long a batch still lasts, milliseconds. */
const lookEvery = 1000;

interface BatchesOptions
  extends
    Omit<RunnerOptions, 'store' | 'onChange' | 'purchases'>,
    Omit<PlanSources, 'prices' | 'purchases' | 'connections' | 'clock'> {
  readonly connections: PlanSources['connections'] & RunnerOptions['connections'];
  readonly purchases: Pick<Purchases, 'submitAgreed' | 'byTicket' | 'isOpen'>;
  readonly vault: SealedVault;
  readonly random: Random;
  readonly limiter: Pick<RateLimiter, 'available' | 'earliest' | 'sustained'>;
  readonly ask: Consent['ask'];
  readonly publish: (list: BatchList) => void;
  /** Receives what ended a batch that no failure describes. */
  readonly onError: (error: unknown) => void;
}

/** Planned, agreed to once, recorded before each step; one at a time (docs/batches.md). */
export class Batches {
  readonly #options: BatchesOptions;
  readonly #store: BatchStore;
  readonly #sources: PlanSources;
  readonly #look: Scheduler;
  #running: BatchRunner | undefined;
  #isStarting = false;
  #stopped = false;
  #published = '';

  constructor(options: BatchesOptions) {
    this.#options = options;
    this.#store = new BatchStore(options.vault);
    this.#look = createScheduler(options.clock);
    const { readCache } = options;
    this.#sources = { ...options, prices: createPriceSource(readCache) };
  }

  /** Settles the batches that an earlier run left unfinished; only the user continues them. */
  resume(): void {
    this.#settle();
    for (const batch of this.#store.all()) {
      if (batch.state === 'over') continue;
      const items = batch.items.map(interrupted);
      this.#store.put({ ...batch, state: 'over', stopped: 'interrupted', items });
    }
  }

  list(): BatchList {
    return { batches: this.#store.all().map((batch) => this.#summary(batch)) };
  }

  get(id: string): Result<BatchDetail> {
    const batch = this.#store.get(id);
    if (!batch) return fail('not-found');
    return ok({ summary: this.#summary(batch), items: batch.items.map(shownItem) });
  }

  async plan(request: BatchRequest): Promise<Result<BatchPlan>> {
    const plan = await this.#plan(request);
    if (!plan.ok) return plan;
    const { items } = plan.value;
    return ok({ ...plan.value, lasts: this.#estimate(items, 0), items: items.map(shownPlan) });
  }

  async start(request: BatchRequest, shown: ShownPlan): Promise<Result<BatchSummary>> {
    if (this.#running || this.#isStarting) return fail('unsent', { reason: 'in-the-way' });
    this.#isStarting = true;
    try {
      const plan = await this.#plan(request);
      if (!plan.ok) return plan;
      const agreed = await this.#agree(request, plan.value, shown);
      if (!agreed.ok) return agreed;
      if (this.#stopped) return fail('unsent', { reason: 'signed-out' });
      return this.#begin(request, agreed.value);
    } finally {
      this.#isStarting = false;
    }
  }

  stop(id: string): Result<BatchList> {
    if (this.#running?.id !== id) return fail('not-found');
    this.#running.stopSoon();
    this.#publish();
    return ok(this.list());
  }

  see(id: string): Result<BatchList> {
    const batch = this.#store.get(id);
    if (batch?.state !== 'over') return fail('not-found');
    if (!batch.seen) this.#store.put({ ...batch, seen: true });
    this.#publish();
    return ok(this.list());
  }

  dismiss(id: string): Result<BatchList> {
    if (this.#store.get(id)?.state !== 'over') return fail('not-found');
    this.#store.remove(id);
    this.#publish();
    return ok(this.list());
  }

  /** The journal changed: purchases of batches may be decided, also of those that are over. */
  journalChanged(): void {
    if (this.#stopped) return;
    this.#settle();
    this.#publish();
    this.#running?.journalChanged();
  }

  /** Ends everything at once: the account is closed. Nothing is written from then on. */
  close(): void {
    this.#stopped = true;
    this.#look.cancel();
    this.#running?.abandon();
  }

  #settle(): void {
    const { byTicket } = this.#options.purchases;
    for (const batch of this.#store.all()) {
      const items = batch.items.map((item) => settled(item, byTicket));
      if (items.some((item, at) => item !== batch.items[at])) this.#store.put({ ...batch, items });
    }
  }

  #plan(request: BatchRequest): Promise<Result<FullPlan>> {
    const change = this.#changeOf(request);
    return change ? planBatch(change, this.#sources) : Promise.resolve(fail('not-found'));
  }

  /** What a request means; `undefined` where nothing is left to do. */
  #changeOf(request: BatchRequest): BatchChange | undefined {
    if (!('batch' in request)) return request;
    const source = this.#store.get(request.batch);
    if (source?.state !== 'over') return undefined;
    const { change, items } = source;
    const meant = items.filter((item) => isMeant(request.action, change, item)).map(keyOf);
    if (meant.length === 0) return undefined;
    return request.action === 'undo' ? inverse(source) : changeOf(change, new Set(meant));
  }

  /** Asks, and plans once more after the answer: only what the question said is done. */
  async #agree(request: BatchRequest, plan: FullPlan, shown: ShownPlan): Promise<Result<FullPlan>> {
    const same = isAsShown(plan, shown);
    if (!same.ok) return same;
    if (plan.sum !== null && plan.balance !== null && plan.balance < plan.sum.amount) {
      return fail('unsent', { reason: 'insufficient' });
    }
    const question = batchQuestion(plan, this.#sources);
    if (question === null) return ok(plan);
    const agreed = await this.#options.ask(question);
    if (!agreed.ok) return agreed;
    const now = await this.#plan(request);
    if (!now.ok) return now;
    const still = isAsShown(now.value, plan);
    if (!still.ok) return still;
    return JSON.stringify(now.value.items) === JSON.stringify(plan.items) ? now : fail('unsent');
  }

  /** Stores it as a whole, with what it takes over of an earlier one, and begins. */
  #begin(request: BatchRequest, plan: FullPlan): Result<BatchSummary> {
    const { clock } = this.#options;
    const batch: StoredBatch = {
      id: this.#newId(),
      change: plan.change,
      undoes:
        'batch' in request &&
        (request.action === 'undo' || this.#store.get(request.batch)?.undoes === true),
      createdAt: clock.now(),
      state: 'running',
      stopped: null,
      failure: null,
      seen: false,
      sum: plan.sum,
      items: plan.items.map((item) => this.#newItem(item)),
    };
    const source = 'batch' in request ? this.#takenOver(request, plan) : [];
    const reason = refusalOf(() => this.#store.putDurably([...source, batch]));
    if (reason !== undefined) return fail('vault', { reason });
    const runner = new BatchRunner(batch.id, {
      ...this.#options,
      store: this.#store,
      onChange: () => this.#publish(),
    });
    this.#running = runner;
    void this.#run(runner).catch(this.#options.onError);
    this.#look.repeat(() => this.#publish(), lookEvery);
    return ok(this.#summary(batch));
  }

  async #run(runner: BatchRunner): Promise<void> {
    let end: End = { stopped: 'failure', failure: { kind: 'unsent' } };
    try {
      end = await runner.run();
    } catch (error) {
      this.#options.onError(error);
    }
    this.#running = undefined;
    if (this.#stopped) return;
    this.#look.cancel();
    const batch = this.#store.get(runner.id);
    if (batch) this.#store.put({ ...batch, ...end, state: 'over' });
    this.#publish();
  }

  #newId(): string {
    return Buffer.from(this.#options.random.bytes(12)).toString('hex');
  }

  #newItem({ step, problem, ...item }: Planned): StoredItem {
    const buys = step !== null && (api[step.endpoint] as Endpoint).exposure === 'journal';
    return {
      ...item,
      step,
      problem,
      state: problem === null ? 'pending' : 'left-out',
      failure: null,
      charged: null,
      ticket: buys ? this.#newId() : null,
      undone: false,
    };
  }

  /** The earlier batch, from which its items are gone that this one does. */
  #takenOver(
    { batch: id, action }: Extract<BatchRequest, { batch: string }>,
    { items }: FullPlan,
  ): readonly StoredBatch[] {
    const source = this.#store.get(id);
    if (!source) return [];
    const keys = new Set(items.filter(({ step }) => step !== null).map(keyOf));
    return [
      {
        ...source,
        items: source.items.map((item) => {
          if (!keys.has(item.key) || !isMeant(action, source.change, item)) return item;
          return action === 'undo' ? { ...item, undone: true } : { ...item, state: 'taken' };
        }),
      },
    ];
  }

  #summary(batch: StoredBatch): BatchSummary {
    const running = this.#running?.id === batch.id ? this.#running : undefined;
    const summary = { ...summaryOf(batch), ...this.#undoable(batch) };
    if (!running) return summary;
    const { item, took } = running.current();
    const ahead = batch.items.filter(({ state }) => state === 'pending' || state === 'sending');
    return {
      ...summary,
      current: item?.name ?? '',
      left: Math.round(this.#estimate(ahead, took)),
      stopping: running.stopping,
    };
  }

  /** How long these last at the service's limits, milliseconds; `took`: one of them without a wait. */
  #estimate(items: readonly Pick<Planned, 'step'>[], took: number): number {
    const { limiter, clock } = this.#options;
    const steps = items.flatMap(({ step }) => (step === null ? [] : [api[step.endpoint]]));
    const [first] = steps;
    if (first === undefined) return 0;
    const opens = (endpoint: Endpoint) =>
      Math.max(0, limiter.earliest(endpoint, batchPriority) - clock.now());
    const sumOf = (each: (endpoint: Endpoint) => number) =>
      steps.reduce((sum, endpoint) => sum + each(endpoint), 0);
    if (first.exposure !== 'journal')
      return opens(first) + sumOf((endpoint) => limiter.sustained(endpoint) + took);
    const alone = sumOf((endpoint) => Math.max(limiter.sustained(endpoint), took));
    const read = api['profile.get'];
    const requests = steps.length * requestsOfPurchase;
    return requests <= limiter.available(read)
      ? alone
      : Math.max(alone, opens(read), requests * limiter.sustained(read));
  }

  /** Titles that can be put back now: what is gone or has its title again cannot. */
  #undoable(batch: StoredBatch): Partial<Pick<BatchSummary, 'undoable'>> {
    const change = inverse(batch);
    if (change.action !== 'rename') return {};
    return { undoable: planRename(change, this.#sources).filter(({ step }) => step).length };
  }

  #publish(): void {
    if (this.#stopped) return;
    const list = this.list();
    const text = JSON.stringify(list);
    if (text === this.#published) return;
    this.#published = text;
    this.#options.publish(list);
  }
}

const keyOf = ({ key }: { readonly key: string }): string => key;

function shownPlan({
  step: _step,
  before: _before,
  ...shown
}: Planned): BatchPlan['items'][number] {
  return shown;
}
