import type { EndpointId } from '#contract/api/index.ts';
import type { PaymentCandidate } from '#contract/ipc/purchase-journal.ts';
import type { Clock } from '#core/ports.ts';
import type { Entry } from '#core/purchases/entry.ts';
import type { Journal } from '#core/purchases/journal.ts';
import { kindOf } from '#core/purchases/request/kinds.ts';
import type { Look } from './look.ts';
import { linkPayments, paidThing } from './match-payments.ts';
import type { Verdict } from './verdict.ts';
import { asCandidate, type View } from './view.ts';
import type { Watches } from '#core/purchases/watches.ts';

/** Pauses while it is found out what happened, milliseconds: doubling between these. */
const firstPause = 1000;
const longestPause = 15_000;
/** The longest while nothing can be reached. */
const longestOffline = 60_000;

/** After nothing was seen: pauses, and how long anything is looked for at all, milliseconds. */
const latePauses = [60_000, 300_000, 900_000];
const lateEvery = 3_600_000;
const watchFor = 24 * 3_600_000;

/** While a link waits to be used: pauses grow by half between these, milliseconds. */
const firstWait = 4000;
const longestWait = 60_000;

/** What the searches work with. */
export interface Search {
  readonly journal: Journal;
  readonly look: Look;
  readonly clock: Clock;
  readonly watches: Watches;
  readonly update: (id: string, change: Partial<Entry>) => Entry | undefined;
  readonly happened: (row: EndpointId) => void;
}

/**
 * Finds out what became of a request without an answer: looks with growing pauses, shows what there
 * is so far, and decides by a look that began after the request's own deadline. Not before: while
 * the service may still be at it, the one match that is there may be another device's.
 */
export function findingOut(id: string, deadlineMs: number, search: Search): void {
  const { journal, look, clock, watches, update } = search;
  const until = clock.monotonic() + deadlineMs;
  watches.start(id, 0, async (nth, isCurrent) => {
    const entry = journal.get(id);
    const before = journal.baseline(id);
    const { judge, look: what } = entry ? kindOf(entry.row, entry.asked) : noKind;
    if (!entry || !judge) return undefined;
    if (!before) {
      update(id, { state: 'unclear' });
      return undefined;
    }
    const began = clock.monotonic();
    const view = await look(what, 'reconciliation');
    if (!isCurrent()) return undefined;
    const pause = firstPause * 2 ** Math.min(nth, 10);
    if (!view.ok) return Math.min(pause, longestOffline);
    const verdict = judge(before, entry.wanted, view.value, { span: entry.span, late: false });
    if (began >= until) {
      settle(entry, verdict, view.value, search);
      return undefined;
    }
    const candidates = shownMeanwhile(verdict, view.value);
    if (changed(entry.candidates, candidates)) update(id, { candidates });
    const left = until - clock.monotonic();
    return Math.min(pause, longestPause, Math.max(left, firstPause));
  });
}

/** The payments that may be it, while that is not decided. */
function shownMeanwhile(verdict: Verdict, now: View): readonly PaymentCandidate[] {
  switch (verdict.kind) {
    case 'unclear':
      return verdict.candidates;
    case 'link-lost':
      return [verdict.payment];
    case 'done':
      return now.payments.filter(({ id }) => id === verdict.result.payment).map(asCandidate);
    default:
      return [];
  }
}

/** Writes a verdict down, and goes on looking where it is none. */
function settle(entry: Entry, verdict: Verdict, now: View, search: Search): void {
  const balance = seenBalance(entry, now);
  search.update(entry.id, { balance, ...stateOf(entry, verdict) });
  if (verdict.kind !== 'nothing') search.happened(entry.row);
  if (verdict.kind === 'nothing' || verdict.kind === 'unclear') lateWatch(entry.id, search);
}

function stateOf({ secrets }: Entry, verdict: Verdict): Partial<Entry> {
  switch (verdict.kind) {
    case 'nothing':
      return { state: 'not-seen', candidates: [], orphans: [] };
    case 'unclear': {
      const { candidates, orphans } = verdict;
      return { state: 'unclear', candidates, orphans };
    }
    case 'done': {
      const { result, code } = verdict;
      const key = code === undefined ? {} : { 'activation-key': code };
      return { state: 'done', result, secrets: { ...secrets, ...key }, candidates: [] };
    }
    case 'link-lost':
      return { state: 'link-lost', candidates: [verdict.payment] };
    case 'orphan':
      return { state: 'orphan', orphans: [verdict.orphan] };
  }
}

/** Goes on looking, seldom, after nothing certain was seen: what appears is shown, never decided. */
export function lateWatch(id: string, search: Search): void {
  const { journal, look, clock, watches, update, happened } = search;
  const started = journal.get(id);
  if (!started || started.overtaken || !kindOf(started.row, started.asked).lateWatch) return;
  watches.start(id, latePauses[0] ?? lateEvery, async (nth, isCurrent) => {
    const entry = journal.get(id);
    if (!entry || clock.now() - entry.createdAt > watchFor) return undefined;
    const view = await look(kindOf(entry.row, entry.asked).look, 'background');
    if (!isCurrent()) return undefined;
    const pause = latePauses[nth + 1] ?? lateEvery;
    const verdict = view.ok && lateVerdict(entry, journal.baseline(id), view.value);
    if (!verdict || verdict.kind !== 'unclear' || sameTraces(entry, verdict)) return pause;
    const { candidates, orphans } = verdict;
    update(id, { state: 'unclear', candidates, orphans, balance: seenBalance(entry, view.value) });
    happened(entry.row);
    return pause;
  });
}

/** What has appeared since nothing certain was seen. Of a key that can be read, whether it changed. */
export function lateVerdict(
  entry: Entry,
  before: View | undefined,
  now: View,
): Verdict | undefined {
  const { judge, lateWatch: late } = kindOf(entry.row, entry.asked);
  return before && judge?.(before, entry.wanted, now, { span: entry.span, late });
}

/** Whether the person has been shown exactly these. */
export function sameTraces(
  entry: Entry,
  { candidates, orphans }: Extract<Verdict, { kind: 'unclear' }>,
): boolean {
  const text = (ids: readonly { readonly id: number }[]) =>
    JSON.stringify(ids.map(({ id }) => id).sort((a, b) => a - b));
  return (
    entry.state === 'unclear' &&
    text(entry.candidates) === text(candidates) &&
    text(entry.orphans) === text(orphans)
  );
}

/** Looks whether a link is used, until it is, a day has passed or the person says stop. */
export function waitForLink(id: string, search: Search): void {
  const { journal, clock, watches, update } = search;
  watches.start(id, 0, async (nth, isCurrent) => {
    const entry = journal.get(id);
    const before = journal.baseline(id);
    if (!entry) return undefined;
    if (!before || clock.now() - entry.createdAt > watchFor) {
      update(id, { state: 'stopped' });
      return undefined;
    }
    const used =
      entry.row === 'messenger.connect'
        ? await isLinked(entry, search, isCurrent)
        : await isPaid(entry, before, search, isCurrent);
    return used ? undefined : Math.min(firstWait * 1.5 ** nth, longestWait);
  });
}

async function isLinked(
  entry: Entry,
  { look, update, happened }: Search,
  isCurrent: () => boolean,
): Promise<boolean> {
  const view = await look(kindOf(entry.row, entry.asked).look, 'on-screen');
  if (!isCurrent() || !view.ok || view.value.things[0]?.key !== '1') return false;
  const result = { by: 'match' } as const;
  update(entry.id, { state: 'done', result, secrets: withoutLinks(entry) });
  happened(entry.row);
  return true;
}

/**
 * The payment of a link is the one that was opened with it. Where another device opened a like one
 * in the same moment, ours is only known to be paid when all of them are.
 */
async function isPaid(
  entry: Entry,
  before: View,
  search: Search,
  isCurrent: () => boolean,
): Promise<boolean> {
  const { look, update, happened } = search;
  const { id, row, wanted, span } = entry;
  const history = await look({ payments: true, balance: null, list: null }, 'on-screen');
  if (!isCurrent() || !history.ok) return false;
  const like = linkPayments(before, wanted, history.value, span);
  const ids = entry.payments ?? like.map((payment) => payment.id);
  const ours = history.value.payments.filter((payment) => ids.includes(payment.id));
  const paid = ours.filter((payment) => payment.paid);
  if (ids.length === 0 || paid.length < ids.length) {
    const candidates = ids.length === 0 ? like : ids.length > 1 ? ours.map(asCandidate) : [];
    if (entry.payments === null || changed(entry.candidates, candidates)) {
      update(id, { payments: ids, candidates });
    }
    return false;
  }
  const view = await look(kindOf(row, entry.asked).look, 'on-screen');
  if (!isCurrent() || !view.ok) return false;
  const [first = 0] = ids;
  const verdict = ids.length === 1 ? paidThing(before, wanted, view.value, first) : someOfThem;
  const balance = seenBalance(entry, view.value);
  update(id, { balance, ...stateOf({ ...entry, secrets: withoutLinks(entry) }, verdict) });
  happened(row);
  return true;
}

/** Each of several like payments was paid: ours too, whichever it is. */
const someOfThem: Verdict = { kind: 'done', result: { by: 'match' } };

/** A link that was used is of no more use. */
function withoutLinks({ secrets }: Entry): Entry['secrets'] {
  const left = Object.entries(secrets).filter(([name]) => !name.endsWith('-link'));
  return Object.fromEntries(left);
}

function changed(before: readonly PaymentCandidate[], now: readonly PaymentCandidate[]): boolean {
  return JSON.stringify(before) !== JSON.stringify(now);
}

function seenBalance({ balance }: Entry, now: View): Entry['balance'] {
  return balance && { ...balance, last: now.balance ?? balance.last };
}

const noKind = { judge: null, look: { payments: false, balance: null, list: null } } as const;
