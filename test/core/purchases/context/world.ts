import type { Result } from '#contract/failure.ts';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseStarted,
} from '#contract/ipc/purchase-journal.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import type { HttpRequest, HttpResponse } from '#core/ports.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { askingsOf, type Asking } from './askings.ts';
import { Killed, startDevice, type Moment, type Run, type Weather } from './device.ts';
import { createInProcessService } from './in-process-service.ts';
import { attemptOf, createOracle } from './oracle.ts';
import { createShownOnce } from './shown-once.ts';
import { createWords } from './words.ts';

/**
 * One history: a device under test with a person before it, the service, and the user's other
 * devices. Everything that the journal says is held against the service's own record as it is said.
 */
export interface World {
  readonly askings: readonly Asking[];
  /** What the next requests meet. */
  setWeather(purchase: Weather, reads: Weather): void;
  /** The person buys, in one window for each thing, with so many clicks each. */
  buy(things: readonly Asking[], clicks: number): void;
  /** The form that was used last is still there, and is clicked again. */
  clickAgain(): void;
  /** The person confirms, for what they are shown. */
  confirm(nth: number, clicks: number): void;
  other(asking: Asking): Promise<void>;
  payLink(): Promise<void>;
  setBalance(roubles: number): Promise<void>;
  /** Kills the program at the moment with this number from now; 0 now. */
  killAt(moment: number): void;
  restart(): void;
  /** Marks saved, dismisses, or stops waiting: whatever the entry allows. */
  tidy(nth: number): void;
  pass(ms: number): Promise<void>;
  /** Lets everything come to its end in good weather, and answers what was wrong. */
  finish(): Promise<readonly string[]>;
  readonly counts: Readonly<Record<string, number>>;
}

type Form = Parameters<Run['purchases']['submit']>[0];

/** Whether a status leaves no doubt that nothing was carried out. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 499;
}

export function createWorld(): World {
  const time = createVirtualTime(() => service.isBusy());
  const service = createInProcessService(time.clock);
  const vault = createMemoryVault();
  const askings = askingsOf(service);
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  let weather: { purchase: Weather; reads: Weather } = { purchase: {}, reads: {} };
  let fuse = Infinity;
  let windows = 0;

  let lastForm: Form | undefined;

  function count(what: string): void {
    counts[what] = (counts[what] ?? 0) + 1;
  }

  function complain(what: string): void {
    wrong.push(`${String(Math.round(time.clock.monotonic()))} ms: ${what}`);
  }

  const oracle = createOracle(service, count, complain);
  const words = createWords(complain);
  const shownOnce = createShownOnce(complain);

  function onSend(request: HttpRequest, journal: PurchaseJournal): string {
    const row = service.rowOf(request);
    const entry = journal.entries.find((each) => each.endpoint === row && each.state === 'sending');
    if (!entry) {
      complain(`${String(row)} was sent without an intent in the journal`);
      return 'none';
    }
    count('requests sent');
    return words.send(entry);
  }

  function onArrival(attempt: string, { status, body }: HttpResponse): void {
    if (isRefusal(status)) words.refuse(attempt);
    if (status >= 200 && status <= 299) shownOnce.arrive(attempt, body);
  }

  function onMoment(moment: Moment): boolean {
    if (moment === 'written') shownOnce.written();
    fuse -= 1;
    if (fuse > 0) return true;
    fuse = Infinity;
    shownOnce.died();
    return false;
  }

  function onJournal(journal: PurchaseJournal): void {
    shownOnce.checkTold(journal);
    oracle.hear(journal);
  }

  function start(): Run {
    return startDevice({
      service,
      clock: time.clock,
      vault,
      weather: (_, isPurchase) => (isPurchase ? weather.purchase : weather.reads),
      moment: onMoment,
      onSend,
      onArrival,
      onJournal,
      seed: (windows += 1),
    });
  }

  let run = start();

  /** A word whose answer says that nothing happened must be right. */
  function listen(
    answer: Promise<Result<PurchaseStarted>>,
    attempts: () => readonly string[],
    word: string,
  ): void {
    const asked = run;
    answer.then(
      (result) => {
        if (result.ok) return;
        words.allow(word);
        count(`failed: ${result.failure.kind}`);
        oracle.failed(result.failure.kind, attempts());
      },
      (error: unknown) => {
        if (asked.alive) complain(`a word was answered with ${String(error)}`);
      },
    );
  }

  function press(form: Form): void {
    const { ticket } = form;
    listen(alive().purchases.submit(form), () => words.attemptsOf(ticket), ticket);
  }

  function alive(): Run {
    while (!run.alive) {
      words.allowRefused();
      run = start();
    }
    return run;
  }

  const entryAt = (nth: number): PurchaseEntry | undefined => {
    const { entries } = alive().purchases.list();
    return entries[nth % Math.max(1, entries.length)];
  };

  return {
    askings,
    counts,
    setWeather(purchase, reads) {
      weather = { purchase, reads };
    },
    buy(things, clicks) {
      for (const asking of things) {
        const ticket = `ticket ${String((windows += 1))}`;
        words.say(ticket);
        oracle.asked(ticket, asking);
        lastForm = { ticket, endpoint: asking.row, input: asking.input };
        for (let click = 0; click < clicks; click += 1) press(lastForm);
      }
    },
    clickAgain() {
      if (lastForm) press(lastForm);
    },
    confirm(nth, clicks) {
      const entry = entryAt(nth);
      if (!entry) return;
      const { id, attempts, endpoint: row, needsInput } = entry;
      const next = attemptOf({ id, attempts: attempts + 1 });
      words.say(next);
      const input = askings.find((asking) => asking.row === row)?.input;
      for (let click = 0; click < clicks; click += 1) {
        const word = { id, attempts, ...(needsInput && { input }) };
        listen(alive().purchases.retry(word), () => [next], next);
      }
    },
    async other({ row, input }) {
      count('others');
      await service.other(row, input);
    },
    payLink: () =>
      service.between(() => {
        if (service.payLast() !== undefined) oracle.moneyMoved();
      }),
    setBalance: (roubles) =>
      service.between(() => {
        service.account.balance = roubles;
        oracle.moneyMoved();
      }),
    killAt(moment) {
      if (moment === 0) run.kill();
      else fuse = moment;
      count('kills');
    },
    restart() {
      run.kill();
      fuse = Infinity;
      shownOnce.checkHeld(alive().purchases);
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
          if (ok) shownOnce.giveUp(entry.id);
        }
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        shownOnce.giveUp(entry.id);
      }
    },
    pass: (ms) => time.run(ms),
    async finish() {
      weather = { purchase: {}, reads: {} };
      fuse = Infinity;
      alive();
      await time.run(200_000);
      shownOnce.checkHeld(alive().purchases);
      oracle.hearAgain(run.purchases.list());
      for (const { id, state, endpoint: row } of run.purchases.list().entries) {
        if (['preparing', 'sending', 'finding-out'].includes(state)) {
          complain(`${row} ${id} is still ${state}`);
        }
      }
      run.kill();
      return wrong;
    },
  };
}
