import type { Result } from '#contract/failure.ts';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseStarted,
} from '#contract/ipc/purchase-journal.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import type { HttpRequest, HttpResponse } from '#core/ports.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { purchaseSamples, type PurchaseSample } from './purchase-samples.ts';
import { Killed, startDevice, type Moment, type Run, type RequestFaults } from './device.ts';
import { createInProcessService } from './in-process-service.ts';
import { attemptOf, createReferenceModel } from './reference-model.ts';
import { createOneTimeSecrets } from './one-time-secrets.ts';
import { createAllowedSends } from './allowed-sends.ts';

/**
 * One history: a device under test with a person before it, the service, and the user's other
 * devices. Everything that the journal publishes is compared with the service's own record.
 */
export interface TestContext {
  readonly samples: readonly PurchaseSample[];
  /** What the next requests meet. */
  setFaults(purchase: RequestFaults, reads: RequestFaults): void;
  /** The person buys, in one window for each purchase, with so many clicks each. */
  buy(purchases: readonly PurchaseSample[], clicks: number): void;
  /** The form that was used last is still there, and is clicked again. */
  clickAgain(): void;
  /** The person confirms, for what they are shown. */
  confirm(nth: number, clicks: number): void;
  other(sample: PurchaseSample): Promise<void>;
  payLink(): Promise<void>;
  setBalance(roubles: number): Promise<void>;
  /** Kills the program at the moment with this number from now; 0 now. */
  killAt(moment: number): void;
  restart(): void;
  /** Marks saved, dismisses, or stops waiting: whatever the entry allows. */
  tidy(nth: number): void;
  pass(ms: number): Promise<void>;
  /** Lets everything come to its end without faults, and answers what was wrong. */
  finish(): Promise<readonly string[]>;
  readonly counts: Readonly<Record<string, number>>;
}

type Form = Parameters<Run['purchases']['submit']>[0];

/** Whether a status leaves no doubt that nothing was carried out. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 499;
}

export function createTestContext(): TestContext {
  const time = createVirtualTime(() => service.isBusy());
  const service = createInProcessService(time.clock);
  const vault = createMemoryVault();
  const samples = purchaseSamples(service);
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  let requestFaults: { purchase: RequestFaults; reads: RequestFaults } = {
    purchase: {},
    reads: {},
  };
  let fuse = Infinity;
  let windows = 0;

  let lastForm: Form | undefined;

  function count(what: string): void {
    counts[what] = (counts[what] ?? 0) + 1;
  }

  function report(what: string): void {
    wrong.push(`${String(Math.round(time.clock.monotonic()))} ms: ${what}`);
  }

  const model = createReferenceModel(service, count, report);
  const sends = createAllowedSends(report);
  const secrets = createOneTimeSecrets(report);

  function onSend(request: HttpRequest, journal: PurchaseJournal): string {
    const endpoint = service.endpointOf(request);
    const entry = journal.entries.find(
      (each) => each.endpoint === endpoint && each.state === 'sending',
    );
    if (!entry) {
      report(`${String(endpoint)} was sent without an intent in the journal`);
      return 'none';
    }
    count('requests sent');
    return sends.send(entry);
  }

  function onArrival(attempt: string, { status, body }: HttpResponse): void {
    if (isRefusal(status)) sends.refuse(attempt);
    if (status >= 200 && status <= 299) secrets.arrive(attempt, body);
  }

  function onMoment(moment: Moment): boolean {
    if (moment === 'written') secrets.written();
    fuse -= 1;
    if (fuse > 0) return true;
    fuse = Infinity;
    secrets.died();
    return false;
  }

  function onJournal(journal: PurchaseJournal): void {
    secrets.checkPublished(journal);
    model.observe(journal);
  }

  function start(): Run {
    return startDevice({
      service,
      clock: time.clock,
      vault,
      requestFaults: (_, isPurchase) => (isPurchase ? requestFaults.purchase : requestFaults.reads),
      moment: onMoment,
      onSend,
      onArrival,
      onJournal,
      seed: (windows += 1),
    });
  }

  let run = start();

  /** A command whose answer says that nothing happened must be right. */
  function listen(
    answer: Promise<Result<PurchaseStarted>>,
    attempts: () => readonly string[],
    permission: string,
  ): void {
    const from = run;
    answer.then(
      (result) => {
        if (result.ok) return;
        sends.allow(permission);
        count(`failed: ${result.failure.kind}`);
        model.failed(result.failure.kind, attempts());
      },
      (error: unknown) => {
        if (from.alive) report(`a command was answered with ${String(error)}`);
      },
    );
  }

  function press(form: Form): void {
    const { ticket } = form;
    listen(alive().purchases.submit(form), () => sends.attemptsOf(ticket), ticket);
  }

  function alive(): Run {
    while (!run.alive) {
      sends.allowRefused();
      run = start();
    }
    return run;
  }

  const entryAt = (nth: number): PurchaseEntry | undefined => {
    const { entries } = alive().purchases.list();
    return entries[nth % Math.max(1, entries.length)];
  };

  return {
    samples,
    counts,
    setFaults(purchase, reads) {
      requestFaults = { purchase, reads };
    },
    buy(purchases, clicks) {
      for (const sample of purchases) {
        const ticket = `ticket ${String((windows += 1))}`;
        sends.allowOnce(ticket);
        model.submitted(ticket, sample);
        lastForm = { ticket, endpoint: sample.endpoint, input: sample.input };
        for (let click = 0; click < clicks; click += 1) press(lastForm);
      }
    },
    clickAgain() {
      if (lastForm) press(lastForm);
    },
    confirm(nth, clicks) {
      const entry = entryAt(nth);
      if (!entry) return;
      const { id, attempts, endpoint, needsInput } = entry;
      const next = attemptOf({ id, attempts: attempts + 1 });
      sends.allowOnce(next);
      const input = samples.find((sample) => sample.endpoint === endpoint)?.input;
      for (let click = 0; click < clicks; click += 1) {
        const command = { id, attempts, ...(needsInput && { input }) };
        listen(alive().purchases.retry(command), () => [next], next);
      }
    },
    async other({ endpoint, input }) {
      count('others');
      await service.other(endpoint, input);
    },
    payLink: () =>
      service.between(() => {
        if (service.payLast() !== undefined) model.moneyMoved();
      }),
    setBalance: (roubles) =>
      service.between(() => {
        service.account.balance = roubles;
        model.moneyMoved();
      }),
    killAt(moment) {
      if (moment === 0) run.kill();
      else fuse = moment;
      count('kills');
    },
    restart() {
      run.kill();
      fuse = Infinity;
      secrets.checkHeld(alive().purchases);
    },
    tidy(nth) {
      const entry = entryAt(nth);
      if (!entry) return;
      const { purchases } = run;
      try {
        if (entry.state === 'waiting') purchases.stopWaiting(entry.id);
        else {
          const { ok } = entry.unsaved
            ? purchases.markSaved(entry.id)
            : purchases.dismiss(entry.id);
          if (ok) secrets.giveUp(entry.id);
        }
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        secrets.giveUp(entry.id);
      }
    },
    pass: (ms) => time.run(ms),
    async finish() {
      requestFaults = { purchase: {}, reads: {} };
      fuse = Infinity;
      alive();
      await time.run(200_000);
      secrets.checkHeld(alive().purchases);
      model.observeAll(run.purchases.list());
      for (const { id, state, endpoint } of run.purchases.list().entries) {
        if (['preparing', 'sending', 'finding-out'].includes(state)) {
          report(`${endpoint} ${id} is still ${state}`);
        }
      }
      run.kill();
      return wrong;
    },
  };
}
