import { fail, ok, type Result } from '#contract/failure.ts';
import { nextTurn } from '#core/kernel/next-turn.ts';
import { accountBounds, sizeOf } from './account-bounds.ts';

/** The largest page that `GET /configs` gives (specification, part 3, Limits 7). */
export const pageOfConfigs = 1000;
/** The largest page of payments, purchased keys and referral entries (specification, part 2, Profile). */
export const pageOfHistory = 100;
/** Smaller pages than this would not help: each of their records would be too large. */
const smallestPage = 10;

/**
 * Reads a list to its end, in pages of so many elements, and one that is too large in smaller ones;
 * with `isEnough` to the page that is, and in none smaller. Fails where it is longer than an account's.
 */
export async function readPages<T>(
  largest: number,
  readPage: (query: {
    readonly limit: number;
    readonly offset: number;
  }) => Promise<Result<readonly T[]>>,
  isEnough?: (page: readonly T[]) => boolean,
): Promise<Result<T[]>> {
  const all: T[] = [];
  let [limit, offset, size] = [largest, 0, 0];
  for (let pages = 0; pages < accountBounds.pages; pages += 1) {
    const page = await readPage({ limit, offset });
    if (page.ok) {
      all.push(...page.value);
      // What could not be read was sent as well.
      const left = page.unreadable?.filter(({ list }) => list === '').length ?? 0;
      if (page.value.length + left < limit || isEnough?.(page.value)) return ok(all);
      offset += limit;
      await nextTurn();
      size += sizeOf(page.value);
      if (all.length > accountBounds.connections || size > accountBounds.connectionSize) break;
    } else if (page.failure.reason === 'too-large' && limit > smallestPage && !isEnough) {
      limit = Math.ceil(limit / 4);
    } else return page;
  }
  return fail('bad-response', { reason: 'too-large' });
}
