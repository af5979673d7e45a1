import { z } from 'zod';
import type { Api, EndpointId } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { ok, type Result } from '#contract/failure.ts';
import { PaymentCandidate } from '#contract/ipc/purchase-journal.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { pageOfHistory, readPages } from '#core/api/pages.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import type { Clock } from '#core/kernel/ports.ts';

const SeenPayment = PaymentCandidate.unwrap().extend({ asKey: z.boolean() }).readonly();
export type SeenPayment = z.output<typeof SeenPayment>;

/** Anything of a list that a purchase may add or change. */
const Resource = z
  .object({
    /** Its id; of a record without one, everything it says. */
    key: z.string(),
    /** Unix seconds; `null` for what does not expire. */
    expiresAt: z.number().nullable(),
    /** The fields that distinguish it from others in its list. A baseline has none. */
    facts: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .readonly(),
  })
  .readonly();
export type Resource = z.output<typeof Resource>;

/** All there is to reconcile with: the service gives no payment id and no status. */
export const Snapshot = z
  .object({
    /** Unix seconds: of the service's own clock where an answer has it, else of ours. */
    time: z.number(),
    /** The balance that the purchase would be taken from, whole roubles. */
    balance: z.number().nullable(),
    payments: z.array(SeenPayment).readonly(),
    resources: z.array(Resource).readonly(),
    /** Elements of these lists that could not be read: the endpoint and, where it has one, the id. */
    unreadable: z.array(z.string()).readonly().exactOptional(),
  })
  .readonly();
export type Snapshot = z.output<typeof Snapshot>;

/** What is read; nothing of it that is absent. */
export interface SnapshotScope {
  readonly payments?: true;
  readonly balance?: 'balance' | 'referral_balance';
  readonly resources?: ResourceReader | undefined;
}

export type Read = <Id extends EndpointId>(
  id: Id,
  input: InputOf<Api[Id]>,
) => Promise<Result<DataOf<Api[Id]>>>;

export type ResourceReader = (read: Read) => Promise<Result<Resource[]>>;

/** Reads what can be seen of an account now. Every read is a new request; nothing is cached. */
export function createTakeSnapshot(client: ApiClient, clock: Pick<Clock, 'now'>) {
  return async (scope: SnapshotScope, priority: Priority): Promise<Result<Snapshot>> => {
    let time = clock.now() / 1000;
    const unreadable: string[] = [];
    const read: Read = async (id, input) => {
      const answer = await client.call(id, input, {
        priority,
        // One element that cannot be read must not end all buying: it is compared by its id.
        acceptPartial: true,
        onAnswer({ headers }) {
          const seconds = Date.parse(headers['date'] ?? '') / 1000;
          if (Number.isFinite(seconds)) time = seconds;
        },
      });
      const left = (answer.ok ? answer.unreadable : undefined) ?? [];
      for (const element of left) {
        if (element.list === '') unreadable.push(unreadableKey(id, element.id));
      }
      return answer;
    };
    const [profile, payments, resources] = await Promise.all([
      scope.balance && read('profile.get', {}),
      scope.payments && readPayments(read),
      scope.resources?.(read),
    ]);
    if (profile && !profile.ok) return profile;
    if (payments && !payments.ok) return payments;
    if (resources && !resources.ok) return resources;
    return ok({
      time,
      balance: (scope.balance && profile?.value[scope.balance]) ?? null,
      payments: payments?.value ?? [],
      resources: resources?.value ?? [],
      ...(unreadable.length > 0 && { unreadable }),
    });
  };
}

const unreadableKey = (endpoint: EndpointId, id: UnreadableElement['id']) =>
  `${endpoint} ${String(id ?? '')}`;

/** Whether what cannot be read was so before: otherwise it may be the purchase. */
export function areComparable(before: Snapshot, now: Snapshot): boolean {
  const old = new Map<string, number>();
  for (const key of before.unreadable ?? []) old.set(key, (old.get(key) ?? 0) + 1);
  for (const key of now.unreadable ?? []) {
    const count = old.get(key) ?? 0;
    if (count === 0) return false;
    old.set(key, count - 1);
  }
  // What can be read by now would look new, or extended.
  const payments = new Set(now.payments.map(({ id }) => String(id)));
  const resources = new Set(now.resources.map(({ key }) => key));
  return ![...old].some(([key, count]) => {
    const [endpoint = '', id = ''] = key.split(' ');
    return count > 0 && (endpoint === 'payments.history' ? payments : resources).has(id);
  });
}

/** A snapshot as it is stored to compare with: without the facts, which only later ones need. */
export function asBaseline(snapshot: Snapshot): Snapshot {
  return {
    ...snapshot,
    resources: snapshot.resources.map((resource) => ({ ...resource, facts: {} })),
  };
}

export function asCandidate({ asKey: _, ...candidate }: SeenPayment): PaymentCandidate {
  return candidate;
}

/** Payments that were not there before. Older ones that slide into a full page are not new. */
export function newPayments(before: Snapshot, now: Snapshot): SeenPayment[] {
  const known = new Set(before.payments.map(({ id }) => id));
  const oldest =
    before.payments.length < pageOfHistory
      ? -Infinity
      : Math.min(...before.payments.map(({ createdAt }) => createdAt));
  return now.payments.filter(({ id, createdAt }) => !known.has(id) && createdAt >= oldest);
}

export function newResources(before: Snapshot, now: Snapshot): Resource[] {
  const known = new Set(before.resources.map(({ key }) => key));
  return now.resources.filter(({ key }) => !known.has(key));
}

/** The newest payments, at least a page of them where there are so many. */
export async function readPayments(read: Read): Promise<Result<SeenPayment[]>> {
  const all = await readNewest((query) => read('payments.history', { query }));
  if (!all.ok) return all;
  const newest = all.value
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, 2 * pageOfHistory);
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

/** The order of the histories is not stated: a page whose newest come first is enough. */
export function readNewest<T extends { readonly created_at: number }>(
  readPage: (query: { limit: number; offset: number }) => Promise<Result<readonly T[]>>,
): Promise<Result<T[]>> {
  return readPages(pageOfHistory, readPage, (page) =>
    page.every(({ created_at }, at) => created_at <= (page[at - 1]?.created_at ?? Infinity)),
  );
}

export function resource(id: number, expiresAt: number | null, facts: Resource['facts']): Resource {
  return { key: String(id), expiresAt, facts };
}

export function mapResult<T>(
  result: Result<readonly T[]>,
  map: (item: T) => Resource,
): Result<Resource[]> {
  return result.ok ? ok(result.value.map(map)) : result;
}
