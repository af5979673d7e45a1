import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { ok, type Failure, type Result } from '#contract/failure.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { refusalOf } from '#core/kernel/vault/refusals.ts';
import { readCharge } from './charge.ts';
import type { PurchaseContext } from './context.ts';
import { retryable, type Entry } from './entry.ts';
import type { Span } from './match.ts';
import { descriptors } from './products/descriptors.ts';
import { reconcile, requestDeadline, searchLate, watchLink } from './reconcile.ts';
import { resolvedByAnswer, storedAnswer, unresolved } from './resolve.ts';
import type { Snapshot } from './snapshot.ts';

/** How far the service's clocks may be apart, and how late it may act on a request, seconds. */
const earlyBy = 10;
const lateBy = 30;

/**
 * Sends a prepared entry: stores the intent, sends it once (`input` with its transient fields), stores its
 * answer. Answers with the entry when it took effect or may have; fails when it is certain that nothing
 * happened, and leaves the entry then to the caller.
 */
export async function execute(
  context: PurchaseContext,
  entry: Entry,
  input: PurchaseInput,
  baseline: Snapshot,
): Promise<Result<Entry>> {
  const { client, journal, clock, update } = context;
  const { id, endpoint } = entry;
  const takenAt = clock.now();
  let notStored: Failure | undefined;
  // `submit` has checked the input by this very endpoint.
  const result: Result<unknown> = await client.call(endpoint, input as never, {
    priority: context.priority,
    beforeSend() {
      const sending: Entry = {
        ...entry,
        state: 'sending',
        attempts: entry.attempts + 1,
        span: spanFrom(clock, baseline, takenAt),
        answer: null,
        failure: null,
        changedAt: clock.now(),
      };
      const reason = refusalOf(() => journal.putDurably(sending, baseline));
      notStored = reason && { kind: 'vault', reason, endpoint };
      if (notStored) return false;
      supersede(context, sending);
      context.publish();
      return true;
    },
    onAnswer({ status, body }) {
      update(id, { answer: { status, body: Buffer.from(body).toString('base64') } });
    },
  });
  const failure = notStored ?? (result.ok ? undefined : result.failure);
  if (failure && failure.kind !== 'outcome-unknown') return { ok: false, failure };
  return ok(conclude(context, id, result) ?? entry);
}

/** When a request that leaves now can have its effect, by the service's clock. */
function spanFrom(clock: Clock, baseline: Snapshot, takenAt: number): Span {
  const sentAt = baseline.time + (clock.now() - takenAt) / 1000;
  return { from: sentAt - earlyBy, until: sentAt + requestDeadline + lateBy };
}

/** Traces that come now may be this one's: what was not seen before is no longer searched for. */
function supersede({ journal, pollers, update }: PurchaseContext, { endpoint }: Entry): void {
  const { queue } = descriptors[endpoint];
  for (const other of journal.entries()) {
    if (!retryable.has(other.state) || descriptors[other.endpoint].queue !== queue) continue;
    pollers.stop(other.id);
    update(other.id, { superseded: true });
  }
}

/** Resolves an entry by its answer, or begins to reconcile it. Either way it may have happened. */
function conclude(
  context: PurchaseContext,
  id: string,
  result: Result<unknown>,
): Entry | undefined {
  const { journal, update } = context;
  const entry = journal.get(id);
  if (!entry) return undefined;
  context.markStale(entry.endpoint);
  const next = update(
    id,
    result.ok
      ? resolvedByAnswer(entry, result.value, journal.baseline(id))
      : unresolved(entry, result.failure),
  );
  if (next?.state === 'waiting') watchLink(context, id);
  if (next?.state === 'finding-out') reconcile(context, id);
  if (next?.state === 'done') readCharge(context, id);
  return next;
}

/** Goes on with an entry where an earlier run, or a command that changed nothing, left it. */
export function resume(context: PurchaseContext, entry: Entry): void {
  const { id, state } = entry;
  switch (state) {
    case 'sending': {
      const result = storedAnswer(entry);
      if (result.ok || result.failure.kind === 'outcome-unknown') conclude(context, id, result);
      else context.update(id, { state: 'refused', failure: result.failure, answer: null });
      break;
    }
    case 'finding-out':
      reconcile(context, id);
      break;
    case 'not-seen':
    case 'unclear':
      searchLate(context, id);
      break;
    case 'waiting':
      watchLink(context, id);
      break;
    case 'done':
      readCharge(context, id);
      break;
    default:
  }
}
