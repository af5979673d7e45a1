import { api, type PurchaseEndpoint } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import {
  openStates,
  PurchaseInput,
  underWay,
  type PurchaseStarted,
} from '#contract/ipc/purchase-journal.ts';
import type { Money } from '#contract/values.ts';
import { inputIssues } from '#core/api/answer.ts';
import { isShort } from './confirm.ts';
import { refuse, type PurchaseContext } from './context.ts';
import { isUnsaved, needsInput, retryable, storedInput, type Entry } from './entry.ts';
import { execute, resume } from './execute.ts';
import { noPayment } from './match.ts';
import { descriptors } from './products/descriptors.ts';
import { lastDigits } from './products/withdrawals.ts';
import { matchLate } from './reconcile.ts';
import { hasSameTraces, resolvedByMatch } from './resolve.ts';
import { asBaseline, type Snapshot } from './snapshot.ts';

type Submission = Result<{ readonly entry: Entry; readonly started: boolean }>;

interface PurchaseOrder {
  readonly ticket: string;
  readonly endpoint: PurchaseEndpoint;
  readonly input: unknown;
  readonly price?: Money | undefined;
  /** For how long, where the user has agreed to it already. */
  readonly days?: number | null;
}

/** A user's commands to buy: each sends at most one request, and nothing is sent without one. */
export function createPurchaseCommands(context: PurchaseContext) {
  const { journal, pollers } = context;
  /** Commands that are being carried out, by ticket: repeating one waits for the same. */
  const inProgress = new Map<string, Promise<Submission>>();

  function carryOut(ticket: string, command: Promise<Submission>): Promise<Submission> {
    const done = command.finally(() => inProgress.delete(ticket));
    inProgress.set(ticket, done);
    return done;
  }

  function shown(submission: Submission): Result<PurchaseStarted> {
    if (!submission.ok) return submission;
    const { entry, started } = submission.value;
    return ok({ entry: context.displayed(entry), started });
  }

  return {
    /** Buys something. The same ticket is the same purchase, however often it is submitted. */
    submit: async (order: PurchaseOrder): Promise<Result<PurchaseStarted>> => {
      const { ticket, endpoint, input } = order;
      const checked = checkInput(endpoint, input);
      if (!checked.ok) return checked;
      const same = inProgress.get(ticket);
      if (same) return shown(await same);
      const known = journal.byTicket(ticket);
      if (known) return shown(ok({ entry: known, started: true }));
      if (journal.isSpent(ticket)) return refuse('ticket', 'used');
      const obstacle = findObstacle(context, endpoint, checked.value);
      if (obstacle) {
        pollers.pollNow(obstacle.id);
        return shown(ok({ entry: obstacle, started: false }));
      }
      const entry = newEntry(context, order, checked.value);
      return shown(await carryOut(ticket, submitNew(context, entry, checked.value)));
    },

    /** Whether a purchase of the same product is not over: no other can be sent. */
    isOpen: (endpoint: PurchaseEndpoint, input: PurchaseInput): boolean =>
      journal.entries().some((entry) => isOpenOf(entry, endpoint, input)),

    /** Sends an entry again whose outcome was not found. `attempts` is what the user was shown. */
    async retry({
      id,
      attempts,
      input,
    }: {
      readonly id: string;
      readonly attempts: number;
      readonly input?: unknown;
    }): Promise<Result<PurchaseStarted>> {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      const { endpoint, ticket } = entry;
      const same = inProgress.get(ticket);
      if (same) return shown(await same);
      if (!retryable.has(entry.state)) return refuse('id', 'state');
      if (isUnsaved(entry)) return refuse('id', 'unsaved');
      const checked = needsInput(entry) ? checkInput(endpoint, input) : ok(entry.input);
      if (!checked.ok) return checked;
      const again = checked.value;
      if (JSON.stringify(storedInput(endpoint, again)) !== JSON.stringify(entry.input)) {
        return refuse('input', 'changed');
      }
      const obstacle = findObstacle(context, endpoint, again, id);
      if (obstacle || attempts !== entry.attempts) {
        return shown(ok({ entry: obstacle ?? entry, started: false }));
      }
      return shown(await carryOut(ticket, resubmit(context, entry, again)));
    },
  };
}

function checkInput(id: PurchaseEndpoint, input: unknown): Result<PurchaseInput> {
  const endpoint: Endpoint = api[id];
  const checked = endpoint.input.safeParse(input);
  return checked.success
    ? ok(PurchaseInput.parse(checked.data))
    : fail('invalid-input', { endpoint: id, issues: inputIssues(checked.error) });
}

/** What keeps this from being sent: two purchases of ours must never be confused with each other. */
function findObstacle(
  { journal }: PurchaseContext,
  endpoint: PurchaseEndpoint,
  input: PurchaseInput,
  self?: string,
): Entry | undefined {
  const { queue } = descriptors[endpoint];
  return journal.entries().find((entry) => {
    if (entry.id === self) return false;
    const isInQueue = underWay.has(entry.state) && descriptors[entry.endpoint].queue === queue;
    return isInQueue || isOpenOf(entry, endpoint, input);
  });
}

/** Whether an entry is about what this would buy, and not over. */
function isOpenOf(entry: Entry, endpoint: PurchaseEndpoint, input: PurchaseInput): boolean {
  const { product } = descriptors[entry.endpoint];
  return (
    openStates.has(entry.state) && product(entry.input) === descriptors[endpoint].product(input)
  );
}

function newEntry(
  { clock, random }: PurchaseContext,
  { ticket, endpoint, price, days = null }: PurchaseOrder,
  input: PurchaseInput,
): Entry {
  const now = clock.now();
  return {
    id: Buffer.from(random.bytes(12)).toString('hex'),
    ticket,
    endpoint,
    input: storedInput(endpoint, input),
    lastDigits: lastDigits(input),
    subject: '',
    days,
    state: 'preparing',
    attempts: 0,
    createdAt: now,
    changedAt: now,
    expected: noPayment,
    span: { from: 0, until: 0 },
    answer: null,
    result: null,
    price: price ?? null,
    charged: null,
    failure: null,
    candidates: [],
    orphans: [],
    balance: null,
    secrets: {},
    copiedSecrets: [],
    opened: false,
    payments: null,
    superseded: false,
  };
}

async function submitNew(
  context: PurchaseContext,
  entry: Entry,
  input: PurchaseInput,
): Promise<Submission> {
  hold(context, entry);
  const sent = await prepareAndExecute(context, entry, input);
  if (sent.ok) return ok({ entry: sent.value, started: true });
  context.journal.remove(entry.id, false);
  context.publish();
  return sent;
}

/** Sends an entry again, unless something of its first attempt has appeared that was not shown yet. */
async function resubmit(
  context: PurchaseContext,
  shown: Entry,
  input: PurchaseInput,
): Promise<Submission> {
  const { journal, pollers } = context;
  const { id, endpoint } = shown;
  const baseline = journal.baseline(id);
  pollers.stop(id);
  const held: Entry = { ...shown, state: 'preparing' };
  hold(context, held);
  const scope = descriptors[endpoint].snapshot(input);
  const snapshot = await context.takeSnapshot(scope, context.priority);
  if (!snapshot.ok) return restore(context, shown, baseline, snapshot);
  const found = matchLate(shown, baseline, snapshot.value);
  const isNews =
    found !== undefined &&
    found.kind !== 'nothing' &&
    !(found.kind === 'unclear' && hasSameTraces(shown, found));
  if (isNews) {
    const entry = context.update(id, resolvedByMatch(shown, found, snapshot.value)) ?? shown;
    context.markStale(endpoint);
    resume(context, entry);
    return ok({ entry, started: false });
  }
  const next: Entry = {
    ...held,
    lastDigits: lastDigits(input),
    candidates: [],
    orphans: [],
    superseded: false,
  };
  const sent = await prepareAndExecute(context, next, input);
  return sent.ok
    ? ok({ entry: sent.value, started: true })
    : restore(context, shown, baseline, sent);
}

/** The command changed nothing: the entry is what it was. */
function restore(
  context: PurchaseContext,
  shown: Entry,
  baseline: Snapshot | undefined,
  failed: Extract<Result<never>, { ok: false }>,
): Submission {
  const { journal } = context;
  // A second click of the same command names the attempt that is over now.
  const attempts = journal.get(shown.id)?.attempts ?? shown.attempts;
  const restored = { ...shown, attempts };
  journal.put(restored, baseline);
  context.publish();
  resume(context, restored);
  return failed;
}

/** Asks, then reads what there is before, so that it is not old, then sends. */
async function prepareAndExecute(
  context: PurchaseContext,
  entry: Entry,
  input: PurchaseInput,
): Promise<Result<Entry>> {
  const descriptor = descriptors[entry.endpoint];
  const confirmed = await context.confirm(entry, input, () =>
    descriptor.prices(context.prices, input),
  );
  if (!confirmed.ok) return confirmed;
  const snapshot = await context.takeSnapshot(descriptor.snapshot(input), context.priority);
  if (!snapshot.ok) return snapshot;
  const baseline = asBaseline(snapshot.value);
  const { balance } = baseline;
  const { prices, ...agreed } = confirmed.value;
  if (isShort(input, agreed.price, balance)) {
    return fail('unsent', { reason: 'insufficient', endpoint: entry.endpoint });
  }
  const prepared: Entry = {
    ...entry,
    ...agreed,
    charged: null,
    expected: descriptor.expectedEffect(input, prices),
    balance: balance === null ? null : { before: balance, last: null },
  };
  return execute(context, prepared, input, baseline);
}

function hold(context: PurchaseContext, entry: Entry): void {
  context.journal.hold(entry);
  context.publish();
}
