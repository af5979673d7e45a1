import { ok, type Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Clock } from '#core/ports.ts';
import type { Priority } from '#core/limits/priority.ts';
import type { Kind } from '#core/purchases/request/kinds.ts';
import { readPayments, type Read } from './lists.ts';
import type { View } from './view.ts';

/** Reads what can be seen of an account now. Every read is a new request: nothing cached counts. */
export type Look = (what: Kind['look'], priority: Priority) => Promise<Result<View>>;

export function createLook(client: ApiClient, clock: Pick<Clock, 'now'>): Look {
  return async (what, priority) => {
    let time = clock.now() / 1000;
    const read: Read = (id, input) =>
      client.call(id, input, {
        priority,
        onAnswer({ headers }) {
          const seconds = Date.parse(headers['date'] ?? '') / 1000;
          if (Number.isFinite(seconds)) time = seconds;
        },
      });
    const [profile, payments, things] = await Promise.all([
      what.balance === null ? undefined : read('profile.get', {}),
      what.payments ? readPayments(read) : undefined,
      what.list?.(read),
    ]);
    if (profile && !profile.ok) return profile;
    if (payments && !payments.ok) return payments;
    if (things && !things.ok) return things;
    return ok({
      time,
      balance: what.balance === null ? null : (profile?.value[what.balance] ?? null),
      payments: payments?.value ?? [],
      things: things?.value ?? [],
    });
  };
}
