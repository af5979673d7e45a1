import type { Result } from '../../../../src-contract/failure.ts';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseStarted,
} from '../../../../src-contract/bridge/purchase-journal.ts';
import { createMemoryVault } from '../../../../src-main/core/vault/memory-vault.ts';
import type { HttpRequest, HttpResponse } from '../../../../src-main/core/ports.ts';
import { createVirtualTime } from '../../../simulator/virtual-time.ts';
import { askingsOf, type Asking } from './askings.ts';
import { Killed, startDevice, type Moment, type Run, type Weather } from './device.ts';
import { createInProcessService } from './house.ts';
import { attemptOf, createOracle } from './oracle.ts';

/** A text that the service gives once and that arrived whole. */
interface Arrived {
  readonly attempt: string;
  readonly text: string;
  /** A write has reached the disk since. */
  safe: boolean;
}

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

type Form = Parameters<Run['purchases']['start']>[0];

/** Whether a status leaves no doubt that nothing was carried out. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 499;
}

const shownOnce =
  /"(?:key|promocode|link|private_key|public_key)":"([^"]+)"|"data":"(https:[^"]+)"/g;

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

  const sent = new Set<string>();
  const attemptsOfTicket = new Map<string, string[]>();
  /** Words that were said: `ticket` once, and `id#attempt` that each confirmation allows. */
  const words = new Set<string>();
  /** Those for which something was sent that is not certain to have been refused. */
  const spent = new Set<string>();
  /** Those whose refusal arrived: the run that it reached may die before it can say so. */
  const refused = new Set<string>();
  /** Attempt → the word that it was sent for. */
  const wordsSpent = new Map<string, string>();
  let lastForm: Form | undefined;
  const arrived: Arrived[] = [];
  /** Entries of which the person gave up what they held. */
  const givenUp = new Set<string>();

  function count(what: string): void {
    counts[what] = (counts[what] ?? 0) + 1;
  }

  function complain(what: string): void {
    wrong.push(`${String(Math.round(time.clock.monotonic()))} ms: ${what}`);
  }

  const oracle = createOracle(service, count, complain);

  function onSend(request: HttpRequest, journal: PurchaseJournal): string {
    const row = service.rowOf(request);
    const entry = journal.entries.find((each) => each.row === row && each.state === 'sending');
    if (!entry) {
      complain(`${String(row)} was sent without an intent in the journal`);
      return 'none';
    }
    const attempt = attemptOf(entry);
    count('requests sent');
    if (sent.has(attempt)) complain(`${attempt} (${entry.row}) was sent twice`);
    const word = entry.attempts === 1 ? entry.ticket : attempt;
    if (spent.has(word)) complain(`${attempt} (${entry.row}) was sent for a word that was used`);
    spent.add(word);
    wordsSpent.set(attempt, word);
    if (!words.has(word)) complain(`${attempt} (${entry.row}) was sent without a word`);
    sent.add(attempt);
    const all = attemptsOfTicket.get(entry.ticket) ?? [];
    attemptsOfTicket.set(entry.ticket, [...all, attempt]);
    return attempt;
  }

  function onArrival(attempt: string, { status, body }: HttpResponse): void {
    if (isRefusal(status)) refused.add(wordsSpent.get(attempt) ?? '');
    if (status < 200 || status > 299) return;
    for (const [, one, two] of new TextDecoder().decode(body).matchAll(shownOnce)) {
      arrived.push({ attempt, text: one ?? two ?? '', safe: false });
    }
  }

  function onMoment(moment: Moment): boolean {
    if (moment === 'written') for (const each of arrived) each.safe = true;
    fuse -= 1;
    if (fuse > 0) return true;
    fuse = Infinity;
    // What was in the machine's memory alone when it died, nothing can keep.
    arrived.splice(0, arrived.length, ...arrived.filter(({ safe }) => safe));
    return false;
  }

  function onJournal(journal: PurchaseJournal): void {
    const text = JSON.stringify(journal);
    for (const { text: secret } of arrived) {
      if (text.includes(secret)) complain('a secret crossed to the window');
    }
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
        // Nothing happened for it: it may be said once more.
        spent.delete(word);
        count(`failed: ${result.failure.kind}`);
        oracle.failed(result.failure.kind, attempts());
      },
      (error: unknown) => {
        if (asked.alive) complain(`a word was answered with ${String(error)}`);
      },
    );
  }

  function press(form: Form): void {
    listen(
      alive().purchases.start(form),
      () => attemptsOfTicket.get(form.ticket) ?? [],
      form.ticket,
    );
  }

  function alive(): Run {
    while (!run.alive) {
      // Nothing happened for these, and whoever waited to hear it is gone: they may be said again.
      for (const word of refused) spent.delete(word);
      run = start();
    }
    return run;
  }

  const entryAt = (nth: number): PurchaseEntry | undefined => {
    const { entries } = alive().purchases.list();
    return entries[nth % Math.max(1, entries.length)];
  };

  function secretsHeld(): string {
    return alive()
      .purchases.list()
      .entries.flatMap(({ id, secrets }) =>
        secrets.map(({ name }) => {
          const revealed = run.purchases.reveal(id, name);
          return revealed.ok ? revealed.value.text : '';
        }),
      )
      .join('\n');
  }

  function checkNothingLost(): void {
    const held = secretsHeld();
    for (const { attempt, text, safe } of arrived) {
      const [id = ''] = attempt.split('#');
      if (!safe || givenUp.has(id)) continue;
      const entry = run.purchases.list().entries.find((each) => each.id === id);
      // The link of a payment that was made, and of an account that was linked, is of no more use.
      const used = entry?.state === 'done' && entry.result?.by === 'match';
      if (!held.includes(text) && !(used && text.startsWith('http'))) {
        complain(`${attempt}: what was shown once is gone (${entry?.state ?? 'no entry'})`);
      }
    }
  }

  return {
    askings,
    counts,
    setWeather(purchase, reads) {
      weather = { purchase, reads };
    },
    buy(things, clicks) {
      for (const asking of things) {
        const ticket = `ticket ${String((windows += 1))}`;
        words.add(ticket);
        oracle.asked(ticket, asking);
        lastForm = { ticket, row: asking.row, input: asking.input };
        for (let click = 0; click < clicks; click += 1) press(lastForm);
      }
    },
    clickAgain() {
      if (lastForm) press(lastForm);
    },
    confirm(nth, clicks) {
      const entry = entryAt(nth);
      if (!entry) return;
      const { id, attempts, row, needsInput } = entry;
      const next = attemptOf({ id, attempts: attempts + 1 });
      words.add(next);
      const input = askings.find((asking) => asking.row === row)?.input;
      for (let click = 0; click < clicks; click += 1) {
        const word = { id, attempts, ...(needsInput && { input }) };
        listen(alive().purchases.confirmAgain(word), () => [next], next);
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
      alive();
      checkNothingLost();
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
          if (ok) givenUp.add(entry.id);
        }
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        givenUp.add(entry.id);
      }
    },
    pass: (ms) => time.run(ms),
    async finish() {
      weather = { purchase: {}, reads: {} };
      fuse = Infinity;
      alive();
      await time.run(200_000);
      checkNothingLost();
      oracle.hearAgain(run.purchases.list());
      for (const { id, state, row } of run.purchases.list().entries) {
        if (['preparing', 'sending', 'finding-out'].includes(state)) {
          complain(`${row} ${id} is still ${state}`);
        }
      }
      run.kill();
      return wrong;
    },
  };
}
