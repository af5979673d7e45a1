import { api, type PurchaseEndpoint } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { PurchaseStarted } from '#contract/ipc/purchase-journal.ts';
import { inputIssues } from '#core/api/answer.ts';
import type { Clock, Random } from '#core/ports.ts';
import { keptInput, lastDigits, type Asked } from './request/asked.ts';
import type { Course } from './executor.ts';
import { isUnsaved, mayBeSentAgain, needsInput, open, underWay, type Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { kindOf } from './request/kinds.ts';
import { refuse } from './refusal.ts';
import type { Look } from './reconciliation/look.ts';
import { lateVerdict, sameTraces } from './reconciliation/search.ts';
import { asBaseline, type View } from './reconciliation/view.ts';
import { wantedOf, type Price, type Wanted } from './request/wanted.ts';
import type { Watches } from './watches.ts';

/** A person's words to buy: each sends at most one request, and nothing is sent without one. */
export interface Words {
  submit(word: {
    readonly ticket: string;
    readonly endpoint: PurchaseEndpoint;
    readonly input: unknown;
  }): Promise<Result<PurchaseStarted>>;
  retry(word: {
    readonly id: string;
    readonly attempts: number;
    readonly input?: unknown;
  }): Promise<Result<PurchaseStarted>>;
}

type Started = Result<{ readonly entry: Entry; readonly started: boolean }>;

const noWanted: Wanted = {
  types: [],
  days: null,
  amounts: null,
  asKey: false,
  byPromocode: false,
  byMethod: false,
  target: { kind: 'none' },
};

export function createWords(options: {
  readonly journal: Journal;
  readonly course: Course;
  readonly look: Look;
  readonly watches: Watches;
  readonly clock: Clock;
  readonly random: Random;
  readonly prices: (row: PurchaseEndpoint, asked: Asked) => Promise<Result<readonly Price[]>>;
  readonly update: (id: string, change: Partial<Entry>) => Entry | undefined;
  readonly show: () => void;
  readonly displayed: (entry: Entry) => PurchaseStarted['entry'];
}): Words {
  const { journal, course, look, watches, clock, random, update } = options;
  /** Words that are being acted on, by ticket: saying one again waits for the same. */
  const acting = new Map<string, Promise<Started>>();

  /** What keeps this from being sent: two of our own must never be confused with each other. */
  function inTheWay(row: PurchaseEndpoint, asked: Asked, self?: string): Entry | undefined {
    const { lane, product } = kindOf(row, asked);
    return journal.entries().find((entry) => {
      if (entry.id === self) return false;
      const kind = kindOf(entry.row, entry.asked);
      return (
        (underWay.has(entry.state) && kind.lane === lane) ||
        (open.has(entry.state) && kind.product === product)
      );
    });
  }

  function hold(entry: Entry): void {
    journal.hold(entry);
    options.show();
  }

  /** Reads what there is before, and what the purchase will look like. */
  async function prepare(
    row: PurchaseEndpoint,
    asked: Asked,
  ): Promise<Result<{ baseline: View; wanted: Wanted }>> {
    const [view, prices] = await Promise.all([
      look(kindOf(row, asked).look, 'person'),
      options.prices(row, asked),
    ]);
    if (!view.ok) return view;
    if (!prices.ok) return prices;
    return ok({ baseline: asBaseline(view.value), wanted: wantedOf(row, asked, prices.value) });
  }

  async function begin(ticket: string, row: PurchaseEndpoint, asked: Asked): Promise<Started> {
    const now = clock.now();
    const entry: Entry = {
      id: Buffer.from(random.bytes(12)).toString('hex'),
      ticket,
      row,
      asked: keptInput(asked),
      lastDigits: lastDigits(asked),
      state: 'preparing',
      attempts: 0,
      createdAt: now,
      changedAt: now,
      wanted: noWanted,
      span: { from: 0, until: 0 },
      answer: null,
      result: null,
      failure: null,
      candidates: [],
      orphans: [],
      balance: null,
      secrets: {},
      payments: null,
      overtaken: false,
    };
    hold(entry);
    const sent = await prepareAndSend(entry, asked);
    if (sent.ok) return ok({ entry: sent.value, started: true });
    journal.remove(entry.id, false);
    options.show();
    return sent;
  }

  async function prepareAndSend(entry: Entry, asked: Asked): Promise<Result<Entry>> {
    const prepared = await prepare(entry.row, asked);
    if (!prepared.ok) return prepared;
    const { baseline, wanted } = prepared.value;
    const { balance } = baseline;
    const seen = balance === null ? null : { before: balance, last: balance };
    return course.send({ ...entry, wanted, balance: seen }, asked, baseline);
  }

  async function again(shown: Entry, asked: Asked): Promise<Started> {
    const { id, row } = shown;
    const baseline = journal.baseline(id);
    watches.stop(id);
    hold({ ...shown, state: 'preparing' });
    const view = await look(kindOf(row, asked).look, 'person');
    if (!view.ok) return back(shown, baseline, view);
    const verdict = lateVerdict(shown, baseline, view.value);
    if (verdict && verdict.kind !== 'nothing' && !isShown(shown, verdict)) {
      journal.put(shown);
      const found =
        verdict.kind === 'unclear'
          ? { state: 'unclear' as const, ...tracesOf(verdict) }
          : { state: 'done' as const, result: { by: 'match' as const } };
      const entry = update(id, found) ?? shown;
      course.goOn(entry);
      return ok({ entry, started: false });
    }
    const sent = await prepareAndSend(
      {
        ...shown,
        state: 'preparing',
        lastDigits: lastDigits(asked),
        candidates: [],
        orphans: [],
        overtaken: false,
      },
      asked,
    );
    return sent.ok ? ok({ entry: sent.value, started: true }) : back(shown, baseline, sent);
  }

  /** The word changed nothing: the entry is what it was. */
  function back<T>(shown: Entry, baseline: View | undefined, failed: Result<T>): Result<never> {
    // A second click of the same word names the attempt that is over now.
    const attempts = journal.get(shown.id)?.attempts ?? shown.attempts;
    const restored = { ...shown, attempts };
    journal.put(restored, baseline);
    options.show();
    course.goOn(restored);
    return failed.ok ? fail('unsent') : failed;
  }

  function act(ticket: string, word: () => Promise<Started>): Promise<Started> {
    const done = word().finally(() => {
      acting.delete(ticket);
    });
    acting.set(ticket, done);
    return done;
  }

  function shownResult(result: Started): Result<PurchaseStarted> {
    if (!result.ok) return result;
    const { entry, started } = result.value;
    return ok({ entry: options.displayed(entry), started });
  }

  function checked(row: PurchaseEndpoint, input: unknown): Result<Asked> {
    const endpoint: Endpoint = api[row];
    const parsed = endpoint.input.safeParse(input);
    return parsed.success
      ? ok(parsed.data as Asked)
      : fail('invalid-input', { endpoint: row, issues: inputIssues(parsed.error) });
  }

  return {
    async submit({ ticket, endpoint: row, input }) {
      const asked = checked(row, input);
      if (!asked.ok) return asked;
      const same = acting.get(ticket);
      if (same) return shownResult(await same);
      const known = journal.byTicket(ticket);
      if (known) return shownResult(ok({ entry: known, started: true }));
      if (journal.isSpent(ticket)) return refuse('ticket', 'used');
      const obstacle = inTheWay(row, asked.value);
      if (obstacle) {
        watches.quicken(obstacle.id);
        return shownResult(ok({ entry: obstacle, started: false }));
      }
      return shownResult(await act(ticket, () => begin(ticket, row, asked.value)));
    },

    async retry({ id, attempts, input }) {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      const same = acting.get(entry.ticket);
      if (same) return shownResult(await same);
      if (!mayBeSentAgain.has(entry.state)) return refuse('id', 'state');
      if (isUnsaved(entry)) return refuse('id', 'unsaved');
      const given = needsInput(entry) ? checked(entry.row, input) : ok(entry.asked);
      if (!given.ok) return given;
      const asked = given.value;
      if (JSON.stringify(keptInput(asked)) !== JSON.stringify(entry.asked)) {
        return refuse('input', 'changed');
      }
      const obstacle = inTheWay(entry.row, asked, id);
      if (obstacle || attempts !== entry.attempts) {
        return shownResult(ok({ entry: obstacle ?? entry, started: false }));
      }
      return shownResult(await act(entry.ticket, () => again(entry, asked)));
    },
  };
}

type Found = NonNullable<ReturnType<typeof lateVerdict>>;

function isShown(shown: Entry, verdict: Found): boolean {
  return verdict.kind === 'unclear' && sameTraces(shown, verdict);
}

function tracesOf(verdict: Extract<Found, { kind: 'unclear' }>) {
  return { candidates: verdict.candidates, orphans: verdict.orphans };
}
