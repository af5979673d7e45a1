import { flushPromises } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { h, shallowReactive, shallowRef } from 'vue';
import { fail, ok, type Result } from '#contract/failure.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import AutoRenewal from '#renderer/purchases/AutoRenewal.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

const tariffs = [
  { id: 1, days: 30, price: 179 },
  { id: 2, days: 90, price: 483 },
];
const methods = [
  { id: 2, display_name: 'TON', currency: 'TON', min_amount: null, tariffs: [] },
  { id: 1, display_name: 'СБП', currency: 'RUB', min_amount: null, tariffs },
];

/** Auto-renewal of a server as it is now. */
async function form(
  now: { readonly on: boolean; readonly days: number | null },
  sold = methods,
  answer: Result<unknown> = ok({}),
) {
  const page = await openWindow();
  const sent: unknown[] = [];
  page.answer({
    'cloudServers.setAutoRenewal': ({ body }: { readonly body: unknown }) => {
      sent.push(body);
      return answer;
    },
  });
  const renewed = shallowRef({ kind: 'server', id: 3 } as const);
  page.show({
    render: () => h(AutoRenewal, { renewed: renewed.value, ...now, methods: sold }),
  });
  await flushPromises();
  const select = page.root.find('select');
  const offered = () => select.findAll('option').map((option) => option.text());
  const turn = () => page.root.get('[role=switch]').trigger('click').then(flushPromises);
  /** The service says the same again. */
  const readAgain = () => {
    renewed.value = { ...renewed.value };
    return flushPromises();
  };
  return { page, sent, select, offered, turn, readAgain };
}

test('auto-renewal offers the periods that have a price, with it', async () => {
  const { sent, select, offered } = await form({ on: true, days: 30 });
  expect(offered()).toEqual(['30 days · 179\u00A0₽', '90 days · 483\u00A0₽']);
  await select.setValue('90');
  expect(sent).toEqual([{ enabled: true, days: 90 }]);
});

test('a period that the service stores and does not sell is named without a price', async () => {
  const { select, offered } = await form({ on: true, days: 45 });
  expect(offered()).toContain('45 days');
  expect(select.element.value).toBe('45');
});

test('a period chosen while auto-renewal is off is sent when it is turned on, also after a read', async () => {
  const { sent, select, turn, readAgain } = await form({ on: false, days: null });
  await select.setValue('90');
  await readAgain();
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual([{ enabled: true, days: 90 }]);
});

test('a period without a price is not offered where auto-renewal is off', async () => {
  const { select, offered } = await form({ on: false, days: 45 });
  expect(offered()).toEqual(['30 days · 179\u00A0₽', '90 days · 483\u00A0₽']);
  expect(select.element.value).toBe('30');
});

test('a period that is shown and not sold any more gives place to no other, and is not turned on', async () => {
  const sold = shallowReactive([...methods]);
  const { sent, select, turn } = await form({ on: false, days: null }, sold);
  sold.splice(0, 2, ...methods.map((one) => ({ ...one, tariffs: one.tariffs.slice(1) })));
  await flushPromises();
  expect(select.element.value).toBe('30');
  await turn();
  expect(sent).toEqual([]);
});

test('a choice that the service refuses gives way to what it has', async () => {
  const { select } = await form({ on: true, days: 30 }, methods, fail('rejected'));
  await select.setValue('90');
  await flushPromises();
  expect(select.element.value).toBe('30');
});

test.each([
  ['off', { on: false, days: null }, { enabled: true, days: 30 }, { enabled: false }],
  ['on for 60 days', { on: true, days: 60 }, { enabled: false }, { enabled: true, days: 60 }],
  ['on for unknown days', { on: true, days: null }, { enabled: false }, undefined],
])('auto-renewal that was %s is set back as it was', async (_name, now, choice, back) => {
  const { page, sent, turn } = await form(now);
  await turn();
  const { notice } = useToastStore(page.pinia);
  if (notice?.kind === 'said') await notice.undo?.();
  expect([sent, notice?.kind]).toEqual([back === undefined ? [choice] : [choice, back], 'said']);
});
