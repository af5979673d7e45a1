import type { Result } from '#contract/failure.ts';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseStarted,
} from '#contract/ipc/purchase-journal.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { HttpRequest } from '#core/kernel/ports.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { purchaseSamples, type PurchaseSample } from './purchase-samples.ts';
import { Killed, startDevice, type Moment, type Run, type RequestFaults } from './device.ts';
import { createInProcessService } from './in-process-service.ts';
import { attemptOf, ReferenceModel } from './reference-model.ts';
import { createOneTimeSecrets } from './one-time-secrets.ts';
import { createAllowedSends } from './allowed-sends.ts';

type Form = Parameters<Run['purchases']['submit']>[0];

/** Whether a status leaves no doubt that nothing was carried out. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 499;
}

/**
 * A device with its user, the service and other devices: the journal must agree with the service's record.
 */
export class TestContext {
  readonly counts: Record<string, number> = {};
  readonly #time = createVirtualTime(() => this.#service.isBusy());
  readonly #service = createInProcessService(this.#time.clock);
  readonly samples = purchaseSamples(this.#service);
  readonly #vault = createMemoryVault();
  readonly #wrong: string[] = [];
  readonly #report = (what: string): void => {
    this.#wrong.push(`${String(Math.round(this.#time.clock.monotonic()))} ms: ${what}`);
  };
  readonly #count = (what: string): void => {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  };
  readonly #model = new ReferenceModel(this.#service, this.#count, this.#report);
  readonly #sends = createAllowedSends(this.#report);
  readonly #secrets = createOneTimeSecrets(this.#report);
  #faults: { purchase: RequestFaults; reads: RequestFaults } = { purchase: {}, reads: {} };
  /** Moments until the program is killed. */
  #fuse = Infinity;
  /** Numbers the windows and the runs. */
  #windows = 0;
  #lastForm: Form | undefined;
  #run: Run = this.#start();

  setFaults(purchase: RequestFaults, reads: RequestFaults): void {
    this.#faults = { purchase, reads };
  }

  /** The user buys, in one window for each purchase, with so many clicks each. */
  buy(purchases: readonly PurchaseSample[], clicks: number): void {
    for (const sample of purchases) {
      const ticket = `ticket ${String((this.#windows += 1))}`;
      this.#sends.allowOnce(ticket);
      this.#model.submitted(ticket, sample);
      this.#lastForm = { ticket, endpoint: sample.endpoint, input: sample.input };
      for (let click = 0; click < clicks; click += 1) this.#submit(this.#lastForm);
    }
  }

  /** The form that was used last is still there, and is clicked again. */
  clickAgain(): void {
    if (this.#lastForm) this.#submit(this.#lastForm);
  }

  confirm(nth: number, clicks: number): void {
    const entry = this.#entryAt(nth);
    if (!entry) return;
    const { id, attempts, endpoint, needsInput } = entry;
    const next = attemptOf({ id, attempts: attempts + 1 });
    this.#sends.allowOnce(next);
    const input = this.samples.find((sample) => sample.endpoint === endpoint)?.input;
    for (let click = 0; click < clicks; click += 1) {
      const command = { id, attempts, ...(needsInput && { input }) };
      this.#checkFailure(this.#aliveRun().purchases.retry(command), () => [next], next);
    }
  }

  /** Another device of the user does the same. */
  async other({ endpoint, input }: PurchaseSample): Promise<void> {
    this.#count('others');
    await this.#service.other(endpoint, input);
  }

  payLink(): Promise<void> {
    return this.#service.between(() => {
      if (this.#service.payLast() !== undefined) this.#model.moneyMoved();
    });
  }

  setBalance(roubles: number): Promise<void> {
    return this.#service.between(() => {
      this.#service.account.balance = roubles;
      this.#model.moneyMoved();
    });
  }

  /** From now on everything costs so much more or less. */
  setPrices(percent: number): Promise<void> {
    return this.#service.between(() => {
      this.#service.account.pricing_rules = [
        { type: 'all', product_title: 'Everything', percent, comment: null },
      ];
      this.#model.moneyMoved();
    });
  }

  /** Kills the program at the moment with this number from now; 0 now. */
  killAt(moment: number): void {
    if (moment === 0) this.#run.kill();
    else this.#fuse = moment;
    this.#count('kills');
  }

  restart(): void {
    this.#run.kill();
    this.#fuse = Infinity;
    this.#secrets.checkHeld(this.#aliveRun().purchases);
  }

  /** Marks saved, dismisses, or stops waiting: the first that the entry allows. */
  tidy(nth: number): void {
    const entry = this.#entryAt(nth);
    if (!entry) return;
    const { purchases } = this.#run;
    try {
      if (entry.state === 'waiting') purchases.stopWaiting(entry.id);
      else {
        const { ok } = entry.unsaved ? purchases.markSaved(entry.id) : purchases.dismiss(entry.id);
        if (ok) this.#secrets.giveUp(entry.id);
      }
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.#secrets.giveUp(entry.id);
    }
  }

  pass(ms: number): Promise<void> {
    return this.#time.run(ms);
  }

  /** Finishes everything without faults, and returns what was wrong. */
  async finish(): Promise<readonly string[]> {
    this.setFaults({}, {});
    this.#fuse = Infinity;
    this.#aliveRun();
    await this.#time.run(200_000);
    this.#secrets.checkHeld(this.#aliveRun().purchases);
    const journal = this.#run.purchases.list();
    this.#model.observeAll(journal);
    for (const { id, state, endpoint } of journal.entries) {
      if (['preparing', 'sending', 'finding-out'].includes(state)) {
        this.#report(`${endpoint} ${id} is still ${state}`);
      }
    }
    this.#run.kill();
    return this.#wrong;
  }

  #start(): Run {
    return startDevice({
      service: this.#service,
      clock: this.#time.clock,
      vault: this.#vault,
      requestFaults: (_, isPurchase) => (isPurchase ? this.#faults.purchase : this.#faults.reads),
      moment: (moment) => this.#survives(moment),
      onSend: (request, journal) => this.#nameAttempt(request, journal),
      onArrival: (attempt, { status, body }) => {
        if (isRefusal(status)) this.#sends.refuse(attempt);
        if (status >= 200 && status <= 299) this.#secrets.arrive(attempt, body);
      },
      onJournal: (journal) => {
        this.#secrets.checkPublished(journal);
        this.#model.observe(journal);
      },
      seed: (this.#windows += 1),
    });
  }

  /** The run, started again where it was killed. */
  #aliveRun(): Run {
    while (!this.#run.alive) {
      this.#sends.allowRefused();
      this.#run = this.#start();
    }
    return this.#run;
  }

  #entryAt(nth: number): PurchaseEntry | undefined {
    const { entries } = this.#aliveRun().purchases.list();
    return entries[nth % Math.max(1, entries.length)];
  }

  #submit(form: Form): void {
    const { ticket } = form;
    const answer = this.#aliveRun().purchases.submit(form);
    this.#checkFailure(answer, () => this.#sends.attemptsOf(ticket), ticket);
  }

  /** A command whose answer says that nothing happened must be right. */
  #checkFailure(
    answer: Promise<Result<PurchaseStarted>>,
    attempts: () => readonly string[],
    permission: string,
  ): void {
    const from = this.#run;
    answer.then(
      (result) => {
        if (result.ok) return;
        this.#sends.allow(permission);
        this.#count(`failed: ${result.failure.kind}`);
        this.#model.failed(result.failure.kind, attempts());
      },
      (error: unknown) => {
        if (from.alive) this.#report(`a command was answered with ${String(error)}`);
      },
    );
  }

  /** The attempt that a request is; it must be an entry of the journal that is being sent. */
  #nameAttempt(request: HttpRequest, journal: PurchaseJournal): string {
    const endpoint = this.#service.endpointOf(request);
    const entry = journal.entries.find(
      (each) => each.endpoint === endpoint && each.state === 'sending',
    );
    if (!entry) {
      this.#report(`${String(endpoint)} was sent without an intent in the journal`);
      return 'none';
    }
    this.#count('requests sent');
    return this.#sends.send(entry);
  }

  /** Whether the program lives on after a moment. */
  #survives(moment: Moment): boolean {
    if (moment === 'written') this.#secrets.written();
    this.#fuse -= 1;
    if (this.#fuse > 0) return true;
    this.#fuse = Infinity;
    this.#secrets.died();
    return false;
  }
}
