import type { ChangeOf } from '#contract/ipc/batches.ts';
import { ok, type Result } from '#contract/failure.ts';
import { failsFromHere } from '#contract/connections/leading-check.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { products, type Renewable } from '#contract/products.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { ownedProducts, type OwnedProduct } from '#contract/upcoming/expiring.ts';
import type { Money } from '#contract/values.ts';
import { expiringFacts } from '#core/cache/expiring-facts.ts';
import { endpointQuestion } from '#core/purchases/consent/endpoint-question.ts';
import { pricesIn, type OfferedPrice } from '#core/purchases/products/prices.ts';
import { leftOut, planned, type Planned, type PlanSources } from './planned.ts';

/** What runs out and is renewed: a configuration, a cloud server or a paid option. */
interface Subject extends OwnedProduct {
  /** What it is sold for, in roubles. */
  readonly prices: readonly OfferedPrice[];
}

interface RenewableConnection {
  readonly key: string;
  readonly title: string;
  readonly subject: Subject;
}

const nameOfSubject = ({ kind, id }: Renewable): string => `${kind}:${String(id)}`;

/** Reads the prices and the lists of what these connections belong to, as they are now; answers by name. */
async function readSubjects(
  keys: readonly string[],
  { prices: source, readCache, connections }: PlanSources,
): Promise<Result<ReadonlyMap<string, Subject>>> {
  const kinds = new Set(keys.flatMap((key) => renewableOf(key)?.kind ?? []));
  const offered = new Map<Renewable['kind'], readonly OfferedPrice[]>();
  const reads = [...kinds].map(async (kind) => {
    const { list, tariffs } = products[kind];
    const listed = list === null ? ok(null) : await readCache.fetch(list, {}, 'user');
    const read = listed.ok ? await pricesIn(source, tariffs) : listed;
    offered.set(kind, read.ok ? read.value.filter(({ currency }) => currency === 'RUB') : []);
    return read;
  });
  const failed = (await Promise.all(reads)).find((read) => !read.ok);
  if (failed?.ok === false) return failed;
  const records = keys.flatMap((key) => connections.record(owningKey(key)) ?? []);
  const owned = ownedProducts(expiringFacts(readCache, records));
  const withPrices = (product: OwnedProduct): Subject => {
    const prices = offered.get(product.kind) ?? [];
    return { ...product, prices: prices.filter((price) => price.product === product.sold) };
  };
  return ok(new Map(owned.map((product) => [nameOfSubject(product), withPrices(product)])));
}

/** Each connection with what is renewed for it; only the first of several that share it. */
function planEach(
  keys: readonly string[],
  { connections }: PlanSources,
  subjects: ReadonlyMap<string, Subject>,
  plan: (found: RenewableConnection) => Planned,
): readonly Planned[] {
  const taken = new Set<string>();
  return keys.map((key) => {
    const record = connections.record(key);
    if (!record) return leftOut({ key, name: '' }, 'gone');
    const renewable = renewableOf(key);
    const same = renewable === undefined ? '' : nameOfSubject(renewable);
    const subject = subjects.get(same);
    if (!subject) return leftOut({ key, name: record.title }, 'not-renewed');
    if (taken.has(same)) return leftOut({ key, name: record.title }, 'with-other');
    taken.add(same);
    return plan({ key, title: record.title, subject });
  });
}

function factsOf({ key, title, subject }: RenewableConnection) {
  return { key, name: subject.kind === 'config' ? title : subject.title || title };
}

function failing(key: string, { connections, clock }: PlanSources): Pick<Planned, 'fails'> {
  const row = connections.row(key);
  return row !== undefined && failsFromHere(row, clock.now()) ? { fails: true } : {};
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
    const facts = { ...factsOf(found), days };
    const tariff = subject.prices.find((price) => price.days === days)?.tariff;
    if (tariff === undefined) return leftOut(facts, 'no-period');
    const by = { days, tariff_id: tariff };
    const { endpoint, input } = products[subject.kind].renew(subject.id, by);
    // The very price that the journal compares with when it is sent.
    const question = endpointQuestion(endpoint, input, sources, subject.prices);
    const price = question?.kind === 'purchase' ? question.price : null;
    if (price === null) return leftOut(facts, 'price-unknown');
    if (sources.purchases.isOpen(endpoint, input)) return leftOut({ ...facts, price }, 'not-over');
    return planned({ ...facts, ...failing(key, sources), price, step: { endpoint, input } });
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
      const facts = { ...factsOf(found), autoRenewal: enabled };
      if (enabled === subject.autoRenewal) return leftOut(facts, 'unchanged');
      const { autoRenewal: wasOn, days: period } = subject;
      const before = wasOn && period === null ? null : { enabled: wasOn, days: period };
      const { setAutoRenewal } = products[subject.kind];
      if (!enabled) {
        return planned({ ...facts, before, step: setAutoRenewal(subject.id, { enabled }) });
      }
      const days = period ?? settingOf.get(key)?.days ?? null;
      if (days === null) return leftOut(facts, 'no-period');
      const step = setAutoRenewal(subject.id, { enabled, days });
      const price = priceOf(subject, days);
      return planned({ ...facts, ...failing(key, sources), days, price, before, step });
    }),
  );
}
