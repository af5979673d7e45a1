import { fail, ok, type Result } from '#contract/failure.ts';
import { accountBounds } from './account-bounds.ts';

/** The largest page that `GET /configs` gives (specification, part 3, Limits 7). */
const largestPage = 1000;
/** Smaller pages than this would not help: each of their records would be too large. */
const smallestPage = 10;

/**
 * Reads the list of configurations to its end, in the largest pages. A page that is too large to be
 * taken, because its configurations carry long settings of their own, is read in smaller ones. Fails
 * as `readPage` does.
 */
export async function readConfigPages<Config>(
  readPage: (query: {
    readonly limit: number;
    readonly offset: number;
  }) => Promise<Result<readonly Config[]>>,
): Promise<Result<Config[]>> {
  const all: Config[] = [];
  let limit = largestPage;
  let offset = 0;
  for (let pages = 0; offset < accountBounds.connections; pages += 1) {
    if (pages === accountBounds.configPages) return fail('bad-response', { reason: 'too-large' });
    const page = await readPage({ limit, offset });
    if (page.ok) {
      all.push(...page.value);
      // What could not be read was sent as well.
      const left = page.unreadable?.filter(({ list }) => list === '').length ?? 0;
      if (page.value.length + left < limit) break;
      offset += limit;
    } else if (page.failure.reason === 'too-large' && limit > smallestPage) {
      limit = Math.ceil(limit / 4);
    } else return page;
  }
  return ok(all);
}
