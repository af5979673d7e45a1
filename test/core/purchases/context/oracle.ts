import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { Asking } from './askings.ts';
import { hadEffect } from './effects.ts';
import { pathOf, type Deed, type InProcessService } from './in-process-service.ts';

/** Holds what the journal says against the service's own record, which no client ever sees. */
export interface Oracle {
  /** The person asks for something with a ticket. */
  asked(ticket: string, asking: Asking): void;
  /** Money was moved without a request: a balance was set, a link paid. */
  moneyMoved(): void;
  /** The journal as the window is shown it. */
  hear(journal: PurchaseJournal): void;
  /** Everything that stands in the journal is held against the record once more. */
  hearAgain(journal: PurchaseJournal): void;
  /** A word failed, which says for certain that nothing happened in these attempts. */
  failed(kind: string, attempts: readonly string[]): void;
}

/** An attempt by its entry and its number. */
export function attemptOf({ id, attempts }: Pick<PurchaseEntry, 'id' | 'attempts'>): string {
  return `${id}#${String(attempts)}`;
}

/** What a request asks for, whatever the order of its fields. */
function wish(path: string, body: string): string {
  const fields = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  return `${path} ${JSON.stringify(Object.entries(fields).sort())}`;
}

export function createOracle(
  service: InProcessService,
  count: (what: string) => void,
  complain: (what: string) => void,
): Oracle {
  /** Ticket → what was asked for with it. */
  const wishes = new Map<string, string>();
  /** Attempt → how many deeds there were when it was begun to look what there is before. */
  const begun = new Map<string, number>();
  /** Entries that are being prepared: the journal is heard many times meanwhile. */
  const preparing = new Set<string>();
  /** Attempts whose link arrived and was understood. */
  const linkGiven = new Set<string>();
  const checked = new Map<string, string>();
  let moved = false;

  const deedOf = (attempt: string): Deed | undefined =>
    service.deeds.find((deed) => deed.attempt === attempt);

  /** What the user's other devices did since this attempt began. */
  function othersSince(attempt: string): Deed[] {
    return service.deeds.slice(begun.get(attempt) ?? 0).filter((deed) => deed.attempt === null);
  }

  function isPaid(payment: number): boolean {
    return service.account.history.some(({ id, is_paid }) => id === payment && is_paid);
  }

  /** Holds what an entry says against what happened. */
  function check(entry: PurchaseEntry): void {
    const attempt = attemptOf(entry);
    const deed = deedOf(attempt);
    const mine = deed !== undefined && hadEffect(deed.effect) ? deed : undefined;
    const name = `${entry.endpoint} ${entry.state} ${attempt}`;
    const told = entry.result?.by === 'answer' ? 'answer' : 'match';
    count(entry.state === 'done' ? `done by ${told}` : entry.state);
    switch (entry.state) {
      case 'done':
        if (told === 'answer') {
          if (deed === undefined || deed.status > 299) complain(`${name}: was not carried out`);
        } else checkMatch(entry, attempt, mine, name);
        break;
      case 'not-seen':
      case 'refused':
        if (mine) complain(`${name}: it had happened`);
        break;
      case 'link-lost':
        if (mine && (mine.effect.taken !== 0 || mine.effect.things.length > 0)) {
          complain(`${name}: money was taken`);
        }
        // It says that a payment of this kind was opened and nothing spent, not by whom.
        if (!mine && !othersSince(attempt).some((other) => openedOnly(other, entry.endpoint))) {
          complain(`${name}: there was no such payment`);
        }
        break;
      case 'orphan': {
        const [orphan] = entry.orphans;
        const id = orphan?.id ?? 0;
        const known = mine?.effect.things.includes(id) ?? false;
        if (!known && !twin(attempt, entry)) complain(`${name}: the key is not ours`);
        break;
      }
      case 'unclear':
        // A key bears no date: seen much later as another, anyone may have replaced it.
        if (/reset/.test(entry.endpoint)) break;
        if (!disturbed()) complain(`${name}: nobody else did anything`);
        break;
      default:
    }
  }

  function openedOnly({ row, effect }: Deed, wanted: string): boolean {
    return row === wanted && effect.payments.length > 0 && effect.taken === 0;
  }

  /** Whether anyone but the device under test moved anything. */
  function disturbed(): boolean {
    return service.deeds.some(({ attempt }) => attempt === null) || moved;
  }

  /** A purchase of another device that is like ours in everything that can be seen. */
  function twin(attempt: string, entry: PurchaseEntry): Deed | undefined {
    const found = othersSince(attempt).find(
      (deed) => wish(deed.path, deed.body) === wishes.get(entry.ticket) && hadEffect(deed.effect),
    );
    if (found) count('indistinguishable: another device did the same, ours never arrived');
    return found;
  }

  function checkMatch(
    entry: PurchaseEntry,
    attempt: string,
    mine: Deed | undefined,
    name: string,
  ): void {
    const payment = entry.result?.payment;
    if (entry.endpoint === 'messenger.connect') {
      if (!service.account.is_messenger_connected) complain(`${name}: is not linked`);
      return;
    }
    const linked = linkGiven.has(attempt) ? deedOf(attempt) : undefined;
    if (linked) {
      const [own] = linked.effect.payments;
      if (own === undefined || !isPaid(own)) complain(`${name}: the link was not paid`);
      if (payment !== undefined && payment !== own) complain(`${name}: names another payment`);
      return;
    }
    if (!mine) {
      if (!twin(attempt, entry)) complain(`${name}: it had not happened`);
      return;
    }
    if (payment !== undefined && !mine.effect.payments.includes(payment)) {
      complain(`${name}: names a strange payment`);
    }
    const things = [mine.effect, ...service.paid].flatMap((effect) => effect.things);
    const thing = entry.result?.resource;
    if (thing !== undefined && !things.includes(thing)) complain(`${name}: names a strange thing`);
  }

  function hear(journal: PurchaseJournal): void {
    for (const entry of journal.entries) {
      const { id, attempts, state } = entry;
      if (state !== 'preparing') preparing.delete(id);
      else if (!preparing.has(id)) {
        preparing.add(id);
        begun.set(attemptOf({ id, attempts: attempts + 1 }), service.deeds.length);
      }
      if (state === 'waiting') linkGiven.add(attemptOf(entry));
      const said = `${state} ${String(attempts)} ${JSON.stringify(entry.result)}`;
      if (checked.get(id) === said) continue;
      checked.set(id, said);
      check(entry);
    }
  }

  return {
    asked(ticket, { row, input }) {
      wishes.set(ticket, wish(pathOf(row, input.path), JSON.stringify(input.body ?? {})));
    },
    moneyMoved() {
      moved = true;
    },
    hear,
    hearAgain(journal) {
      checked.clear();
      hear(journal);
    },
    failed(kind, attempts) {
      for (const attempt of attempts) {
        const deed = deedOf(attempt);
        if (deed && hadEffect(deed.effect)) {
          complain(`${deed.row} ${attempt}: failed as ${kind}, but it happened`);
        }
      }
    },
  };
}
