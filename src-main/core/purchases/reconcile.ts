import type { PaymentCandidate } from '#contract/ipc/purchase-journal.ts';
import { readCharge } from './charge.ts';
import type { PurchaseContext } from './context.ts';
import type { Entry } from './entry.ts';
import { unclear, type MatchResult } from './match.ts';
import { linkPayments, matchPaidLink } from './match-payments.ts';
import { descriptors } from './products/descriptors.ts';
import { isMessengerConnected } from './products/messenger.ts';
import { hasSameTraces, resolvedByMatch, seenBalance, withoutLinks } from './resolve.ts';
import {
  areComparable,
  asCandidate,
  newPayments,
  type Snapshot,
  type SnapshotScope,
} from './snapshot.ts';

/** How long the service may take over a request that was begun, seconds: all its deadlines. */
export const requestDeadline = 60;

/** Pauses while an entry is reconciled, milliseconds: doubling between these. */
const firstPause = 1000;
const longestPause = 15_000;
/** The longest while nothing can be reached. */
const longestOffline = 60_000;

/** How long a request is not decided because of what cannot be read, milliseconds; others wait for it. */
const unreadableFor = 600_000;

/** After nothing was seen: pauses, and how long anything is looked for at all, milliseconds. */
const latePauses = [60_000, 300_000, 900_000];
const lateEvery = 3_600_000;
const searchFor = 24 * 3_600_000;

/** While a link waits to be used: pauses grow by half between these, milliseconds. */
const firstWait = 4000;
const longestWait = 60_000;

/**
 * Reconciles a request whose answer was lost: takes snapshots with growing pauses, shows the matches so far,
 * and decides by one begun after the request's own deadline: before it the service may still process the
 * request, and the only match may be another device's.
 */
export function reconcile(context: PurchaseContext, id: string): void {
  const { journal, clock, pollers, update } = context;
  const deadline = clock.monotonic() + requestDeadline * 1000;
  pollers.start(id, 0, async (nth, isCurrent) => {
    const entry = journal.get(id);
    const before = journal.baseline(id);
    const { match } = entry ? descriptors[entry.endpoint] : { match: null };
    if (!entry || !match) return undefined;
    if (!before) {
      update(id, { state: 'unclear' });
      return undefined;
    }
    const began = clock.monotonic();
    const snapshot = await context.takeSnapshot(scopeOf(entry), 'reconciliation');
    if (!isCurrent()) return undefined;
    const pause = firstPause * 2 ** Math.min(nth, 10);
    if (!snapshot.ok) return Math.min(pause, longestOffline);
    const { expected, span } = entry;
    // What cannot be read may be it, and may be read soon.
    const isReadable = areComparable(before, snapshot.value);
    if (!isReadable && began < deadline + unreadableFor) return Math.min(pause, longestOffline);
    const found = match(before, expected, snapshot.value, { span, late: false });
    const result = isReadable ? found : downgradeToHint(found, snapshot.value);
    if (began >= deadline) {
      settle(context, entry, result, snapshot.value);
      return undefined;
    }
    const candidates = shownMeanwhile(result, snapshot.value);
    if (differ(entry.candidates, candidates)) update(id, { candidates });
    return Math.min(pause, longestPause, Math.max(deadline - clock.monotonic(), firstPause));
  });
}

/** The payments that may be it, while that is not decided. */
function shownMeanwhile(result: MatchResult, now: Snapshot): readonly PaymentCandidate[] {
  switch (result.kind) {
    case 'unclear':
      return result.candidates;
    case 'link-lost':
      return [result.payment];
    case 'done':
      return now.payments.filter(({ id }) => id === result.result.payment).map(asCandidate);
    default:
      return [];
  }
}

/** Writes a decision down, and goes on searching where it is none. */
function settle(context: PurchaseContext, entry: Entry, result: MatchResult, now: Snapshot): void {
  context.update(entry.id, resolvedByMatch(entry, result, now));
  if (result.kind !== 'nothing') context.markStale(entry.endpoint);
  if (result.kind === 'done') readCharge(context, entry.id);
  if (result.kind === 'nothing' || result.kind === 'unclear') searchLate(context, entry.id);
}

/** Goes on searching, seldom, after nothing certain was seen: what appears is shown, never decided. */
export function searchLate(context: PurchaseContext, id: string): void {
  const { journal, clock, pollers, update } = context;
  const started = journal.get(id);
  if (!started || started.superseded || !descriptors[started.endpoint].lateSearch) return;
  pollers.start(id, latePauses[0] ?? lateEvery, async (nth, isCurrent) => {
    const entry = journal.get(id);
    if (!entry || clock.now() - entry.createdAt > searchFor) return undefined;
    const snapshot = await context.takeSnapshot(scopeOf(entry), 'background');
    if (!isCurrent()) return undefined;
    const pause = latePauses[nth + 1] ?? lateEvery;
    const result = snapshot.ok && matchLate(entry, journal.baseline(id), snapshot.value);
    if (!result || result.kind !== 'unclear' || hasSameTraces(entry, result)) return pause;
    update(id, resolvedByMatch(entry, result, snapshot.value));
    context.markStale(entry.endpoint);
    return pause;
  });
}

/** What has appeared since nothing certain was seen. Of a key that can be read, whether it changed. */
export function matchLate(
  { endpoint, expected, span }: Pick<Entry, 'endpoint' | 'expected' | 'span'>,
  before: Snapshot | undefined,
  now: Snapshot,
): MatchResult | undefined {
  const { match, lateSearch } = descriptors[endpoint];
  const result = before && match?.(before, expected, now, { span, late: lateSearch });
  return !result || areComparable(before, now) ? result : downgradeToHint(result, now);
}

/** What a match is worth where something that cannot be read may be the purchase: no more than a trace. */
function downgradeToHint(result: MatchResult, now: Snapshot): MatchResult {
  const orphans = result.kind === 'orphan' ? [result.orphan] : [];
  return result.kind === 'unclear' ? result : unclear(shownMeanwhile(result, now), orphans);
}

/** Looks whether a link is used, until it is, a day has passed or the user says stop. */
export function watchLink(context: PurchaseContext, id: string): void {
  const { journal, clock, pollers, update } = context;
  pollers.start(id, 0, async (nth, isCurrent) => {
    const entry = journal.get(id);
    const before = journal.baseline(id);
    if (!entry) return undefined;
    if (!before || clock.now() - entry.createdAt > searchFor) {
      update(id, { state: 'stopped' });
      return undefined;
    }
    const isUsed =
      descriptors[entry.endpoint].linkUse === 'messenger'
        ? await isConnected(context, entry, isCurrent)
        : await isPaid(context, entry, before, isCurrent);
    return isUsed ? undefined : Math.min(firstWait * 1.5 ** nth, longestWait);
  });
}

async function isConnected(
  context: PurchaseContext,
  entry: Entry,
  isCurrent: () => boolean,
): Promise<boolean> {
  const snapshot = await context.takeSnapshot(scopeOf(entry), 'on-screen');
  if (!isCurrent() || !snapshot.ok || !isMessengerConnected(snapshot.value)) return false;
  context.update(entry.id, { state: 'done', result: { by: 'match' }, ...withoutLinks(entry) });
  context.markStale(entry.endpoint);
  return true;
}

/** The payment that was opened with the link; of like ones only when all are paid. */
async function isPaid(
  context: PurchaseContext,
  entry: Entry,
  before: Snapshot,
  isCurrent: () => boolean,
): Promise<boolean> {
  const { id, endpoint, expected, span } = entry;
  const isTopUp = endpoint === 'balance.topup';
  const history = await context.takeSnapshot(
    isTopUp ? scopeOf(entry) : { payments: true },
    'on-screen',
  );
  if (!isCurrent() || !history.ok) return false;
  const like = linkPayments(before, expected, history.value, span);
  const ids = entry.payments ?? like.map((payment) => payment.id);
  const ours = history.value.payments.filter((payment) => ids.includes(payment.id));
  const paid = ours.filter((payment) => payment.paid);
  if (ids.length === 0 || paid.length < ids.length) {
    const candidates = ids.length === 0 ? like : ids.length > 1 ? ours.map(asCandidate) : [];
    // Another top-up that was paid explains a balance that has grown.
    const isExplained = newPayments(before, history.value).some(
      (payment) =>
        payment.paid &&
        expected.types.includes(payment.type ?? '') &&
        !(ids.length > 0 ? ids : like.map((each) => each.id)).includes(payment.id),
    );
    const seen = isExplained ? before : history.value;
    const hasMoved =
      isTopUp && seen.balance !== (entry.balance?.last ?? entry.balance?.before ?? null);
    if (entry.payments === null || hasMoved || differ(entry.candidates, candidates)) {
      const balance = seenBalance(entry.balance, seen);
      context.update(id, { payments: ids, candidates, balance });
      if (hasMoved) context.markStale(endpoint);
    }
    return false;
  }
  const now = await context.takeSnapshot(scopeOf(entry), 'on-screen');
  if (!isCurrent() || !now.ok) return false;
  const [first = 0] = ids;
  const isOne = ids.length === 1 && areComparable(before, now.value);
  const result = isOne ? matchPaidLink(before, expected, now.value, first) : paidAsGroup;
  context.update(id, resolvedByMatch({ ...entry, ...withoutLinks(entry) }, result, now.value));
  context.markStale(entry.endpoint);
  return true;
}

/** Each of several like payments was paid: ours too, whichever it is. */
const paidAsGroup: MatchResult = { kind: 'done', result: { by: 'match' } };

function scopeOf({ endpoint, input }: Entry): SnapshotScope {
  return descriptors[endpoint].snapshot(input);
}

function differ(before: readonly PaymentCandidate[], now: readonly PaymentCandidate[]): boolean {
  return JSON.stringify(before) !== JSON.stringify(now);
}
