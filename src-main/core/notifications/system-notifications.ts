import { z } from 'zod';
import { products } from '#contract/products.ts';
import { topUpPath } from '#contract/upcoming/forecast.ts';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import type { AccountEvent, InboxState } from '#contract/ipc/inbox.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { NotificationSettings } from '#contract/records/profile.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { thresholdOf, notRenewed, type NotRenewed, type RenewalFacts } from './expiry.ts';
import { KnownFacts, noticeEvents, nothingKnown, type EventFacts } from './account-events.ts';
import type { SystemNotification, SystemNotificationKind } from './notification.ts';
import { quietFor } from './quiet-hours.ts';

const checkIntervalMs = 15 * 60_000;
/** One notification of a kind is shown in so long a time, milliseconds. */
const shownEveryMs = 60_000;

/** The record of what was shown, so that each notification is shown once, across restarts too. */
const Shown = z.object({
  inbox: z.array(z.string()).readonly().default([]),
  /** By key and expiry: the nearest threshold that was shown. */
  expiring: z.record(z.string(), z.number()).default({}),
  /** Entries of the journal whose link was seen waiting to be paid. */
  pending: z.array(z.string()).readonly().default([]),
});
type Shown = z.output<typeof Shown>;

const nothingShown: Shown = { inbox: [], expiring: {}, pending: [] };

export interface AccountSnapshot {
  readonly inbox: InboxState;
  readonly journal: PurchaseJournal;
  readonly renewals: RenewalFacts;
  /** `undefined` where they were never read: there are no quiet hours then. */
  readonly hours: NotificationSettings | undefined;
  readonly serversBack: readonly number[];
  readonly facts: EventFacts;
}

interface SystemNotificationOptions {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly snapshot: () => AccountSnapshot;
  readonly wants: (kind: SystemNotificationKind) => boolean;
  readonly serverName: (id: number) => string;
  /** Records that a server was announced: it is in no later snapshot. */
  readonly onServerAnnounced: (id: number) => void;
  /** Stores events in the inbox, whether they are shown or not. */
  readonly keep: (events: readonly AccountEvent[]) => void;
  readonly show: (notification: SystemNotification) => void;
}

interface State extends SystemNotificationOptions {
  shown: Shown;
  known: KnownFacts;
  stopped: boolean;
  readonly checkTimer: Scheduler;
  unshown: AccountEvent[];
  found: SystemNotification | undefined;
  /** Whether something could not be shown because another of its kind was just before. */
  waits: boolean;
  /** When one of each kind was last shown, monotonic milliseconds. */
  readonly shownAt: Map<SystemNotificationKind, number>;
}

/**
 * Shows system notifications, also without a window: new messages, what expires and will not renew
 * itself, a payment that arrived, a server that is back, and events of the account. In quiet hours
 * nothing is shown; it is shown when they are over, if it still matters; events are in the inbox alone
 * then. Expiry is not shown where the notification settings want no reminders of renewals.
 */
export function createSystemNotifications(options: SystemNotificationOptions) {
  const { clock, vault } = options;
  const state: State = {
    ...options,
    shown: vault.read('system-notifications', 'shown', Shown) ?? nothingShown,
    known: vault.read('system-notifications', 'known', KnownFacts) ?? nothingKnown,
    stopped: false,
    checkTimer: createScheduler(clock),
    unshown: [],
    found: undefined,
    waits: false,
    shownAt: new Map(),
  };
  return {
    /** Shows what is new; cheap, to be called whenever something has changed. */
    check: () => check(state),
    /** Shows what a check found just now; after quiet hours it no longer matters. */
    checked(found: SystemNotification) {
      state.found = found;
      check(state);
    },
    stop() {
      state.stopped = true;
      state.checkTimer.cancel();
    },
  };
}

function check(state: State): void {
  if (state.stopped) return;
  const { inbox, journal, renewals, hours, serversBack, facts } = state.snapshot();
  const quietMs = hours === undefined ? 0 : quietFor(hours, state.clock.now());
  const events = newEvents(state, facts);
  if (quietMs === 0) {
    state.unshown.push(...events);
    showEvents(state);
    showMessages(state, inbox);
    if (hours?.renewal_reminders !== false) showExpiring(state, renewals);
    showPayments(state, journal);
    showServers(state, serversBack);
    showFound(state);
  } else {
    state.found = undefined;
  }
  // Sooner where something waits until another of its kind may be shown.
  const nextMs = state.waits ? shownEveryMs : checkIntervalMs;
  state.waits = false;
  const ms = quietMs === 0 ? nextMs : Math.min(quietMs, checkIntervalMs);
  state.checkTimer.schedule(() => check(state), ms);
}

/** Whether one of this kind may be shown: the service says how many there are of each. */
function isDue(state: State, kind: SystemNotificationKind): boolean {
  const now = state.clock.monotonic();
  const isSoon = now - (state.shownAt.get(kind) ?? -Infinity) < shownEveryMs;
  if (isSoon) state.waits = true;
  else state.shownAt.set(kind, now);
  return !isSoon;
}

/** One notification for all events of a kind; those that are not shown yet wait. */
function showEvents(state: State): void {
  for (const kind of new Set(state.unshown.map((event) => event.kind))) {
    const [first, ...others] = state.unshown.filter((event) => event.kind === kind);
    if (first === undefined || !isDue(state, kind)) continue;
    state.unshown = state.unshown.filter((event) => event.kind !== kind);
    show(state, { ...first, others: others.length }, {});
  }
}

/** Records them first: a crash before they are in the inbox loses them, and never tells them twice. */
function newEvents(state: State, facts: EventFacts): readonly AccountEvent[] {
  const { known, events } = noticeEvents(state.known, facts);
  if (JSON.stringify(known) !== JSON.stringify(state.known)) {
    state.known = known;
    state.vault.write([{ purpose: 'system-notifications', name: 'known', value: known }]);
  }
  if (events.length > 0) state.keep(events);
  return events;
}

function record(state: State, change: Partial<Shown>): void {
  const next = { ...state.shown, ...change };
  if (JSON.stringify(next) === JSON.stringify(state.shown)) return;
  state.shown = next;
  state.vault.write([{ purpose: 'system-notifications', name: 'shown', value: next }]);
}

/** Records first, then shows: a crash in between loses it, and never shows it twice. */
function show(state: State, notification: SystemNotification, change: Partial<Shown>): void {
  record(state, change);
  if (state.wants(notification.kind)) state.show(notification);
}

function showMessages(state: State, { items }: InboxState): void {
  const unread = items
    .filter(({ read, event }) => !read && event === undefined)
    .map(({ id }) => id);
  const shown = new Set(state.shown.inbox);
  const count = unread.filter((id) => !shown.has(id)).length;
  const change = { inbox: unread };
  if (count === 0) record(state, change);
  else if (isDue(state, 'inbox')) show(state, { kind: 'inbox', count, path: '/inbox' }, change);
}

function showExpiring(state: State, renewals: RenewalFacts): void {
  const now = state.clock.now();
  const nameOf = ({ key, expiresAt }: Expiring) => `${key} ${String(expiresAt)}`;
  const near = renewals.things.filter(({ expiresAt }) => thresholdOf(expiresAt, now) !== undefined);
  const due = notRenewed(renewals, now).flatMap(({ thing, why }) => {
    const threshold = thresholdOf(thing.expiresAt, now) ?? Infinity;
    const before = state.shown.expiring[nameOf(thing)] ?? Infinity;
    return threshold < before ? [{ thing, why, threshold }] : [];
  });
  if (due.length > 0 && !isDue(state, 'expiring')) return;
  const names = new Set(near.map(nameOf));
  const expiring = Object.fromEntries([
    ...Object.entries(state.shown.expiring).filter(([name]) => names.has(name)),
    ...due.map(({ thing, threshold }) => [nameOf(thing), threshold] as const),
  ]);
  record(state, { expiring });
  // What the balance does not cover is solved by a top-up, anything else on its page.
  const isShort = ({ why }: NotRenewed) => typeof why === 'object';
  const [short, others] = [due.filter(isShort), due.filter((each) => !isShort(each))];
  for (const together of [short, others]) showTogether(state, together);
}

/** Combines events that are already recorded into one notification; none for no events. */
function showTogether(state: State, due: readonly NotRenewed[]): void {
  const [first] = due;
  if (first === undefined) return;
  const { thing, why } = first;
  const page = due.length === 1 ? thing.path : '/connections';
  const notification = {
    kind: 'expiring',
    titles: due.map((each) => each.thing.title),
    expiresAt: thing.expiresAt,
    why,
    path: typeof why === 'object' ? topUpPath(why.roubles) : page,
  } as const;
  show(state, notification, {});
}

function showPayments(state: State, { entries }: PurchaseJournal): void {
  const paid = entries.filter(({ endpoint }) => descriptors[endpoint].queue === 'money');
  const waiting = paid.filter((entry) => entry.state === 'waiting').map(({ id }) => id);
  const open = state.shown.pending.filter((id) => entries.some((entry) => entry.id === id));
  const done = paid.filter((entry) => entry.state === 'done' && open.includes(entry.id));
  const [first] = done.length > 0 && isDue(state, 'payment') ? done : [];
  const finished = new Set(first && done.map(({ id }) => id));
  const pending = [...new Set([...open, ...waiting])].filter((id) => !finished.has(id));
  record(state, { pending });
  if (first === undefined) return;
  const { productKind: kind } = descriptors[first.endpoint];
  show(state, { kind: 'payment', path: kind === null ? '/money' : products[kind].section }, {});
}

function showFound(state: State): void {
  const { found } = state;
  if (found === undefined || !isDue(state, found.kind)) return;
  state.found = undefined;
  show(state, found, {});
}

function showServers(state: State, ids: readonly number[]): void {
  const [first, ...others] = ids;
  if (first === undefined || !isDue(state, 'server-back')) return;
  const { page, section } = products.server;
  const path = others.length === 0 ? page(first) : section;
  const title = state.serverName(first);
  for (const id of ids) state.onServerAnnounced(id);
  show(state, { kind: 'server-back', title, others: others.length, path }, {});
}
