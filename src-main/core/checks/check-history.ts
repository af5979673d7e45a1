import { z } from 'zod';
import { serverOf, type HistoryHere, type KnownNetwork } from '#contract/check-history.ts';
import { isAboutServer, type CheckResult } from '#contract/check-result.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { noWeight, oddsOf, weightOf, type Evidence, type PastResult, type Weight } from './odds.ts';

/** What is kept is less than a megabyte: of so many networks, so many characters each. */
const mostNetworks = 16;
const mostCharacters = 56_000;
/** What the results of others say is weighed anew after so many minutes. */
const weighEveryMinutes = 10;
const minuteMs = 60_000;

/** What was checked: a connection that leads elsewhere, or by another protocol, is another one. */
export interface Checked {
  readonly key: string;
  readonly protocol: string;
  /** Host and port. */
  readonly host: string;
}

/** The results of one connection in one network, the oldest first. */
const StoredPast = z.object({
  protocol: z.string(),
  host: z.string(),
  results: z.array(z.tuple([z.number(), z.number()])),
});
type StoredPast = z.output<typeof StoredPast>;
const StoredPasts = z.record(z.string(), StoredPast);
type Pasts = Map<string, StoredPast>;

const StoredNetwork = z.object({
  id: z.int(),
  mark: z.string(),
  name: z.string(),
  /** When something was last checked in it, Unix milliseconds. */
  at: z.number(),
});
type StoredNetwork = z.output<typeof StoredNetwork>;

export interface CheckHistoryOptions {
  readonly vault: SealedVault;
  /** The mark of the network that this computer is in, while that is known. */
  readonly network: () => string | undefined;
  /** Whether the user wants more than the newest results to be kept. */
  readonly keepsHistory: () => boolean;
  readonly clock: Pick<Clock, 'now'>;
}

/** What checks found in each network, for weeks, stored across restarts. Opened when it is first needed. */
export class CheckHistory {
  readonly #options: CheckHistoryOptions;
  #networks: StoredNetwork[] | undefined;
  readonly #pasts = new Map<number, Pasts>();
  readonly #unsaved = new Set<number>();
  #weights:
    | {
        readonly pasts: Pasts;
        readonly at: number;
        readonly protocols: ReadonlyMap<string, Weight>;
        readonly servers: ReadonlyMap<string, Weight>;
      }
    | undefined;

  constructor(options: CheckHistoryOptions) {
    this.#options = options;
  }

  /** @param at Unix milliseconds */
  put({ key, protocol, host }: Checked, result: CheckResult, at: number): void {
    const mark = this.#options.network();
    if (mark === undefined || !this.#options.keepsHistory() || !isAboutServer(result)) return;
    const network = this.#enter(mark, at);
    const pasts = this.#pastsOf(network.id);
    const before = pasts.get(key);
    const results = before && isOf(before, { protocol, host }) ? before.results : [];
    const ms = result.outcome === 'answers' ? Math.round(result.ms) : -1;
    results.push([Math.floor(at / minuteMs), ms]);
    pasts.set(key, { protocol, host, results });
    this.#unsaved.add(network.id);
    this.#weights = undefined;
  }

  /**
   * How likely it works in this network; `undefined` where nothing speaks for or against it.
   * `answeredElsewhere`: when last checked, where that was in another network.
   */
  odds(
    { key, protocol, host }: Checked,
    { isServerUnknown, answeredElsewhere }: Pick<Evidence, 'isServerUnknown' | 'answeredElsewhere'>,
  ): number | undefined {
    if (!this.#current() && answeredElsewhere === undefined) return undefined;
    const now = this.#options.clock.now() / minuteMs;
    const own = this.#ownPast({ key, protocol, host });
    const weights = this.#weighed(now);
    // At one moment: what is left is of others alone.
    const ownWeight = weightOf(own, weights?.at ?? now);
    const byProtocol = without(weights?.protocols.get(protocol), ownWeight);
    const byServer = without(weights?.servers.get(serverOf(host)), ownWeight);
    const isKnown = own.length > 0 || byProtocol.all > 0 || byServer.all > 0;
    if (!isKnown && answeredElsewhere === undefined) return undefined;
    return oddsOf(
      { isServerUnknown, answeredElsewhere, protocol: byProtocol, server: byServer, own },
      now,
    );
  }

  /** What is shown of it; `undefined` where it was not checked in this network. */
  here(checked: Checked): HistoryHere | undefined {
    const own = this.#ownPast(checked);
    if (own.length === 0) return undefined;
    const worked = own.filter(answered);
    const last = worked.at(-1)?.[0];
    return {
      network: this.#current()?.name ?? '',
      worked: worked.length,
      total: own.length,
      workedAt: last === undefined ? null : last * minuteMs,
    };
  }

  /** The networks that are remembered, the newest first. */
  networks(): KnownNetwork[] {
    const here = this.#current();
    return this.#known()
      .map((network) => ({
        id: network.id,
        name: network.name,
        at: network.at,
        results: sum([...this.#pastsOf(network.id).values()].map(({ results }) => results.length)),
        isHere: network === here,
      }))
      .sort((one, other) => other.at - one.at);
  }

  /** @param name empty for none */
  name(id: number, name: string): void {
    this.#networks = this.#known().map((each) => (each.id === id ? { ...each, name } : each));
    this.#options.vault.write([this.#networksChange()]);
  }

  /** Forgets these in every network; answers what is to be written. */
  forgetConnections(keys: readonly string[]): SealedChange[] {
    for (const { id } of this.#known()) {
      const pasts = this.#pastsOf(id);
      if (keys.filter((key) => pasts.delete(key)).length > 0) this.#unsaved.add(id);
    }
    this.#weights = undefined;
    return this.changes();
  }

  /** Forgets these networks, all of them where none is named; answers their marks. */
  forgetNetworks(ids = this.#known().map(({ id }) => id)): string[] {
    const gone = this.#known().filter(({ id }) => ids.includes(id));
    if (gone.length > 0) this.#options.vault.write(this.#removal(gone));
    return gone.map(({ mark }) => mark);
  }

  /** What is to be written so that what was put is stored. */
  changes(): SealedChange[] {
    if (this.#unsaved.size === 0) return [];
    const records = [...this.#unsaved].map((id) => {
      const pasts = this.#pastsOf(id);
      thinOut(pasts);
      return { purpose: 'checks', name: recordName(id), value: Object.fromEntries(pasts) };
    });
    this.#unsaved.clear();
    return [...records, this.#networksChange()];
  }

  /** The network of this mark, as one that is in use now. One too many takes the place of the oldest. */
  #enter(mark: string, at: number): StoredNetwork {
    const known = this.#known();
    const network = known.find((each) => each.mark === mark);
    if (network) {
      network.at = at;
      return network;
    }
    const [oldest] = known.toSorted((one, other) => one.at - other.at);
    if (known.length >= mostNetworks && oldest) this.#options.vault.write(this.#removal([oldest]));
    const id = Math.max(0, ...this.#known().map((each) => each.id)) + 1;
    const entered = { id, mark, name: '', at };
    this.#known().push(entered);
    return entered;
  }

  #removal(gone: readonly StoredNetwork[]): SealedChange[] {
    this.#networks = this.#known().filter((each) => !gone.includes(each));
    for (const { id } of gone) {
      this.#pasts.delete(id);
      this.#unsaved.delete(id);
    }
    this.#weights = undefined;
    const records = gone.map(({ id }) => ({
      purpose: 'checks',
      name: recordName(id),
      value: undefined,
    }));
    return [...records, this.#networksChange()];
  }

  #current(): StoredNetwork | undefined {
    const mark = this.#options.network();
    return mark === undefined ? undefined : this.#known().find((each) => each.mark === mark);
  }

  #ownPast({ key, protocol, host }: Checked): readonly PastResult[] {
    const network = this.#current();
    const past = network && this.#pastsOf(network.id).get(key);
    return past && isOf(past, { protocol, host }) ? past.results : [];
  }

  /** What the results in this network say of each protocol and server. */
  #weighed(now: number) {
    const network = this.#current();
    if (!network) return undefined;
    const pasts = this.#pastsOf(network.id);
    const before = this.#weights;
    if (before?.pasts === pasts && now - before.at < weighEveryMinutes) return before;
    const protocols = new Map<string, Weight>();
    const servers = new Map<string, Weight>();
    for (const { protocol, host, results } of pasts.values()) {
      const weight = weightOf(results, now);
      protocols.set(protocol, added(protocols.get(protocol), weight));
      servers.set(serverOf(host), added(servers.get(serverOf(host)), weight));
    }
    return (this.#weights = { pasts, at: now, protocols, servers });
  }

  #known(): StoredNetwork[] {
    return (this.#networks ??=
      this.#options.vault.read('checks', 'networks', z.array(StoredNetwork)) ?? []);
  }

  #pastsOf(id: number): Pasts {
    const opened =
      this.#pasts.get(id) ??
      new Map(
        Object.entries(this.#options.vault.read('checks', recordName(id), StoredPasts) ?? {}),
      );
    this.#pasts.set(id, opened);
    return opened;
  }

  #networksChange(): SealedChange {
    return { purpose: 'checks', name: 'networks', value: this.#known() };
  }
}

const recordName = (id: number) => `network:${String(id)}`;

const answered = ([, ms]: PastResult): boolean => ms >= 0;

const isOf = (past: StoredPast, { protocol, host }: Omit<Checked, 'key'>): boolean =>
  past.protocol === protocol && past.host === host;

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

function added(one: Weight = noWeight, other: Weight = noWeight): Weight {
  return { all: one.all + other.all, answered: one.answered + other.answered };
}

/** What is left of rounding is nothing. */
function without(all: Weight = noWeight, own: Weight): Weight {
  const rest = all.all - own.all;
  return rest < 1e-6 ? noWeight : { all: rest, answered: Math.max(0, all.answered - own.answered) };
}

/** Removes the oldest results until they fit: first of what has many, then what was checked long ago. */
function thinOut(pasts: Pasts): void {
  const isTooLong = () => JSON.stringify(Object.fromEntries(pasts)).length > mostCharacters;
  for (let most = 1024; most >= 8 && isTooLong(); most /= 2) {
    for (const past of pasts.values()) past.results.splice(0, past.results.length - most);
  }
  while (isTooLong()) {
    const byAge = [...pasts].sort(([, one], [, other]) => lastAt(one) - lastAt(other));
    for (const [key] of byAge.slice(0, Math.ceil(byAge.length / 8))) pasts.delete(key);
  }
}

const lastAt = ({ results }: StoredPast): number => results.at(-1)?.[0] ?? 0;
