import type { VueWrapper } from '@vue/test-utils';
import { h, ref } from 'vue';
import { expect, onTestFinished, test, vi } from 'vitest';
import TopUp from '#renderer/money/TopUp.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';
import { patient } from '#test/patient.ts';

/** The form of a top-up, on the page that another one opened with this missing sum. */
async function open(missing: string) {
  const window = await openWindow();
  await window.router.push(`/money?topup=${missing}`);
  window.show(TopUp);
  const form = await vi.waitFor(() => window.root.get('form'), patient);
  const submit = await vi.waitFor(() => {
    const button = form.get('button[type=submit]');
    expect(button.attributes('aria-disabled')).not.toBe('true');
    return button;
  }, patient);
  return { ...window, form, submit };
}

const cardsAround = (root: VueWrapper) =>
  root.get('[data-entry]').element.closest('[tabindex="-1"]');

test('the ways to pay stand in their place before an amount is chosen, which is marked among those offered', async () => {
  const { main, root, show } = await openWindow();
  show(TopUp);
  const ways = () => root.findAll('fieldset [type=radio]').length;
  await vi.waitFor(() => expect(ways()).toBeGreaterThan(1), patient);
  const before = ways();
  expect(root.get('fieldset').text()).not.toContain('…');
  const chosen = root.findAll('button').find((button) => button.text().includes('500'));
  await chosen?.trigger('click');
  expect(ways()).toBe(before);
  await expect.poll(() => root.get('[type=submit]').text()).toContain('500');
  // The one that is shown gives place to no other.
  const input = { query: { amount: 500 } };
  const read = await main.ask('cache.read', { id: 'balance.calculate', input });
  expect(root.find('fieldset :checked').exists()).toBe(true);
  main.send('cache.changed', { ...read, value: (read.value as unknown[]).slice(1) });
  await expect.poll(ways).toBe(before - 1);
  expect(root.find('fieldset :checked').exists()).toBe(false);
  expect(root.findAll('[aria-pressed=true]').map((button) => button.element)).toEqual([
    chosen?.element,
  ]);
  await root.get('input').setValue('501');
  expect(root.findAll('[aria-pressed=true]')).toEqual([]);
});

test('what was topped up at the price that its form showed takes the keyboard to its link', async () => {
  const { main, root, form, submit } = await open('500');
  await root.get('[aria-busy=false] label:nth-child(3) > input').setValue();
  (submit.element as HTMLElement).focus();
  await form.trigger('submit');
  await vi.waitFor(() => root.get('[data-entry]'), patient);
  await expect.poll(() => document.activeElement).toBe(cardsAround(root));
  const price = { amount: 2, currency: 'TON' };
  expect(main.callsOf('purchases.submit')).toMatchObject([{ endpoint: 'balance.topup', price }]);
});

test('a user who went elsewhere meanwhile stays there', async () => {
  const { root, form } = await open('500');
  await form.trigger('submit');
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  const field = document.createElement('input');
  document.body.append(field);
  onTestFinished(() => {
    field.remove();
  });
  field.focus();
  await vi.waitFor(() => root.get('[data-entry]'), patient);
  expect(document.activeElement).toBe(field);
});

test('beside a link that is still open another sum is reached, and takes its place', async () => {
  const { root, form, router } = await open('500');
  await form.trigger('submit');
  const link = await vi.waitFor(() => root.get('[data-entry] button'), patient);
  expect(link.text()).toMatch(/^Pay 500\s₽$/);
  expect(root.get('[data-entry]').text()).toMatch(/500\s₽ \(.+\)/);
  // Also pressed again, with the page at this sum already.
  for (let pressed = 0; pressed < 2; pressed += 1) {
    (document.activeElement as HTMLElement).blur();
    await router.push('/money?topup=499');
    await expect.poll(() => document.activeElement).toBe(link.element);
  }
  expect(root.find('form').exists()).toBe(false);
  await router.push('/money?topup=1599');
  await expect.poll(() => root.find('[type=submit]').text()).toContain('1,599');
  await root.get('form').trigger('submit');
  const links = () => root.findAll('[data-entry]').map((card) => card.get('button').text());
  await expect.poll(links, patient).toEqual([expect.stringMatching(/^Pay 1,599/)]);
});

test.each([
  ['20000', '15000'],
  ['4', '10'],
])('a missing sum of %s is filled in as %s, which can be topped up', async (missing, filled) => {
  const { root } = await open(missing);
  await expect.poll(() => root.get('input').element.value).toBe(filled);
});

test('a payment that has arrived takes the place of the form, and is put away with the page', async () => {
  const { main, root, show } = await openWindow();
  const isShown = ref(true);
  const entries = [purchaseEntry({ endpoint: 'balance.topup' })];
  show({ render: () => (isShown.value ? h(TopUp) : null) });
  await expect.poll(() => root.find('fieldset').exists()).toBe(true);
  main.send('purchases.changed', { entries, unreadable: [], persistent: true });
  await expect.poll(() => root.find('[data-entry]').exists()).toBe(true);
  expect(root.find('form').exists()).toBe(false);
  await root.findAll('button').at(-1)?.trigger('click');
  expect(root.find('form').exists()).toBe(true);
  isShown.value = false;
  await expect.poll(() => main.callsOf('purchases.dismiss')).toEqual([{ id: 'e1' }]);
});
