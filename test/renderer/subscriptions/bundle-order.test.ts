import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import BundleItems from '#renderer/subscriptions/BundleItems.vue';
import type { BundleItem } from '#renderer/subscriptions/bundle.ts';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

const items = ['a', 'b', 'c'].map((key): BundleItem => ({
  key,
  type: 'user_config',
  title: key,
  about: '',
  valid: true,
  input: null,
}));

async function list() {
  const { global } = await mounting();
  const mounted = mount(BundleItems, { props: { items }, global });
  const rows = mounted.findAll('li');
  const row = (n: number) => rows[n] ?? mounted.get('li');
  return { mounted, row };
}

test('an item is moved to where it is dropped', async () => {
  const { mounted, row } = await list();
  await row(0).trigger('dragstart');
  await row(2).trigger('dragover');
  await row(2).trigger('drop');
  await row(0).trigger('dragend');
  const changes = mounted.emitted<[BundleItem[]]>('change') ?? [];
  expect(changes.map(([order]) => order.map(({ key }) => key).join(''))).toEqual(['bca']);
});

test('an item whose drag ends outside of the list stays where it is', async () => {
  const { mounted, row } = await list();
  await row(0).trigger('dragstart');
  await row(2).trigger('dragover');
  await row(0).trigger('dragend');
  expect(mounted.emitted('change')).toBeUndefined();
});
