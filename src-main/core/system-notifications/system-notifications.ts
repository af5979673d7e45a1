import { z } from 'zod';
import type { InboxState } from '#contract/ipc/inbox.ts';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { afterReading, isBack, rebootStartsMs } from '#contract/reboot.ts';
import type { NotificationSettings } from '#contract/records/profile.ts';
import type { Clock } from '#core/ports.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';
import { markOf, unrenewed, type Expiring } from './expiry.ts';
import type { Notice, NoticeKind } from './notification.ts';
import { quietFor } from './quiet-hours.ts';

/** What is coming closer is looked at this often, milliseconds. */
const lookEvery = 15 * 60_000;
/** A server that reboots is asked this often whether it is back, and no longer than this. */
const askEvery = 10_000;
const askFor = 20 * 60_000;

/** What was said, so that it is said once, whatever happens to the program in between. */
const Said = z.object({
  inbox: z.array(z.string()).readonly().default([]),
  /** By key and expiry: the nearest mark that was said. */
  expiring: z.record(z.string(), z.number()).default({}),
  /** Entries of the journal whose link was seen waiting to be paid. */
  awaited: z.array(z.string()).readonly().default([]),
  reboots: z
    .array(
      z.object({
        id: z.number(),
        startedAt: z.number(),
        wentDown: z.boolean(),
        back: z.boolean(),
      }),
    )
    .readonly()
    .default([]),
});
type Said = z.output<typeof Said>;

const nothingSaid: Said = { inbox: [], expiring: {}, awaited: [], reboots: [] };

/** What one look sees of the account. */
export interface Seen {
  readonly inbox: InboxState;
  readonly journal: PurchaseJournal;
  readonly things: readonly Expiring[];
  /** Whole roubles; `undefined` where it is not known. */
  readonly balance: number | undefined;
  /** `undefined` where they were never read: nothing is left out then. */
  readonly hours: NotificationSettings | undefined;
}

export interface Notices {
  /** Looks whether there is anything to tell; cheap, to be called whenever something has changed. */
  look(): void;
  /** A cloud server's reboot was accepted. */
  rebooted(id: number): void;
  stop(): void;
}

/**
 * Tells what a person would want to know without a window: new messages, what expires and will not
 * renew itself, a payment that arrived, a server that is back. In the hours that the notification
 * settings leave out nothing is told; it is told when they are over, if it still matters. Where they
 * want no reminders of renewals, what expires is not told of.
 *
 * @param options.wants whether the person wants to be told of this kind
 * @param options.askServer the status of a cloud server, `undefined` when it was not learnt
 * @param options.nameOfServer what a cloud server is called
 */
export function createNotices(options: {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly seen: () => Seen;
  readonly wants: (kind: NoticeKind) => boolean;
  readonly askServer: (id: number) => Promise<string | undefined>;
  readonly nameOfServer: (id: number) => string;
  readonly tell: (notice: Notice) => void;
}): Notices {
  const { clock, vault } = options;
  let said = vault.read('notices', 'said', Said) ?? nothingSaid;
  let stopped = false;
  let cancelLook: () => void = () => undefined;
  let cancelAsk: () => void = () => undefined;

  function remember(change: Partial<Said>): void {
    const next = { ...said, ...change };
    if (JSON.stringify(next) === JSON.stringify(said)) return;
    said = next;
    vault.write([{ purpose: 'notices', name: 'said', value: said }]);
  }

  /** It is put down before it is told: a crash in between loses it, and never says it twice. */
  function tell(notice: Notice, change: Partial<Said>): void {
    remember(change);
    if (options.wants(notice.kind)) options.tell(notice);
  }

  function tellInbox({ items }: InboxState): void {
    const unread = items.filter(({ read }) => !read).map(({ id }) => id);
    const fresh = unread.filter((id) => !said.inbox.includes(id));
    const change = { inbox: unread };
    if (fresh.length === 0) remember(change);
    else tell({ kind: 'inbox', count: fresh.length, path: '/inbox' }, change);
  }

  function tellExpiring(things: readonly Expiring[], balance: number | undefined): void {
    const near = things.flatMap((thing) => {
      const mark = markOf(thing.expiresAt, clock.now());
      return mark === undefined
        ? []
        : [{ thing, mark, name: `${thing.key} ${String(thing.expiresAt)}` }];
    });
    const due = unrenewed(
      near.map(({ thing }) => thing),
      balance,
    ).flatMap(({ thing, why }) => {
      const found = near.find((each) => each.thing === thing);
      if (!found) return [];
      return found.mark < (said.expiring[found.name] ?? Infinity) ? [{ ...found, why }] : [];
    });
    const names = new Set(near.map(({ name }) => name));
    const expiring = Object.fromEntries([
      ...Object.entries(said.expiring).filter(([name]) => names.has(name)),
      ...due.map(({ name, mark }) => [name, mark] as const),
    ]);
    const [first] = due;
    if (!first) {
      remember({ expiring });
      return;
    }
    const notice = {
      kind: 'expiring',
      titles: due.map(({ thing }) => thing.title),
      expiresAt: first.thing.expiresAt,
      why: first.why,
      path: due.length === 1 ? first.thing.path : '/connections',
    } as const;
    tell(notice, { expiring });
  }

  function tellPayments({ entries }: PurchaseJournal): void {
    const paidFor = entries.filter(({ endpoint }) => pagesOfPaid[endpoint] !== undefined);
    const waiting = paidFor.filter(({ state }) => state === 'waiting').map(({ id }) => id);
    const open = said.awaited.filter((id) => entries.some((entry) => entry.id === id));
    const done = paidFor.filter(({ id, state }) => state === 'done' && open.includes(id));
    const finished = new Set(done.map(({ id }) => id));
    const awaited = [...new Set([...open, ...waiting])].filter((id) => !finished.has(id));
    remember({ awaited });
    for (const { endpoint } of done) {
      tell({ kind: 'payment', path: pagesOfPaid[endpoint] ?? '/connections' }, {});
    }
  }

  function tellServers(): void {
    for (const { id } of said.reboots.filter(({ back }) => back)) {
      const notice = { kind: 'server-back', title: options.nameOfServer(id) } as const;
      const reboots = said.reboots.filter((reboot) => reboot.id !== id);
      tell({ ...notice, path: `/cloud-servers/${String(id)}` }, { reboots });
    }
  }

  function look(): void {
    if (stopped) return;
    const { inbox, journal, things, balance, hours } = options.seen();
    const quiet = hours === undefined ? 0 : quietFor(hours, clock.now());
    if (quiet === 0) {
      tellInbox(inbox);
      if (hours?.renewal_reminders !== false) tellExpiring(things, balance);
      tellPayments(journal);
      tellServers();
    }
    cancelLook();
    cancelLook = clock.after(quiet === 0 ? lookEvery : Math.min(quiet, lookEvery), look);
  }

  /** Asks the servers that reboot whether they are back, until they are. */
  async function askServers(): Promise<void> {
    for (const { id } of said.reboots.filter(({ back }) => !back)) {
      const status = await options.askServer(id);
      if (stopped) return;
      const reading = status === undefined ? undefined : { status, fetchedAt: clock.now() };
      const reboots = said.reboots.flatMap((reboot) => {
        if (reboot.id !== id) return [reboot];
        const after = afterReading(reboot, reading);
        const given = clock.now() - reboot.startedAt;
        if (isBack(after, reading)) return [{ ...reboot, ...after, back: true }];
        // A clock that was put back must not keep it for ever.
        return given > askFor || given < 0 ? [] : [{ ...reboot, ...after }];
      });
      remember({ reboots });
    }
    if (said.reboots.some(({ back }) => back)) look();
    scheduleAsking(askEvery);
  }

  function scheduleAsking(ms: number): void {
    cancelAsk();
    if (stopped || !said.reboots.some(({ back }) => !back)) return;
    cancelAsk = clock.after(ms, () => void askServers());
  }

  scheduleAsking(rebootStartsMs);

  return {
    look,
    rebooted(id) {
      const others = said.reboots.filter((reboot) => reboot.id !== id);
      const reboot = { id, startedAt: clock.now(), wentDown: false, back: false };
      remember({ reboots: [...others, reboot] });
      scheduleAsking(rebootStartsMs + 1000);
    },
    stop() {
      stopped = true;
      cancelLook();
      cancelAsk();
    },
  };
}

/** The endpoints whose link is paid, each with the page of what was paid for. */
const pagesOfPaid: Readonly<Partial<Record<PurchaseEndpoint, string>>> = {
  'configs.create': '/connections',
  'configs.renew': '/connections',
  'cloudServers.create': '/cloud-servers',
  'cloudServers.renew': '/cloud-servers',
  'paidOptions.create': '/paid-options',
  'balance.topup': '/money',
};
