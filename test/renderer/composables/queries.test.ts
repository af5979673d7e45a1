import { useQueryCache } from '@pinia/colada';
import { flushPromises } from '@vue/test-utils';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ref } from 'vue';
import { fail, ok } from '#contract/failure.ts';
import { useAction } from '#renderer/composables/mutations/use-action.ts';
import { useConnectionQuery } from '#renderer/composables/queries/use-connection-query.ts';
import {
  endpointKeys,
  useEndpointQuery,
} from '#renderer/composables/queries/use-endpoint-query.ts';
import { useSessionStore } from '#renderer/stores/session.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import { openWindow } from './window-fixture.ts';

const banks = [{ id: '1', name: 'One' }];
const others = [{ id: '2', name: 'Two' }];

async function open(options: FakeOptions = {}) {
  const page = await openWindow({ library: { 'referral.sbpBanks': banks }, ...options });
  onTestFinished(page.close);
  const changed = (value: unknown) => {
    page.control.emit('cache.changed', {
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
    expect(page.calls('cache.read')).toEqual([{ id: 'referral.sbpBanks', input: {} }]);
    page.changed(others);
    expect([one.used.data.value, other.used.data.value]).toEqual([others, others]);
  });

  test('keeps what was pushed while an older answer was on its way', async () => {
    const page = await open({ latencies: { 'cache.read': 30 } });
    const { used } = await page.read();
    await flushPromises();
    page.changed(others);
    expect(used.data.value).toEqual(others);
    await expect.poll(() => page.control.underWay).toBe(0);
    await flushPromises();
    expect(used.data.value).toEqual(others);
  });

  test('says why it failed, and recovers when it is refreshed', async () => {
    const failures: NonNullable<FakeOptions['failures']> = { 'cache.read': { kind: 'unsent' } };
    const page = await open({ failures });
    const { used } = await page.read();
    await expect.poll(() => used.error.value).toEqual({ kind: 'unsent' });
    expect(used.data.value).toBeUndefined();
    delete failures['cache.read'];
    await used.refresh();
    expect([used.data.value, used.error.value]).toEqual([banks, null]);
  });

  test('requests nothing without an input, and shows nothing of another one', async () => {
    const page = await open({ library: { 'balance.calculate': others } });
    const amount = ref<number | null>(null);
    const { used } = await page.use(() =>
      useEndpointQuery('balance.calculate', () =>
        amount.value === null ? null : { query: { amount: amount.value } },
      ),
    );
    await flushPromises();
    expect(page.calls('cache.read')).toEqual([]);
    amount.value = 100;
    await expect.poll(() => used.data.value).toEqual(others);
    amount.value = null;
    expect(used.data.value).toBeUndefined();
    expect(page.calls('cache.read')).toHaveLength(1);
  });

  test('is not shown to the account that is opened next', async () => {
    const page = await open();
    const before = await page.read();
    await expect.poll(() => before.used.data.value).toEqual(banks);
    page.control.setSession({ account: { id: 'a2', service: 'https://b.example', name: '' } });
    expect(useSessionStore(page.pinia).state.account?.id).toBe('a2');
    const after = await page.read();
    expect(after.used.data.value).toBeUndefined();
  });

  test('is requested again when the service can be reached again', async () => {
    const page = await open({ sync: { network: 'offline', offlineSince: 1 } });
    const { used } = await page.read();
    await expect.poll(() => used.data.value).toEqual(banks);
    page.control.setSync({ network: 'online', offlineSince: null });
    await expect.poll(() => page.calls('cache.read')).toHaveLength(2);
  });

  test('is forgotten with the last component that shows it', async () => {
    const page = await open({ latencies: { 'cache.read': 5 } });
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
  test('is read when the selection has rested on it, and again when it changes', async () => {
    const page = await open();
    const [first, second, third] = page.control.all().map(({ key }) => key);
    if (first === undefined || second === undefined || third === undefined) throw new Error('few');
    const key = ref(first);
    const { used } = await page.use(() => useConnectionQuery(key));
    await expect.poll(() => used.data.value?.key).toBe(first);
    key.value = second;
    expect(used.data.value).toBeNull();
    await flushPromises();
    key.value = third;
    await expect.poll(() => used.data.value?.key).toBe(third);
    expect(page.calls('connections.get')).toEqual([{ key: first }, { key: third }]);
    page.control.change((all) => all);
    await expect.poll(() => page.calls('connections.get')).toHaveLength(3);
  });
});

describe('a change', () => {
  test('is sent one at a time, and says what it failed with until the next', async () => {
    const page = await open();
    const { used } = await page.use(useAction);
    let answer: (ended: ReturnType<typeof fail>) => void = () => undefined;
    const first = used.run(() => new Promise((resolve) => (answer = resolve)));
    expect(used.busy.value).toBe(true);
    expect(await used.run(() => Promise.resolve(ok(1)))).toEqual(fail('aborted'));
    answer(fail('offline'));
    expect(await first).toEqual(fail('offline'));
    expect([used.busy.value, used.error.value]).toEqual([false, { kind: 'offline' }]);
    expect(await used.run(() => Promise.resolve(ok(2)))).toEqual(ok(2));
    expect(used.error.value).toBeNull();
  });
});
