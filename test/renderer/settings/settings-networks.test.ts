import { expect, test, vi } from 'vitest';
import SettingsChecks from '#renderer/settings/SettingsChecks.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { checkUntilOver } from '#test/renderer/scenes/checks.ts';

test('networks are named and forgotten in the settings, or not remembered at all', async () => {
  const { root, pinia, show, main } = await openWindow({
    before: (opened) => checkUntilOver(opened, ['Guest', 'Phone']),
  });
  await useSettingsStore(pinia).read();
  show(SettingsChecks);
  const remembered = () => root.findAll('summary').length;
  const said = (words: string) => expect.poll(() => root.text()).toContain(words);
  const networks = () => main.ask('checks.networks', {});
  await expect.poll(() => remembered()).toBe(1);
  const details = root.get('details');
  (details.element as HTMLDetailsElement).open = true;
  await details.trigger('toggle');
  await said('results: 2');
  const name = root.get<HTMLInputElement>('[data-networks] input');
  name.element.value = 'Home';
  await name.trigger('change');
  await expect.poll(networks).toMatchObject([{ name: 'Home', isHere: true }]);
  await vi.waitFor(() => root.get('[aria-label="Forget “Home”"]'), patient);
  await root.get('[aria-label="Forget “Home”"]').trigger('click');
  await said('None yet');
  expect(await networks()).toEqual([]);
  await checkUntilOver(main, ['Guest']);
  await root.get('[data-setting^="Remember what works"] [role=switch]').trigger('click');
  await expect.poll(remembered).toBe(0);
  expect(await networks()).toEqual([]);
});
