import type { ChangeOf } from '#contract/ipc/batches.ts';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { renewableOf, type Renewable } from '#contract/connections/sources.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { cloudServerTitle } from '#contract/rules/server-name.ts';
import type { Money } from '#contract/values.ts';
import { endpointQuestion } from '#core/purchases/consent/endpoint-question.ts';
import { listedPrices, offeredPrices, type OfferedPrice } from '#core/purchases/products/prices.ts';
import {
  leftOut,
  planned,
  type Planned,
  type PlanSources,
  type RenewalBefore,
  type Step,
} from './planned.ts';

/** What runs out and is renewed: a configuration, a cloud server or a paid option. */
interface Subject extends Renewable {
  /** What it is called; empty where that is not known. */
  readonly name: string;
  readonly autoRenewal: boolean;
  readonly autoRenewalDays: number | null;
  /** What it is sold for, in roubles. */
  readonly prices: readonly OfferedPrice[];
}

/** A connection with what is renewed for it; `undefined` where that is nothing. */
interface RenewableConnection {
  readonly key: string;
  readonly title: string;
  readonly subject: Subject | undefined;
}

type Kind = Renewable['kind'];

/** How the things of each kind are found, with what they are sold for. */
class Subjects {
  readonly #sources: PlanSources;
  readonly #prices: Readonly<Record<Kind, readonly OfferedPrice[]>>;

  constructor(sources: PlanSources, prices: Readonly<Record<Kind, readonly OfferedPrice[]>>) {
    this.#sources = sources;
    this.#prices = prices;
  }

  of(key: string): Subject | undefined {
    const renewable = renewableOf(key);
    if (!renewable) return undefined;
    const { kind, id } = renewable;
    switch (kind) {
      case 'config':
        return this.#config(id, owningKey(key));
      case 'server':
        return this.#server(id);
      case 'option':
        return this.#option(id);
    }
  }

  #config(id: number, key: string): Subject | undefined {
    const record = this.#sources.connections.record(key);
    if (!record || record.expiresAt === null) return undefined;
    const { title: name, autoRenewal, autoRenewalDays } = record;
    return {
      kind: 'config',
      id,
      name,
      autoRenewal: autoRenewal === true,
      autoRenewalDays,
      prices: this.#prices.config,
    };
  }

  #server(id: number): Subject | undefined {
    const listed = this.#sources.readCache.cached('cloudServers.list', {})?.value ?? [];
    const server = listed.find((each) => each.id === id);
    if (!server) return undefined;
    return {
      kind: 'server',
      id,
      name: cloudServerTitle(server),
      autoRenewal: server.auto_renewal,
      autoRenewalDays: server.auto_renewal_days,
      prices: this.#prices.server.filter(({ product }) => product === server.tariff_config_id),
    };
  }

  #option(id: number): Subject | undefined {
    const { readCache } = this.#sources;
    const listed = readCache.cached('paidOptions.list', {})?.value ?? [];
    const option = listed.find((each) => each.option_id === id);
    if (!option) return undefined;
    const sold = readCache.cached('paidOptions.tariffs', {})?.value ?? [];
    return {
      kind: 'option',
      id,
      name: sold.find((each) => each.id === id)?.title ?? '',
      autoRenewal: option.auto_renewal,
      autoRenewalDays: option.auto_renewal_days,
      prices: this.#prices.option.filter(({ product }) => product === id),
    };
  }
}

/** Reads the prices and the lists of what these connections belong to: as they are now. */
async function readSubjects(
  keys: readonly string[],
  sources: PlanSources,
): Promise<Result<Subjects>> {
  const kinds = new Set(keys.flatMap((key) => renewableOf(key)?.kind ?? []));
  const { prices, readCache } = sources;
  const nothing = ok<readonly OfferedPrice[]>([]);
  const read = async (kind: Kind): Promise<Result<readonly OfferedPrice[]>> => {
    if (!kinds.has(kind)) return nothing;
    if (kind === 'config') return listedPrices(await prices.tariffs('configs.tariffs'));
    if (kind === 'server') {
      const listed = await readCache.fetch('cloudServers.list', {}, 'user');
      if (!listed.ok) return listed;
      return offeredPrices(await prices.tariffs('cloudServers.tariffs'), () => true);
    }
    const listed = await readCache.fetch('paidOptions.list', {}, 'user');
    if (!listed.ok) return listed;
    return offeredPrices(await prices.tariffs('paidOptions.tariffs'), () => true);
  };
  const [config, server, option] = await Promise.all([
    read('config'),
    read('server'),
    read('option'),
  ]);
  for (const each of [config, server, option]) if (!each.ok) return each;
  const roubles = (result: Result<readonly OfferedPrice[]>) =>
    result.ok ? result.value.filter(({ currency }) => currency === 'RUB') : [];
  return ok(
    new Subjects(sources, {
      config: roubles(config),
      server: roubles(server),
      option: roubles(option),
    }),
  );
}

/** Each connection with what is renewed for it; only the first of several that share it. */
function planEach(
  keys: readonly string[],
  { connections }: PlanSources,
  subjects: Subjects,
  plan: (found: RenewableConnection & { readonly subject: Subject }) => Planned,
): readonly Planned[] {
  const taken = new Set<string>();
  return keys.map((key) => {
    const record = connections.record(key);
    if (!record) return leftOut({ key, name: '' }, 'gone');
    const subject = subjects.of(key);
    if (!subject) return leftOut({ key, name: record.title }, 'not-renewed');
    const same = `${subject.kind}:${String(subject.id)}`;
    if (taken.has(same)) return leftOut({ key, name: record.title }, 'with-other');
    taken.add(same);
    return plan({ key, title: record.title, subject });
  });
}

function nameOf({ title, subject }: { readonly title: string; readonly subject: Subject }): string {
  return subject.kind === 'config' ? subject.name : subject.name || title;
}

/** A renewal from the balance, by the price of so many days. */
function renewal(
  { kind, id, prices }: Subject,
  days: number,
): { readonly endpoint: PurchaseEndpoint; readonly input: PurchaseInput } | undefined {
  const tariff = prices.find((price) => price.days === days)?.tariff;
  if (tariff === undefined) return undefined;
  switch (kind) {
    case 'config':
      return {
        endpoint: 'configs.renew',
        input: { path: { config_id: id }, body: { tariff_id: tariff } },
      };
    case 'server':
      return { endpoint: 'cloudServers.renew', input: { body: { server_id: id, days } } };
    case 'option':
      return {
        endpoint: 'paidOptions.create',
        input: { body: { paid_option_id: id, tariff_id: tariff } },
      };
  }
}

/** Renewals with their prices, and for how many days each can be renewed. */
export async function planRenewals(
  { keys, days }: ChangeOf<'renew'>,
  sources: PlanSources,
): Promise<Result<{ readonly items: readonly Planned[]; readonly periods: PeriodCounts }>> {
  const subjects = await readSubjects(keys, sources);
  if (!subjects.ok) return subjects;
  const counts = new Map<number, number>();
  const items = planEach(keys, sources, subjects.value, (found) => {
    const { key, subject } = found;
    for (const period of new Set(subject.prices.map((price) => price.days))) {
      counts.set(period, (counts.get(period) ?? 0) + 1);
    }
    const facts = { key, name: nameOf(found), days };
    const request = renewal(subject, days);
    if (!request) return leftOut(facts, 'no-period');
    const { endpoint, input } = request;
    // The very price that the journal compares with when it is sent.
    const question = endpointQuestion(endpoint, input, sources, subject.prices);
    const price = question?.kind === 'purchase' ? question.price : null;
    if (price === null) return leftOut(facts, 'price-unknown');
    if (sources.purchases.isOpen(endpoint, input)) return leftOut({ ...facts, price }, 'not-over');
    return planned({ ...facts, price, step: { endpoint, input } });
  });
  const periods = [...counts]
    .map(([period, count]) => ({ days: period, count }))
    .toSorted((one, other) => one.days - other.days);
  return ok({ items, periods });
}

type PeriodCounts = readonly { readonly days: number; readonly count: number }[];

/** What a renewal of so many days costs now, where that is certain. */
function priceOf({ prices }: Subject, days: number): Money | null {
  const [amount, ...others] = new Set(
    prices.filter((price) => price.days === days).map((price) => price.amount),
  );
  return amount === undefined || others.length > 0 ? null : { amount, currency: 'RUB' };
}

function autoRenewal({ kind, id }: Subject, body: object): Step {
  switch (kind) {
    case 'config':
      return { endpoint: 'configs.setAutoRenewal', input: { path: { config_id: id }, body } };
    case 'server':
      return { endpoint: 'cloudServers.setAutoRenewal', input: { path: { id }, body } };
    case 'option':
      return { endpoint: 'paidOptions.setAutoRenewal', input: { path: { id }, body } };
  }
}

/** Auto-renewal on or off. A period that the service names is kept, whatever the others have. */
export async function planAutoRenewal(
  { settings }: ChangeOf<'auto-renewal'>,
  sources: PlanSources,
): Promise<Result<readonly Planned[]>> {
  const keys = settings.map(({ key }) => key);
  const subjects = await readSubjects(keys, sources);
  if (!subjects.ok) return subjects;
  const settingOf = new Map(settings.map((setting) => [setting.key, setting]));
  return ok(
    planEach(keys, sources, subjects.value, (found) => {
      const { key, subject } = found;
      const enabled = settingOf.get(key)?.enabled === true;
      const facts = { key, name: nameOf(found), autoRenewal: enabled };
      if (enabled === subject.autoRenewal) return leftOut(facts, 'unchanged');
      const before = beforeOf(subject);
      if (!enabled) {
        return planned({ ...facts, before, step: autoRenewal(subject, { enabled }) });
      }
      const days = subject.autoRenewalDays ?? settingOf.get(key)?.days ?? null;
      if (days === null) return leftOut(facts, 'no-period');
      const step = autoRenewal(subject, { enabled, days });
      return planned({ ...facts, days, price: priceOf(subject, days), before, step });
    }),
  );
}

function beforeOf({ autoRenewal: enabled, autoRenewalDays: days }: Subject): RenewalBefore {
  return enabled && days === null ? null : { enabled, days };
}
