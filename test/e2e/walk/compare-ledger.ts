import type { PurchaseEntry, PurchaseState } from '#contract/ipc/purchase-journal.ts';
import type { Payment } from '#contract/records/money.ts';
import type { Account } from '#service/store/state.ts';

export interface Inventory {
  readonly payments: ReadonlySet<number>;
  readonly configs: ReadonlySet<number>;
  readonly keys: ReadonlySet<number>;
}

const idsOf = (records: readonly { readonly id: number }[]) => new Set(records.map(({ id }) => id));

export function inventory({ history, configs, keys }: Account): Inventory {
  return {
    payments: idsOf(history),
    configs: idsOf(configs),
    keys: idsOf(keys),
  };
}

/** The states of purchases that left a payment which was not made. */
const linked: ReadonlySet<PurchaseState> = new Set(['waiting', 'stopped', 'link-lost']);
/**
 * The states that only last for a while, or cannot occur while no other device buys. An entry that was
 * `preparing` and is gone failed before anything was sent.
 */
const undecided: ReadonlySet<PurchaseState> = new Set(['sending', 'finding-out', 'unclear']);

/**
 * Compares the journal with the service's ledger and describes what is wrong. Each payment since `before`
 * belongs to exactly one entry, in the order in which they were begun, and each entry with a payment has its
 * own; so do configurations, but those that another device added, and API keys. Automatic renewals are no
 * purchases.
 */
export function compareWithLedger(
  entries: readonly PurchaseEntry[],
  account: Account,
  { before, added }: { readonly before: Inventory; readonly added: ReadonlySet<number> },
): string[] {
  const wrong: string[] = [];
  const byService = new Set(account.auto_renewals);
  const payments = account.history.filter(
    ({ id }) => !before.payments.has(id) && !byService.has(id),
  );
  const about = ({ endpoint, state, charged, result }: PurchaseEntry) =>
    `${endpoint} ${state}, charged ${String(charged)}, ${JSON.stringify(result)}`;

  /** Takes the payment that belongs to an entry out of those that are left. */
  function take(entry: PurchaseEntry, is: (payment: Payment) => boolean): void {
    const at = payments.findIndex(is);
    if (at < 0) wrong.push(`no payment for ${about(entry)}`);
    else payments.splice(at, 1);
  }

  // Those that name their payment first: another of the same amount may be anyone's.
  for (const entry of entries) {
    const named = entry.result?.payment;
    if (named !== undefined) take(entry, ({ id }) => id === named);
  }
  for (const entry of entries) {
    const { state, charged, result } = entry;
    if (undecided.has(state)) wrong.push(`not decided: ${about(entry)}`);
    if (result?.payment !== undefined) continue;
    if (linked.has(state) && entry.linkUse === 'payment') take(entry, ({ is_paid }) => !is_paid);
    if (state === 'done' && charged !== null && charged > 0) {
      take(entry, ({ is_paid, amount }) => is_paid && Number(amount) === charged);
    }
  }
  // Those of which it could not be read in time what they took.
  for (const entry of entries) {
    const { state, charged, result, price, days, input } = entry;
    if (state !== 'done' || charged !== null || result?.payment !== undefined) continue;
    if (price === null || input.body?.payment_method_id !== undefined) continue;
    take(
      entry,
      (payment) => payment.is_paid && payment.method === 'balance' && payment.days === days,
    );
  }
  const unpaid = entries.filter(({ charged, result }) => charged === null && !result?.payment);
  wrong.push(
    ...payments.map(
      (payment) =>
        `nobody's payment: ${JSON.stringify(payment)}; without one: ${unpaid.map(about).join('; ')}`,
    ),
  );

  const made = (of: string) =>
    entries.filter(
      ({ endpoint, state, input }) =>
        // An activation key makes nothing yet.
        endpoint === of && ['done', 'orphan'].includes(state) && input.body?.as_key !== true,
    );
  wrong.push(
    ...compareMade('configuration', made('configs.create'), account.configs, [
      before.configs,
      added,
    ]),
    ...compareMade('API key', made('apiKeys.create'), account.keys, [before.keys]),
  );
  return wrong;
}

/** Compares the things that were made with the entries that made them. */
function compareMade(
  what: string,
  entries: readonly PurchaseEntry[],
  there: readonly { readonly id: number }[],
  known: readonly ReadonlySet<number>[],
): string[] {
  const made = there.map(({ id }) => id).filter((id) => !known.some((ids) => ids.has(id)));
  const said = entries.flatMap(({ result, orphans }) => [
    ...(result?.resource === undefined ? [] : [result.resource]),
    ...orphans.map(({ id }) => id),
  ]);
  return [
    ...said.filter((id) => !made.includes(id)).map((id) => `no ${what} ${String(id)}`),
    ...(new Set(said).size < said.length ? [`a ${what} has two entries: ${said.join()}`] : []),
    ...(made.length === entries.length
      ? []
      : [`${String(made.length)} ${what}s made, ${String(entries.length)} in the journal`]),
  ];
}
