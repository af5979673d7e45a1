import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { readPages } from '#core/api/pages.ts';

const tooLarge = fail('bad-response', { endpoint: 'configs.list', reason: 'too-large' });

/** Reads an account with so many configurations whose pages may have at most so many. */
async function readAccount(count: number, maxInPage: number) {
  const requested: string[] = [];
  const all = Array.from({ length: count }, (_, id) => ({ id }));
  const read = await readPages(1000, ({ limit, offset }) => {
    requested.push(`${String(limit)}@${String(offset)}`);
    const page = all.slice(offset, offset + limit);
    return Promise.resolve(page.length > maxInPage ? tooLarge : ok(page));
  });
  return { ids: read.ok ? read.value.map(({ id }) => id) : read.failure, requested };
}

describe('the pages of a list', () => {
  it('are the largest that the service gives, up to the one that is not full', async () => {
    const { ids, requested } = await readAccount(2000, 1000);
    expect(ids).toHaveLength(2000);
    expect(requested).toEqual(['1000@0', '1000@1000', '1000@2000']);
  });

  it('become smaller after the first that is too large, and miss nothing', async () => {
    const { ids, requested } = await readAccount(600, 300);
    expect(ids).toEqual(Array.from({ length: 600 }, (_, id) => id));
    expect(requested).toEqual(['1000@0', '250@0', '250@250', '250@500']);
  });

  it('fail where the service goes on for ever', async () => {
    const large = await readAccount(1e6, 1000);
    expect(large.ids).toEqual({ kind: 'bad-response', reason: 'too-large' });
    expect(large.requested).toHaveLength(accountBounds.connections / 1000 + 1);
    const small = await readAccount(1e5, 10);
    expect(small.ids).toEqual({ kind: 'bad-response', reason: 'too-large' });
    expect(small.requested.length).toBeLessThanOrEqual(205);
  });

  it('fail where they have more bytes than an account', async () => {
    let requests = 0;
    const read = await readPages(100, () => {
      requests += 1;
      return Promise.resolve(ok(Array(100).fill('x'.repeat(100_000))));
    });
    expect(read).toEqual(fail('bad-response', { reason: 'too-large' }));
    expect(requests).toBe(6);
  });

  it('fail where a few configurations are too large already', async () => {
    const { ids, requested } = await readAccount(20, 1);
    expect(ids).toEqual(tooLarge.failure);
    expect(requested).toEqual(['1000@0', '250@0', '63@0', '16@0', '4@0']);
  });
});
