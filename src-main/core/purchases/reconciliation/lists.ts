import { createHash } from 'node:crypto';
import type { Api, EndpointId } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { ok, type Result } from '#contract/failure.ts';
import { paymentsSeen, type SeenPayment, type Thing } from './view.ts';

/** Asks one read and answers with its data. */
export type Read = <Id extends EndpointId>(
  id: Id,
  input: InputOf<Api[Id]>,
) => Promise<Result<DataOf<Api[Id]>>>;

/** Reads the list that a purchase would show up in. */
export type ListReader = (read: Read) => Promise<Result<Thing[]>>;

/** The largest page that `GET /configs` gives (specification, part 3, Limits 7). */
const configPage = 1000;

/** No account has more pages than this; a service that repeats itself must not be read for ever. */
const mostPages = 100;

/** Reads pages to the end, or until one says that the rest is not needed. */
async function pages<T>(
  size: number,
  read: (offset: number) => Promise<Result<readonly T[]>>,
  enough: (page: readonly T[]) => boolean = () => false,
): Promise<Result<T[]>> {
  const all: T[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await read(page * size);
    if (!answer.ok) return answer;
    all.push(...answer.value);
    if (answer.value.length < size || enough(answer.value)) break;
  }
  return ok(all);
}

/** The order of the histories is not stated: a page whose newest come first is enough. */
function newestFirst(page: readonly { readonly created_at: number }[]): boolean {
  return page.every(({ created_at }, at) => created_at <= (page[at - 1]?.created_at ?? Infinity));
}

/** The newest payments, at least `paymentsSeen` of them where there are so many. */
export async function readPayments(read: Read): Promise<Result<SeenPayment[]>> {
  const limit = paymentsSeen;
  const all = await pages(
    limit,
    (offset) => read('payments.history', { query: { limit, offset } }),
    newestFirst,
  );
  if (!all.ok) return all;
  const newest = all.value.toSorted((a, b) => b.created_at - a.created_at).slice(0, 2 * limit);
  return ok(
    newest.map(({ id, type, method, amount, days, is_paid, as_key, created_at }) => ({
      id,
      type,
      method,
      amount,
      days,
      paid: is_paid,
      asKey: as_key,
      createdAt: created_at,
    })),
  );
}

export const readConfigs: ListReader = async (read) => {
  const all = await pages(configPage, (offset) =>
    read('configs.list', { query: { limit: configPage, offset } }),
  );
  return mapped(all, ({ id, expires_at, location_id, protocol, server_id }) =>
    thing(id, expires_at, { location_id, protocol, server_id }),
  );
};

export const readServers: ListReader = async (read) =>
  mapped(
    await read('cloudServers.list', {}),
    ({ id, expires_at, location_id, tariff_config_id, hostname }) =>
      thing(id, expires_at, { location_id, tariff_config_id, hostname }),
  );

export const readOptions: ListReader = async (read) =>
  mapped(await read('paidOptions.list', {}), ({ option_id, expires_at }) =>
    thing(option_id, expires_at, {}),
  );

/** Keys that were bought. `code` is the key itself. */
export const readBoughtKeys: ListReader = async (read) => {
  const limit = 100;
  const all = await pages(
    limit,
    (offset) => read('promocodes.list', { query: { limit, offset } }),
    newestFirst,
  );
  return mapped(all, ({ id, product_type, activation_days, code }) =>
    thing(id, null, { product: product_type, days: activation_days, code }),
  );
};

export const readApiKeys: ListReader = async (read) =>
  mapped(await read('apiKeys.list', {}), ({ id, name, key_prefix, created_at }) =>
    thing(id, null, { name, key_prefix, created_at }),
  );

/** Referral entries have no id: each is known by all that it says, and by how many say the same. */
export const readReferral: ListReader = async (read) => {
  const limit = 100;
  const all = await pages(
    limit,
    (offset) => read('referral.list', { query: { limit, offset } }),
    newestFirst,
  );
  const seen = new Map<string, number>();
  return mapped(all, ({ amount, method, account, created_at }) => {
    const text = JSON.stringify([amount, method ?? null, account ?? null, created_at]);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    const facts = { amount, method: method ?? null, account: account ?? null, created_at };
    return { key: `${text} ${String(nth)}`, expiresAt: null, facts };
  });
};

export const readAccountKey: ListReader = async (read) =>
  mapped(one(await read('profile.get', {})), ({ subscription_key }) => digested(subscription_key));

export function readSubscriptionKey(id: number): ListReader {
  return async (read) =>
    mapped(one(await read('customSubscriptions.get', { path: { id } })), (subscription) =>
      digested(subscription.subscription_key),
    );
}

export const readMessenger: ListReader = async (read) =>
  mapped(one(await read('messenger.connection', {})), (connected) =>
    thing(connected ? 1 : 0, null, {}),
  );

/** A key that is only to be compared is kept as its digest. */
function digested(key: string | null): Thing {
  const digest = createHash('sha256')
    .update(key ?? '')
    .digest('base64');
  return { key: digest, expiresAt: null, facts: {} };
}

function thing(id: number, expiresAt: number | null, facts: Thing['facts']): Thing {
  return { key: String(id), expiresAt, facts };
}

function one<T>(result: Result<T>): Result<T[]> {
  return result.ok ? ok([result.value]) : result;
}

function mapped<T>(result: Result<readonly T[]>, map: (item: T) => Thing): Result<Thing[]> {
  return result.ok ? ok(result.value.map(map)) : result;
}
