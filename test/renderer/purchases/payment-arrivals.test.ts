import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { nextTick } from 'vue';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { usePaymentArrivals } from '#renderer/purchases/use-payment-arrivals.ts';
import { mounting, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from './purchase-entry.ts';

test.each([
  ['/settings', '500 ₽ arrived. Balance top-up'],
  ['/money', undefined],
])('on %s a payment that arrives says %s', async (path, said) => {
  const { pinia, router, global } = await mounting();
  await router.push(path);
  const input = { body: { amount: 500, payment_method_id: 3 } };
  const topUp = { endpoint: 'balance.topup', input, productKind: null } as const;
  const journal = (state: PurchaseEntry['state']) => {
    const entries = [purchaseEntry({ ...topUp, state })];
    setMainState(pinia, 'purchases.changed', { entries, unreadable: [], persistent: true });
    return nextTick();
  };
  await journal('waiting');
  mount({ setup: () => (usePaymentArrivals(), () => null) }, { global });
  await journal('done');
  const { notice } = useToastStore(pinia);
  expect(notice?.kind === 'said' ? notice.text.replaceAll('\u00A0', ' ') : undefined).toBe(said);
});
