import { useQueryCache } from '@pinia/colada';
import { flushPromises } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { ref } from 'vue';
import { fail, ok, type Failure } from '#contract/failure.ts';
import { useAction } from '#renderer/lib/mutations/use-action.ts';
import { useConnectionQuery } from '#renderer/lib/queries/use-connection-query.ts';
import { endpointKeys, useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { sbpBanks } from '#service/catalog/banks.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { openWindow } from './window-fixture.ts';

const banks = sbpBanks;
const others = [{ id: '2', name: 'Two' }];

async function open(setup: Setup = {}) {
  const page = await openWindow(setup);
  const changed = (value: unknown) => {
    page.main.send('cache.changed', {
      id: 'referral.sbpBanks',
      input: {},
      value,
      fetchedAt: Date.now(),
      stale: false,
      failure: null,
    });
  };
  return {
    ...page,
    changed,
    read: () => page.use(() => useEndpointQuery('referral.sbpBanks', {})),
  };
}

describe('a read', () => {
  test('is requested once for all components that show it, and changes in all of them', async () => {
    const page = await open();
    const [one, other] = await Promise.all([page.read(), page.read()]);
    await expect.poll(() => one.used.data.value).toEqual(banks);
    expect(other.used.data.value).toEqual(banks);
    expect(page.main.callsOf('cache.read')).toEqual([{ id: 'referral.sbpBanks', input: {} }]);
    page.changed(others);
    expect([one.used.data.value, other.used.data.value]).toEqual([others, others]);
  });

  test('keeps what was pushed while an older answer was on its way', async () => {
    const page = await open({ commands: { 'cache.read': 30 } });
    const { used } = await page.read();
    await flushPromises();
    page.changed(others);
    expect(used.data.value).toEqual(others);
    await page.main.idle();
    await flushPromises();
    expect(used.data.value).toEqual(others);
  });

  test('says why it failed, and recovers when it is refreshed', async () => {
    const commands: Record<string, Failure> = { 'cache.read': { kind: 'unsent' } };
    const page = await open({ commands });
    const { used } = await page.read();
    await expect.poll(() => used.error.value).toEqual({ kind: 'unsent' });
    expect(used.data.value).toBeUndefined();
    delete commands['cache.read'];
    await used.refresh();
    await expect.poll(() => [used.data.value, used.error.value]).toEqual([banks, null]);
  });

  test('requests nothing without an input, and shows nothing of another one', async () => {
    const page = await open();
    const amount = ref<number | null>(null);
    const { used } = await page.use(() =>
      useEndpointQuery('balance.calculate', () =>
        amount.value === null ? null : { query: { amount: amount.value } },
      ),
    );
    await flushPromises();
    expect(page.main.callsOf('cache.read')).toEqual([]);
    amount.value = 100;
    await expect.poll(() => used.data.value).toHaveLength(4);
    amount.value = null;
    expect(used.data.value).toBeUndefined();
    expect(page.main.callsOf('cache.read')).toHaveLength(1);
  });

  test('is not shown to the account that is opened next', async () => {
    const page = await open();
    const before = await page.read();
    await expect.poll(() => before.used.data.value).toEqual(banks);
    page.switchTo('a2');
    expect(useSessionStore(page.pinia).state.account?.id).toBe('a2');
    const after = await page.read();
    expect(after.used.data.value).toBeUndefined();
  });

  test('is requested again when the service can be reached again', async () => {
    const page = await open();
    const sync = await page.main.ask('sync.get', {});
    page.main.send('sync.changed', { ...sync, network: 'offline', offlineSince: 1 });
    const { used } = await page.read();
    await expect.poll(() => used.data.value).toEqual(banks);
    page.main.send('sync.changed', sync);
    await expect.poll(() => page.main.callsOf('cache.read')).toHaveLength(2);
  });

  test('is forgotten with the last component that shows it', async () => {
    const page = await open({ commands: { 'cache.read': 5 } });
    const first = await page.read();
    await expect.poll(() => first.used.data.value).toEqual(banks);
    await first.close();
    await expect
      .poll(() => useQueryCache(page.pinia).getEntries({ key: [endpointKeys] }))
      .toEqual([]);
    const second = await page.read();
    expect(second.used.data.value).toBeUndefined();
  });
});

describe('the selected connection', () => {
  test('keeps what a change answered with while an older answer was on its way', async () => {
    const page = await open({ commands: { 'connections.get': 300 } });
    const key = page.main.keyOf('Phone');
    const { used } = await page.use(() => useConnectionQuery(ref(key)));
    await expect.poll(() => used.data.value).not.toBeNull();
    const before = used.data.value;
    const calls = page.main.callsOf('connections.get').length;
    const phone = page.main.account.configs.find(({ title }) => title === 'Phone');
    Object.assign(phone ?? {}, { title: 'Older' });
    await page.main.refresh();
    await expect.poll(() => page.main.callsOf('connections.get').length).toBe(calls + 1);
    if (before !== null) used.set({ ...before, title: 'Newer' });
    await page.main.idle();
    await flushPromises();
    expect(used.data.value?.title).toBe('Newer');
  });

  test('is read when the selection has rested on it, and again when it changes', async () => {
    const page = await open();
    const first = page.main.keyOf('Phone');
    const second = page.main.keyOf('Router');
    const third = page.main.keyOf('Desktop');
    const key = ref(first);
    const { used } = await page.use(() => useConnectionQuery(key));
    await expect.poll(() => used.data.value?.key).toBe(first);
    key.value = second;
    expect(used.data.value).toBeNull();
    await flushPromises();
    key.value = third;
    await expect.poll(() => used.data.value?.key).toBe(third);
    expect(page.main.callsOf('connections.get')).not.toContainEqual({ key: second });
    const before = page.main.callsOf('connections.get').length;
    const desktop = page.main.account.configs.find(({ title }) => title === 'Desktop');
    Object.assign(desktop ?? {}, { title: 'Renamed' });
    await page.main.refresh();
    await expect.poll(() => page.main.callsOf('connections.get').length).toBeGreaterThan(before);
  });
});

test('a change is sent one at a time, and says what it failed with until the next', async () => {
  const page = await open();
  const { used } = await page.use(useAction);
  let answer: (ended: ReturnType<typeof fail>) => void = () => undefined;
  const first = used.run(() => new Promise((resolve) => (answer = resolve)));
  expect(used.busy.value).toBe(true);
  expect(await used.run(() => Promise.resolve(ok(1)))).toEqual(fail('aborted'));
  answer(fail('offline'));
  expect(await first).toEqual(fail('offline'));
  expect([used.busy.value, used.error.value]).toEqual([false, { kind: 'offline' }]);
  expect(await used.run(() => Promise.resolve(ok(used.error.value)))).toEqual(ok(null));
});
