import { describe, expect, it } from 'vitest';
import type { CachedRead } from '#contract/ipc/cache.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { createReadCache } from '#core/cache/read-cache.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { manualClock, sealedOver, settled } from '#test/core/fakes.ts';

function run(vault: Vault, answers: Result<unknown>[] = []) {
  const clock = manualClock();
  const requested: string[] = [];
  const published: CachedRead[] = [];
  const client: ApiClient = {
    call: ((id: string) => {
      requested.push(id);
      return Promise.resolve(answers.shift() ?? fail('offline'));
    }) as ApiClient['call'],
  };
  const readCache = createReadCache({
    onStored: () => undefined,
    client,
    vault: sealedOver(vault),
    clock,
    publish: (entry) => published.push(entry),
  });
  return { readCache, clock, requested, published };
}

const profile = {
  id: 5,
  email: 'a@example.com',
  uuid: null,
  subscription_key: 'sub-secret',
  sign_in_method: 'authCode',
  referral_balance: 0,
  balance: 0,
  referrals_count: 0,
  is_messenger_connected: false,
  referral_code: 'r',
  onboarding_completed: true,
};

it('the reads of an account are the newest alone, in memory and in the vault', async () => {
  const vault = createMemoryVault();
  const { readCache } = run(vault, Array<Result<unknown>>(1100).fill(ok([])));
  const on = (server_id: number) => ({ path: { server_id } });
  for (let id = 0; id < 1100; id += 1) {
    await readCache.fetch('cloudServers.configs', on(id), 'background');
  }
  const reads = (cache: typeof readCache) =>
    Array.from({ length: 1100 }, (_, id) => cache.cached('cloudServers.configs', on(id))).filter(
      (read) => read !== undefined,
    ).length;
  expect(vault.readAll('a', 'read-cache')).toHaveLength(accountBounds.cachedReads);
  expect([reads(readCache), reads(run(vault).readCache)]).toEqual([1000, 1000]);
});

it('what of thousands of things was never read is not looked for', () => {
  const vault = createMemoryVault();
  let opened = 0;
  const { readCache } = run({ ...vault, read: (of) => ((opened += 1), vault.read(of)) });
  for (let id = 0; id < 5000; id += 1)
    readCache.cached('paidOptions.subscription', { path: { id } });
  expect(opened).toBeLessThan(10);
});

describe('a cached read', () => {
  it('is absent at first, and pushed when it arrives', async () => {
    const { readCache, published, clock } = run(createMemoryVault(), [ok(profile)]);
    expect(readCache.read('profile.get', {})).toMatchObject({ fetchedAt: null, stale: true });
    await settled();
    expect(published).toMatchObject([{ id: 'profile.get', stale: false, fetchedAt: clock.now() }]);
  });

  it('is passed to the window without the secret fields', async () => {
    const { readCache, published } = run(createMemoryVault(), [ok(profile)]);
    readCache.read('profile.get', {});
    await settled();
    expect(published[0]?.value).toEqual({ ...profile, subscription_key: null });
    expect(readCache.text('profile.get', {}, 'email')).toBe(profile.email);
    expect(readCache.text('profile.get', {}, 'subscription_key')).toBe('sub-secret');
  });

  it('is shown at once after a restart, and refreshed only when it is old', async () => {
    const vault = createMemoryVault();
    const first = run(vault, [ok(profile)]);
    await first.readCache.fetch('profile.get', {}, 'user');
    const second = run(vault);
    expect(second.readCache.read('profile.get', {})).toMatchObject({ stale: false });
    expect(second.requested).toEqual([]);
    await second.clock.advance(5 * 60_000 + 1);
    expect(second.readCache.read('profile.get', {})).toMatchObject({
      stale: true,
      value: { id: 5 },
    });
    expect(second.requested).toEqual(['profile.get']);
  });

  it('that no longer matches its endpoint’s schema is discarded and fetched again', async () => {
    const vault = createMemoryVault();
    const first = run(vault, [ok({ ...profile, email: 5 })]);
    await first.readCache.fetch('profile.get', {}, 'user');
    const second = run(vault, [ok(profile)]);
    expect(second.readCache.read('profile.get', {})).toMatchObject({
      fetchedAt: null,
      stale: true,
    });
    await settled();
    expect(second.published).toMatchObject([{ stale: false, value: { id: 5 } }]);
  });

  it('is out of date, and fetched again, after the clock was set back', async () => {
    const { readCache, clock, requested } = run(createMemoryVault(), [ok(profile), ok(profile)]);
    await readCache.fetch('profile.get', {}, 'user');
    expect(readCache.read('profile.get', {}).stale).toBe(false);
    clock.jump(-24 * 60 * 60_000);
    expect(readCache.read('profile.get', {}).stale).toBe(true);
    await settled();
    expect(requested).toEqual(['profile.get', 'profile.get']);
    expect(readCache.read('profile.get', {}).stale).toBe(false);
  });

  it('keeps its value when a refresh fails, and says what failed', async () => {
    const { readCache, published } = run(createMemoryVault(), [ok(profile), fail('timeout')]);
    readCache.read('profile.get', {});
    await settled();
    readCache.makeStale(['profile.get']);
    await settled();
    expect(published.at(-1)).toMatchObject({ value: { id: 5 }, failure: { kind: 'timeout' } });
  });

  it('is one request for all concurrent callers, and another for another input', async () => {
    const { readCache, requested } = run(createMemoryVault());
    readCache.read('paidOptions.subscription', { path: { id: 1 } });
    readCache.read('paidOptions.subscription', { path: { id: 1 } });
    readCache.read('paidOptions.subscription', { path: { id: 2 } });
    await settled();
    expect(requested).toHaveLength(2);
  });

  it('that is read ahead is answered once it is fresh, and requested anew when it is old', async () => {
    const { readCache, clock, requested } = run(createMemoryVault(), [ok([]), ok([])]);
    const query = { location_id: 1, protocol: 'vless' };
    const readAhead = () => readCache.readAhead('configs.availableServers', { query });
    expect(await readAhead()).toMatchObject({ value: [], stale: false });
    await readAhead();
    expect(requested).toHaveLength(1);
    await clock.advance(300_001);
    await readAhead();
    expect(requested).toHaveLength(2);
  });

  it('is read again after a change only where the window has requested it', async () => {
    const { readCache, requested } = run(createMemoryVault(), [ok(profile), ok([]), ok(profile)]);
    readCache.read('profile.get', {});
    await readCache.fetch('cloudServers.list', {}, 'background');
    readCache.makeStale(['profile.get', 'cloudServers.list']);
    await settled();
    expect(requested).toEqual(['profile.get', 'cloudServers.list', 'profile.get']);
  });

  it('is not read again after a change once the window shows it no longer, until it is requested', async () => {
    const { readCache, requested, clock } = run(createMemoryVault(), [ok(profile), ok(profile)]);
    readCache.read('profile.get', {});
    await clock.advance(150_000);
    readCache.makeStale(['profile.get']);
    await settled();
    expect(requested).toEqual(['profile.get']);
    readCache.read('profile.get', {});
    await settled();
    expect(requested).toEqual(['profile.get', 'profile.get']);
  });

  it('that was sent before a change is sent again, and its first answer is discarded', async () => {
    const { readCache, requested, published } = run(createMemoryVault(), [
      ok({ ...profile, email: 'before@example.com' }),
      ok({ ...profile, email: 'after@example.com' }),
    ]);
    readCache.read('profile.get', {});
    readCache.makeStale(['profile.get']);
    await settled();
    expect(requested).toEqual(['profile.get', 'profile.get']);
    expect(published).toMatchObject([{ stale: false, value: { email: 'after@example.com' } }]);
  });

  it('of another cloud server is left alone by a change on one', async () => {
    const { readCache, requested } = run(createMemoryVault(), [ok([]), ok([]), ok([])]);
    for (const server_id of [1, 2]) readCache.read('cloudServers.configs', { path: { server_id } });
    await settled();
    readCache.makeStale(['cloudServers.configs'], { path: { server_id: 1, id: 9 } });
    await settled();
    expect(requested).toHaveLength(3);
    const one = readCache.read('cloudServers.configs', { path: { server_id: 2 } });
    expect(one.stale).toBe(false);
  });
});
