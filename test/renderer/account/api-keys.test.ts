import { expect, test, vi } from 'vitest';
import AccountKeys from '#renderer/account/AccountKeys.vue';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { patient } from '#test/patient.ts';

/** A new API key was made, and its secret shown. */
async function made() {
  const { main, root, show } = await openWindow();
  const entry = await buy(main, 'apiKeys.create', { name: 'Script' });
  await main.ask('purchases.showKey', { id: entry.id, secret: 'api-key' });
  show(AccountKeys);
  const card = () => root.find('[data-entry]');
  const press = async (text: string) => {
    const button = () =>
      root
        .findAll('button')
        .findLast((each) => [each.text(), each.attributes('title')].includes(text));
    await vi.waitFor(() => button() ?? expect.fail(text), patient);
    await button()?.trigger('click');
  };
  await expect.poll(() => card().exists()).toBe(true);
  return { main, root, card, press };
}

test('making an API key asks one question, with nothing under way while it is open', async () => {
  const { main, root, pinia, show } = await openWindow();
  useToastStore(pinia).start(() => '');
  const asked = Promise.withResolvers<boolean>();
  main.machine.consentDialog.ask = () => asked.promise;
  show(AccountKeys);
  await expect.poll(() => root.find('form').exists()).toBe(true);
  await root.get('form input').setValue('Laptop');
  await root.get('form').trigger('submit');
  await expect.poll(() => root.find('[data-entry] .invisible').exists()).toBe(true);
  expect(root.find('[data-entry] .animate-spin').exists()).toBe(false);
  asked.resolve(true);
  await expect.poll(() => root.get('[data-entry]').text()).toContain('Show and copy the key…');
  expect(main.machine.consentDialog.keys).toEqual([]);
});

test('only the button that shows an API key waits while the key is shown', async () => {
  const { main, root, press } = await made();
  const shown = Promise.withResolvers<boolean>();
  main.machine.consentDialog.showKey = () => shown.promise;
  await press('Show and copy the key…');
  const waiting = () => root.findAll('[data-entry] [aria-busy]').map((button) => button.text());
  await expect.poll(waiting).toEqual(['Show and copy the key…']);
  shown.resolve(false);
  await expect.poll(waiting).toEqual([]);
});

test('what was said of a new API key goes when it is saved', async () => {
  const { card, press } = await made();
  await press('I have saved it');
  await expect.poll(() => card().exists()).toBe(false);
});

test('what was said of a new API key goes with the key', async () => {
  const { main, root, card, press } = await made();
  await expect.poll(() => root.find('li[aria-label=Script]').exists()).toBe(true);
  await root.get('li[aria-label=Script] button').trigger('click');
  await press('Delete the API key');
  await expect.poll(() => main.account.keys.some(({ name }) => name === 'Script')).toBe(false);
  await expect.poll(() => card().exists()).toBe(false);
});

test('what was said of another API key of that name stays', async () => {
  const { main, root, press } = await made();
  await buy(main, 'apiKeys.create', { name: 'Script' });
  const rows = () => root.findAll('li[aria-label=Script]');
  await expect.poll(() => rows().length).toBe(2);
  const before = main.account.keys.length;
  await rows()[0]?.get('button').trigger('click');
  await press('Delete the API key');
  await expect.poll(() => rows().length).toBe(1);
  expect(main.account.keys).toHaveLength(before - 1);
  await main.idle();
  expect(root.findAll('[data-entry]')).toHaveLength(1);
});
