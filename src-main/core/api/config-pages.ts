import { fail, ok, type Result } from '#contract/failure.ts';
import { accountBounds } from './account-bounds.ts';

/** The largest page that `GET /configs` gives (specification, part 3, Limits 7). */
const largestPage = 1000;
/** Smaller pages than this would not help: each of their records would be too large. */
const smallestPage = 10;

/** Reads all configurations in the largest pages, and one that is too large in smaller ones. */
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
