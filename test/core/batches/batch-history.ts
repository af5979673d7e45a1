import type { BatchRequest } from '#contract/ipc/batches.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CheckResult } from '#contract/check-result.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { StoredBatch, type StoredItem } from '#core/batches/batch-record.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { hadEffect, type Effect } from '#test/core/purchases/context/account-state.ts';
import { startDevice, type RequestFaults, type Run } from '#test/core/purchases/context/device.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { createInProcessService } from '#test/core/purchases/context/in-process-service.ts';
import { attemptOf } from '#test/core/purchases/context/reference-model.ts';
import { connectionsOf } from './fixture.ts';

interface Step {
  readonly change: RequestFaults;
  readonly kill: number | null;
}

interface Starting extends Step {
  readonly kind: string;
  readonly things: number;
  readonly days: number;
  readonly works?: string;
  readonly reads: RequestFaults;
}

/** A device with a user, and the service, whose record of what it did is compared with the batches'. */
export class BatchHistory {
  readonly counts: Record<string, number> = {};
  readonly #time = createVirtualTime(() => this.#service.isBusy());
  readonly #service = createInProcessService(this.#time.clock);
  readonly #vault = createMemoryVault();
  readonly #wrong: string[] = [];
  /** Main's questions about batches; the forms ask questions too. */
  readonly #questions: Extract<ConsentQuestion, { kind: 'batch' | 'repair' }>[] = [];
  /** What the user agreed to of each repair, by protocol, and what was sent of it. */
  readonly #agreed: string[][] = [];
  #otherQuestions = 0;
  /** Ticket of each entry of the journal that was sent. */
  readonly #tickets = new Map<string, string>();
  /** How often the request of an item that costs nothing was sent, by batch and place. */
  readonly #sends = new Map<string, number>();
  #faults: { change: RequestFaults; reads: RequestFaults } = { change: {}, reads: {} };
  #works = 'none';
  #fuse = Infinity;
  #runs = 0;
  #forms = 0;
  #run: Run = this.#start();

  constructor() {
    const { configs } = this.#service.account;
    const [first] = configs;
    // More to renew, one of them with a period of its own.
    if (first) configs.push({ ...first, id: 801 }, { ...first, id: 802, auto_renewal_days: 180 });
  }

  async start({
    kind,
    things,
    days,
    works = 'none',
    change,
    reads,
    kill,
  }: Starting): Promise<void> {
    this.#works = works;
    const all = [
      ...this.#service.account.configs.map(({ id }) => `config:${String(id)}`),
      ...this.#service.account.cloud_servers.flatMap(({ id }) => [
        `cloud:${String(id)}:1`,
        `cloud:${String(id)}:2`,
      ]),
    ];
    const keys = all.filter((_, at) => (things >> at) % 2 === 1);
    if (keys.length === 0) return;
    const request = kind === 'repair' ? this.#repair(keys) : requestOf(kind, keys, days);
    await this.#begin(request, { change, kill }, reads);
  }

  async again({
    action,
    nth,
    ...step
  }: Step & { readonly action: 'rest' | 'failed' | 'undo'; readonly nth: number }): Promise<void> {
    const { batches } = this.#alive().batches.list();
    const batch = batches[nth % Math.max(1, batches.length)];
    if (batch) await this.#begin({ action, batch: batch.id }, step, {});
  }

  stop(): void {
    const { batches } = this.#alive();
    const running = batches.list().batches.find((batch) => batch.running);
    if (running) batches.stop(running.id);
  }

  /** The user buys something else by its form. */
  async buyAlone(): Promise<void> {
    const [config] = this.#service.account.configs;
    const input = { path: { config_id: config?.id }, body: { tariff_id: 10_101 } };
    const ticket = `form number ${String((this.#forms += 1))}`;
    this.#alive()
      .purchases.submit({ ticket, endpoint: 'configs.renew', input })
      .catch(() => undefined);
    await this.pass(200);
  }

  balance(roubles: number): Promise<void> {
    return this.#service.between(() => {
      this.#service.account.balance = roubles;
    });
  }

  prices(percent: number): Promise<void> {
    return this.#service.between(() => {
      this.#service.account.pricing_rules = [
        { type: 'all', product_title: 'Everything', percent, comment: null },
      ];
    });
  }

  killAt(moment: number): void {
    this.#fuse = moment;
  }

  restart(): void {
    this.#run.kill();
    this.#alive();
  }

  pass(ms: number): Promise<void> {
    return this.#time.run(ms);
  }

  /** Finishes everything without faults, and returns what was wrong. */
  async finish(): Promise<readonly string[]> {
    this.#faults = { change: {}, reads: {} };
    this.#fuse = Infinity;
    this.#alive();
    await this.pass(1_200_000);
    const { batches } = this.#alive().batches.list();
    for (const { running, id, stopped } of batches) {
      if (running) this.#report(`the batch ${id} is still running`);
      if (stopped !== null) this.#count(stopped);
    }
    const stored = this.#stored();
    if (stored.length !== batches.length) this.#report('a record cannot be read');
    for (const batch of stored) batch.items.forEach((item, at) => this.#check(batch, item, at));
    this.#checkForms(stored);
    if (this.#otherQuestions > this.#forms)
      this.#report('a purchase of a batch was asked about alone');
    this.#run.kill();
    return this.#wrong;
  }

  async #begin(request: BatchRequest, { change, kill }: Step, reads: RequestFaults): Promise<void> {
    const { batches } = this.#alive();
    this.#faults = { change: {}, reads };
    const plan = await this.#answer(batches.plan(request));
    if (plan?.ok !== true) return;
    const { count, sum } = plan.value;
    this.#faults = { change, reads };
    const asked = this.#questions.length;
    if (kill !== null) this.#fuse = kill;
    const started = await this.#answer(batches.start(request, { count, sum }));
    if (started?.ok !== true) return;
    const question = this.#questions[asked];
    const isPaid = started.value.sum !== null;
    const isAgreed =
      question?.kind === 'batch' &&
      question.sum?.amount === sum?.amount &&
      question.count === count;
    if (isPaid && !isAgreed) {
      this.#report('nobody was asked about this count and sum');
    }
    if (this.#questions.length > asked + 1) this.#report('the user was asked twice');
  }

  /** Two other protocols, for a configuration or on a server. */
  #repair([key = '']: readonly string[]): BatchRequest {
    const [, id] = key.split(':');
    const config = this.#service.account.configs.find((each) => String(each.id) === id);
    const [location, server] = [config?.location_id ?? null, config?.server_id ?? null];
    const to = (['trojan', 'outline'] as const).map((protocol) => ({ protocol, location, server }));
    return { action: 'repair', key, to };
  }

  /** From here one protocol works, if any; without a network nothing can be told. */
  #prove(key: string): Promise<Result<CheckResult>> {
    return new Promise((resolve) => {
      this.#time.clock.after(300, () => {
        if (this.#works === 'offline') resolve(ok({ outcome: 'offline' }));
        const protocol = connectionsOf(this.#service).record(key)?.protocol;
        const result: CheckResult =
          protocol === this.#works
            ? { outcome: 'answers', ms: 5, depth: 'tls' }
            : { outcome: 'silent' };
        resolve(ok(result));
      });
    });
  }

  /** What a command was answered; `undefined` where the program was killed before. */
  async #answer<T>(answer: Promise<Result<T>>): Promise<Result<T> | undefined> {
    let settled: Result<T> | undefined;
    answer.then(
      (value) => {
        settled = value;
      },
      () => undefined,
    );
    await this.pass(50);
    if (settled === undefined) await this.pass(70_000);
    return settled;
  }

  #start(): Run {
    return startDevice({
      service: this.#service,
      clock: this.#time.clock,
      vault: this.#vault,
      connections: connectionsOf(this.#service),
      requestFaults: ({ method, url, body }, isPurchase) => {
        if (method !== 'GET' && !isPurchase) this.#noteChange(new URL(url).pathname, body ?? '');
        return method === 'GET' ? this.#faults.reads : this.#faults.change;
      },
      prove: (key) => this.#prove(key),
      moment: () => this.#survives(),
      onSend: (_, journal) => {
        const entry = journal.entries.find(({ state }) => state === 'sending');
        if (!entry) return 'none';
        this.#tickets.set(entry.id, entry.ticket);
        return attemptOf(entry);
      },
      ask: (question) => {
        if (question.kind === 'repair')
          this.#agreed.push(question.steps.map((step) => step.protocol));
        if (question.kind === 'batch' || question.kind === 'repair') this.#questions.push(question);
        else this.#otherQuestions += 1;
        return Promise.resolve(ok(null));
      },
      seed: (this.#runs += 1),
    });
  }

  #alive(): Run {
    while (!this.#run.alive) this.#run = this.#start();
    return this.#run;
  }

  #survives(): boolean {
    this.#fuse -= 1;
    if (this.#fuse > 0) return true;
    this.#fuse = Infinity;
    this.#count('killed');
    return false;
  }

  #stored(): StoredBatch[] {
    return sealedOver(this.#vault)
      .readAll('batches', StoredBatch)
      .flatMap((record) => (record.readable ? [record.value] : []));
  }

  /** A change leaves: an item of the batch that runs must be recorded as being sent, with this input. */
  #noteChange(path: string, sent: string): void {
    const sending = this.#stored().flatMap(({ id, items }) =>
      items.flatMap((item, at) =>
        item.state === 'sending' && item.ticket === null ? [{ id, at, item }] : [],
      ),
    );
    const [one, ...others] = sending;
    const body = (one?.item.step?.input as { body?: unknown } | undefined)?.body;
    // The service is sent the fields in an order of their own.
    if (!one || others.length > 0 || !isDeepStrictEqual(JSON.parse(sent), body)) {
      this.#report(`${path} ${sent} was sent, and the record says ${JSON.stringify(sending)}`);
      return;
    }
    if (isNotCarriedOut(this.#faults.change)) return;
    const { protocol } = body as { readonly protocol?: string };
    if (protocol !== undefined) this.#checkAgreed(protocol);
    const place = `${one.id} ${String(one.at)}`;
    this.#sends.set(place, (this.#sends.get(place) ?? 0) + 1);
  }

  /** Each agreed change is sent once, in its order; one that was refused is passed over. */
  #checkAgreed(protocol: string): void {
    const agreed = this.#agreed.at(-1) ?? [];
    if (!agreed.includes(protocol)) this.#report(`${protocol} was not agreed to`);
    agreed.splice(0, agreed.indexOf(protocol) + 1);
  }

  /** Compares an item with what the service carried out for it. */
  #check(batch: StoredBatch, item: StoredItem, at: number): void {
    const { state, ticket, name, key } = item;
    const wrong = (what: string) =>
      this.#report(`${batch.change.action} ${key} ${name} ${state}: ${what}`);
    if (state === 'sending' || state === 'finding-out') wrong('is not decided');
    this.#count(state);
    if (ticket === null) {
      const sends = this.#sends.get(`${batch.id} ${String(at)}`) ?? 0;
      if (['pending', 'left-out'].includes(state) && sends > 0) wrong('was sent');
      if (sends > 1) wrong('was sent again');
      if (state === 'done' && sends === 0) wrong('was not sent');
      if (state === 'done') this.#count('changed');
      this.#checkProof(batch, item, wrong);
      return;
    }
    const effects = this.#effectsOf(ticket);
    if (effects.length > 1) wrong('was bought twice');
    const [effect] = effects;
    if (['pending', 'failed', 'left-out', 'taken'].includes(state) && effect && isBought(effect))
      wrong('was bought');
    if (state !== 'done') return;
    this.#count('renewed');
    const [, id = ''] = key.split(':');
    if (!effect) wrong('was not bought');
    else if (!effect.resources.includes(Number(id))) wrong('another one was renewed');
    else if (item.charged !== null && item.charged !== effect.taken)
      wrong('another sum was charged');
  }

  /** Whether a repair that ended as it should has a proof of each of its changes. */
  #checkProof(
    { change, undoes, stopped, items }: StoredBatch,
    { state, found }: StoredItem,
    wrong: (what: string) => void,
  ): void {
    if (change.action !== 'repair') return;
    this.#count(found?.outcome === 'answers' ? 'made to work' : 'not made to work');
    if (undoes) return;
    const isWhole = stopped === null || stopped === 'none-works';
    if (isWhole && state === 'done' && !found) wrong('was not checked');
    if (isWhole && state === 'pending') wrong('was not tried');
    const works = items.findIndex((each) => each.found?.outcome === 'answers');
    if (works >= 0 && items.slice(works + 1).some((each) => each.state !== 'left-out'))
      wrong('was followed by another change');
    if (isWhole && stopped !== null && works >= 0) wrong('works, and is said not to');
  }

  /** What the service changed for the purchase with this ticket. */
  #effectsOf(ticket: string) {
    const entries = [...this.#tickets].flatMap(([entry, own]) => (own === ticket ? [entry] : []));
    return this.#service.carriedOut
      .filter(({ attempt }) => entries.some((entry) => attempt?.startsWith(`${entry}#`)))
      .map(({ effect }) => effect)
      .filter(hadEffect);
  }

  /** Every purchase belongs to an item of a batch, or to a form of its own. */
  #checkForms(stored: readonly StoredBatch[]): void {
    const known = new Set(stored.flatMap(({ items }) => items.map(({ ticket }) => ticket)));
    for (const ticket of this.#tickets.values()) {
      if (!ticket.startsWith('form number') && !known.has(ticket))
        this.#report(`${ticket} is of no batch`);
    }
  }

  #report(what: string): void {
    this.#wrong.push(`${String(Math.round(this.#time.clock.monotonic()))} ms: ${what}`);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

/** Whether it took money or gave something: a payment by a link that was opened does neither. */
function isBought({ resources, taken, replaced }: Effect): boolean {
  return resources.length > 0 || taken !== 0 || replaced > 0;
}

/** Whether a request with these faults is certain to change nothing: it may be sent again. */
function isNotCarriedOut({ offline = false, faults = [] }: RequestFaults): boolean {
  return offline || faults.some((fault) => fault.startsWith('429'));
}

function requestOf(kind: string, keys: readonly string[], days: number): BatchRequest {
  switch (kind) {
    case 'renew':
      return { action: 'renew', keys: [...keys], days };
    case 'rename':
      return {
        action: 'rename',
        titles: keys.map((key, at) => ({ key, title: `Title ${String(at)}` })),
      };
    default:
      return {
        action: 'auto-renewal',
        settings: keys.map((key) => ({ key, enabled: kind === 'auto-renewal on', days })),
      };
  }
}
