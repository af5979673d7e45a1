import { expect, test, vi } from 'vitest';
import { h, nextTick, shallowRef } from 'vue';
import type { PaymentMethod } from '#contract/records/shared.ts';
import { usePayment, type Payment } from '#renderer/purchases/use-payment.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

const method: PaymentMethod = {
  id: 1,
  display_name: 'SBP',
  currency: 'RUB',
  min_amount: null,
  tariffs: [
    { id: 10, days: 30, price: 199 },
    { id: 11, days: 365, price: 1890 },
  ],
};

test('the duration and the way to pay that a form shows as selected outlive another order, and give place to no other', async () => {
  const { show } = await openWindow();
  const methods = shallowRef<readonly PaymentMethod[]>([method]);
  const payments: Payment[] = [];
  show({
    setup() {
      payments.push(
        usePayment(
          () => methods.value,
          () => 'config',
        ),
      );
      return () => h('p');
    },
  });
  const [payment] = await vi.waitUntil(() => payments.length > 0 && payments, patient);
  expect(payment?.offer.value?.days).toBe(30);
  methods.value = [{ ...method, tariffs: method.tariffs.toReversed() }];
  await nextTick();
  expect(payment?.cost.value).toEqual({ amount: 199, currency: 'RUB' });
  methods.value = [{ ...method, tariffs: method.tariffs.slice(1) }];
  await nextTick();
  expect(payment?.offer.value).toBeUndefined();
  expect(payment?.problem.value).toBe('Choose for how long.');
  payment?.chooseDays(365);
  expect(payment?.body.value).toEqual({ tariff_id: 11 });
  payment?.choose(1);
  methods.value = [{ ...method, id: 2 }];
  await nextTick();
  expect([payment?.way.value, payment?.offer.value]).toEqual([1, undefined]);
  const foreign = [3, 4].map((id) => ({ ...method, id, currency: 'TON' }));
  methods.value = foreign;
  payment?.forget();
  await nextTick();
  for (const left of [foreign.toReversed(), foreign.slice(1)]) {
    methods.value = left;
    await nextTick();
    expect(payment?.way.value).toBe(3);
  }
  expect(payment?.offer.value).toBeUndefined();
});
