import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { PurchaseSample } from './purchase-samples.ts';
import { hadEffect } from './account-state.ts';
import { pathOf, type CarriedOut, type InProcessService } from './in-process-service.ts';

/** An attempt by its entry and its number. */
export function attemptOf({ id, attempts }: Pick<PurchaseEntry, 'id' | 'attempts'>): string {
  return `${id}#${String(attempts)}`;
}

/** The key of a request, independent of the order of its fields. */
function requestKey(path: string, body: string): string {
  const fields = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  return `${path} ${JSON.stringify(Object.entries(fields).sort())}`;
}

/** One entry that is compared, with what happened of its last attempt. */
interface Compared {
  readonly entry: PurchaseEntry;
  readonly attempt: string;
  readonly request: CarriedOut | undefined;
  /** The request, if it changed anything. */
  readonly effective: CarriedOut | undefined;
}

/** Compares what the journal says with the service's own record, which no client ever sees. */
export class ReferenceModel {
  readonly #service: InProcessService;
  readonly #count: (what: string) => void;
  readonly #report: (what: string) => void;
  /** Ticket → what was submitted with it. */
  readonly #requestKeys = new Map<string, string>();
  /** Attempt → how many requests had been carried out when its first snapshot was begun. */
  readonly #begun = new Map<string, number>();
  /** Entries that are being prepared: the journal is published many times meanwhile. */
  readonly #preparing = new Set<string>();
  /** Attempts whose link arrived and was understood. */
  readonly #linkGiven = new Set<string>();
  /** Entry → what the journal said of it when it was compared last. */
  readonly #checked = new Map<string, string>();
  #moved = false;

  constructor(
    service: InProcessService,
    count: (what: string) => void,
    report: (what: string) => void,
  ) {
    this.#service = service;
    this.#count = count;
    this.#report = report;
  }

  /** The user submits something with a ticket. */
  submitted(ticket: string, { endpoint, input }: PurchaseSample): void {
    const path = pathOf(endpoint, input.path);
    this.#requestKeys.set(ticket, requestKey(path, JSON.stringify(input.body ?? {})));
  }

  /** Money was moved without a request: a balance was set, a link paid. */
  moneyMoved(): void {
    this.#moved = true;
  }

  /** Checks the journal as the window is shown it. */
  observe(journal: PurchaseJournal): void {
    for (const entry of journal.entries) {
      const { id, attempts, state } = entry;
      if (state !== 'preparing') this.#preparing.delete(id);
      else if (!this.#preparing.has(id)) {
        this.#preparing.add(id);
        const attempt = attemptOf({ id, attempts: attempts + 1 });
        this.#begun.set(attempt, this.#service.carriedOut.length);
      }
      if (state === 'waiting') this.#linkGiven.add(attemptOf(entry));
      const published = `${state} ${String(attempts)} ${JSON.stringify(entry.result)} ${String(entry.charged)}`;
      if (this.#checked.get(id) === published) continue;
      this.#checked.set(id, published);
      this.#check(entry);
    }
  }

  observeAll(journal: PurchaseJournal): void {
    this.#checked.clear();
    this.observe(journal);
  }

  /** A command failed, which says for certain that nothing happened in these attempts. */
  failed(kind: string, attempts: readonly string[]): void {
    for (const attempt of attempts) {
      const request = this.#requestOf(attempt);
      if (request && hadEffect(request.effect)) {
        this.#report(`${request.endpoint} ${attempt}: failed as ${kind}, but it happened`);
      }
    }
  }

  #check(entry: PurchaseEntry): void {
    const attempt = attemptOf(entry);
    const request = this.#requestOf(attempt);
    const effective = request !== undefined && hadEffect(request.effect) ? request : undefined;
    const source = entry.result?.by === 'answer' ? 'answer' : 'match';
    this.#count(entry.state === 'done' ? `done by ${source}` : entry.state);
    const fault = this.#faultOf({ entry, attempt, request, effective });
    if (fault !== undefined) this.#report(`${entry.endpoint} ${entry.state} ${attempt}: ${fault}`);
  }

  #faultOf(compared: Compared): string | undefined {
    const { entry, effective } = compared;
    switch (entry.state) {
      case 'done':
        if (this.#isChargeWrong(compared)) return 'another amount was charged';
        return entry.result?.by === 'answer'
          ? this.#faultOfAnswer(compared)
          : this.#faultOfMatch(compared);
      case 'not-seen':
      case 'refused':
        return effective && 'it had happened';
      case 'link-lost':
        return this.#faultOfLostLink(compared);
      case 'orphan': {
        const id = entry.orphans[0]?.id ?? 0;
        const known = effective?.effect.resources.includes(id) ?? false;
        return known || this.#twinOf(compared) ? undefined : 'the key is not ours';
      }
      case 'unclear':
        // A key bears no date: seen much later as another, anyone may have replaced it.
        if (/reset/.test(entry.endpoint) || this.#isDisturbed()) return undefined;
        return 'nobody else did anything';
      default:
        return undefined;
    }
  }

  /** What is shown as charged of a purchase that arrived must be what it took. */
  #isChargeWrong({ entry, effective }: Compared): boolean {
    if (entry.charged === null || !effective) return false;
    this.#count('charged');
    return entry.charged !== Math.abs(effective.effect.taken);
  }

  #faultOfAnswer({ request }: Compared): string | undefined {
    return request === undefined || request.status > 299 ? 'was not carried out' : undefined;
  }

  #faultOfLostLink({ entry, attempt, effective }: Compared): string | undefined {
    if (effective) {
      const { taken, resources } = effective.effect;
      return taken !== 0 || resources.length > 0 ? 'money was taken' : undefined;
    }
    // It says that a payment of this kind was opened and nothing spent, not by whom.
    const isOpened = this.#othersSince(attempt).some(
      ({ endpoint, effect }) =>
        endpoint === entry.endpoint && effect.payments.length > 0 && effect.taken === 0,
    );
    return isOpened ? undefined : 'there was no such payment';
  }

  #faultOfMatch(compared: Compared): string | undefined {
    const { entry, attempt, request, effective } = compared;
    const { account, paid } = this.#service;
    const { payment, resource } = entry.result ?? {};
    if (entry.endpoint === 'messenger.connect') {
      return account.is_messenger_connected ? undefined : 'is not linked';
    }
    if (request !== undefined && this.#linkGiven.has(attempt)) {
      const [own] = request.effect.payments;
      if (own === undefined || !this.#isPaid(own)) return 'the link was not paid';
      return payment !== undefined && payment !== own ? 'names another payment' : undefined;
    }
    if (!effective) return this.#twinOf(compared) ? undefined : 'it had not happened';
    if (payment !== undefined && !effective.effect.payments.includes(payment)) {
      return 'names a strange payment';
    }
    const resources = [effective.effect, ...paid].flatMap((effect) => effect.resources);
    if (resource === undefined || resources.includes(resource)) return undefined;
    return 'names another resource';
  }

  #requestOf(attempt: string): CarriedOut | undefined {
    return this.#service.carriedOut.find((request) => request.attempt === attempt);
  }

  /** What the user's other devices did since this attempt began. */
  #othersSince(attempt: string): CarriedOut[] {
    return this.#service.carriedOut
      .slice(this.#begun.get(attempt) ?? 0)
      .filter((request) => request.attempt === null);
  }

  #isPaid(payment: number): boolean {
    return this.#service.account.history.some(({ id, is_paid }) => id === payment && is_paid);
  }

  /** Whether anyone but the device under test moved anything. */
  #isDisturbed(): boolean {
    return this.#moved || this.#service.carriedOut.some(({ attempt }) => attempt === null);
  }

  /** A purchase of another device that is like ours in everything that can be seen. */
  #twinOf({ entry, attempt }: Compared): CarriedOut | undefined {
    const found = this.#othersSince(attempt).find(
      (request) =>
        requestKey(request.path, request.body) === this.#requestKeys.get(entry.ticket) &&
        hadEffect(request.effect),
    );
    if (found) this.#count('indistinguishable: another device did the same, ours never arrived');
    return found;
  }
}
