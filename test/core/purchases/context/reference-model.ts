import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { PurchaseSample } from './purchase-samples.ts';
import { hadEffect } from './account-state.ts';
import { pathOf, type CarriedOut, type InProcessService } from './in-process-service.ts';

/** Compares what the journal says with the service's own record, which no client ever sees. */
interface ReferenceModel {
  /** The person submits something with a ticket. */
  submitted(ticket: string, sample: PurchaseSample): void;
  /** Money was moved without a request: a balance was set, a link paid. */
  moneyMoved(): void;
  /** Checks the journal as the window is shown it. */
  observe(journal: PurchaseJournal): void;
  /** Checks every entry of the journal once more. */
  observeAll(journal: PurchaseJournal): void;
  /** A command failed, which says for certain that nothing happened in these attempts. */
  failed(kind: string, attempts: readonly string[]): void;
}

/** An attempt by its entry and its number. */
export function attemptOf({ id, attempts }: Pick<PurchaseEntry, 'id' | 'attempts'>): string {
  return `${id}#${String(attempts)}`;
}

/** What a request is for, whatever the order of its fields. */
function requestKey(path: string, body: string): string {
  const fields = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  return `${path} ${JSON.stringify(Object.entries(fields).sort())}`;
}

export function createReferenceModel(
  service: InProcessService,
  count: (what: string) => void,
  report: (what: string) => void,
): ReferenceModel {
  /** Ticket → what was submitted with it. */
  const requestKeys = new Map<string, string>();
  /** Attempt → how many requests had been carried out when its first snapshot was begun. */
  const begun = new Map<string, number>();
  /** Entries that are being prepared: the journal is published many times meanwhile. */
  const preparing = new Set<string>();
  /** Attempts whose link arrived and was understood. */
  const linkGiven = new Set<string>();
  const checked = new Map<string, string>();
  let moved = false;

  const requestOf = (attempt: string): CarriedOut | undefined =>
    service.carriedOut.find((request) => request.attempt === attempt);

  /** What the user's other devices did since this attempt began. */
  function othersSince(attempt: string): CarriedOut[] {
    return service.carriedOut
      .slice(begun.get(attempt) ?? 0)
      .filter((request) => request.attempt === null);
  }

  function isPaid(payment: number): boolean {
    return service.account.history.some(({ id, is_paid }) => id === payment && is_paid);
  }

  /** Compares what an entry says with what happened. */
  function check(entry: PurchaseEntry): void {
    const attempt = attemptOf(entry);
    const request = requestOf(attempt);
    const mine = request !== undefined && hadEffect(request.effect) ? request : undefined;
    const name = `${entry.endpoint} ${entry.state} ${attempt}`;
    const source = entry.result?.by === 'answer' ? 'answer' : 'match';
    count(entry.state === 'done' ? `done by ${source}` : entry.state);
    switch (entry.state) {
      case 'done':
        if (source === 'answer') {
          if (request === undefined || request.status > 299) report(`${name}: was not carried out`);
        } else checkMatch(entry, attempt, mine, name);
        break;
      case 'not-seen':
      case 'refused':
        if (mine) report(`${name}: it had happened`);
        break;
      case 'link-lost':
        if (mine && (mine.effect.taken !== 0 || mine.effect.resources.length > 0)) {
          report(`${name}: money was taken`);
        }
        // It says that a payment of this kind was opened and nothing spent, not by whom.
        if (!mine && !othersSince(attempt).some((other) => openedOnly(other, entry.endpoint))) {
          report(`${name}: there was no such payment`);
        }
        break;
      case 'orphan': {
        const [orphan] = entry.orphans;
        const id = orphan?.id ?? 0;
        const known = mine?.effect.resources.includes(id) ?? false;
        if (!known && !twin(attempt, entry)) report(`${name}: the key is not ours`);
        break;
      }
      case 'unclear':
        // A key bears no date: seen much later as another, anyone may have replaced it.
        if (/reset/.test(entry.endpoint)) break;
        if (!disturbed()) report(`${name}: nobody else did anything`);
        break;
      default:
    }
  }

  function openedOnly({ endpoint, effect }: CarriedOut, expected: string): boolean {
    return endpoint === expected && effect.payments.length > 0 && effect.taken === 0;
  }

  /** Whether anyone but the device under test moved anything. */
  function disturbed(): boolean {
    return service.carriedOut.some(({ attempt }) => attempt === null) || moved;
  }

  /** A purchase of another device that is like ours in everything that can be seen. */
  function twin(attempt: string, entry: PurchaseEntry): CarriedOut | undefined {
    const found = othersSince(attempt).find(
      (request) =>
        requestKey(request.path, request.body) === requestKeys.get(entry.ticket) &&
        hadEffect(request.effect),
    );
    if (found) count('indistinguishable: another device did the same, ours never arrived');
    return found;
  }

  function checkMatch(
    entry: PurchaseEntry,
    attempt: string,
    mine: CarriedOut | undefined,
    name: string,
  ): void {
    const payment = entry.result?.payment;
    if (entry.endpoint === 'messenger.connect') {
      if (!service.account.is_messenger_connected) report(`${name}: is not linked`);
      return;
    }
    const linked = linkGiven.has(attempt) ? requestOf(attempt) : undefined;
    if (linked) {
      const [own] = linked.effect.payments;
      if (own === undefined || !isPaid(own)) report(`${name}: the link was not paid`);
      if (payment !== undefined && payment !== own) report(`${name}: names another payment`);
      return;
    }
    if (!mine) {
      if (!twin(attempt, entry)) report(`${name}: it had not happened`);
      return;
    }
    if (payment !== undefined && !mine.effect.payments.includes(payment)) {
      report(`${name}: names a strange payment`);
    }
    const resources = [mine.effect, ...service.paid].flatMap((effect) => effect.resources);
    const resource = entry.result?.resource;
    if (resource !== undefined && !resources.includes(resource))
      report(`${name}: names another resource`);
  }

  function observe(journal: PurchaseJournal): void {
    for (const entry of journal.entries) {
      const { id, attempts, state } = entry;
      if (state !== 'preparing') preparing.delete(id);
      else if (!preparing.has(id)) {
        preparing.add(id);
        begun.set(attemptOf({ id, attempts: attempts + 1 }), service.carriedOut.length);
      }
      if (state === 'waiting') linkGiven.add(attemptOf(entry));
      const said = `${state} ${String(attempts)} ${JSON.stringify(entry.result)}`;
      if (checked.get(id) === said) continue;
      checked.set(id, said);
      check(entry);
    }
  }

  return {
    submitted(ticket, { endpoint, input }) {
      requestKeys.set(
        ticket,
        requestKey(pathOf(endpoint, input.path), JSON.stringify(input.body ?? {})),
      );
    },
    moneyMoved() {
      moved = true;
    },
    observe,
    observeAll(journal) {
      checked.clear();
      observe(journal);
    },
    failed(kind, attempts) {
      for (const attempt of attempts) {
        const request = requestOf(attempt);
        if (request && hadEffect(request.effect)) {
          report(`${request.endpoint} ${attempt}: failed as ${kind}, but it happened`);
        }
      }
    },
  };
}
