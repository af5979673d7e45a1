import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { ref } from 'vue';
import { usePaletteChoices } from '#renderer/palette/palette-choices.ts';
import SettingsLock from '#renderer/settings/SettingsLock.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a session that is not kept cannot be locked: the settings and the palette say so', async () => {
  const { root, show, use } = await openWindow({
    machine: (machine) => (machine.secrets.state = 'absent'),
  });
  show(SettingsLock);
  await flushPromises();
  expect(root.get('select').element.disabled).toBe(true);
  expect(root.text()).toContain('A session that is not kept cannot be locked.');
  const { used } = await use(() => usePaletteChoices(ref('lock now')));
  await expect
    .poll(() => used.value[0])
    .toMatchObject({ action: { label: 'A session that is not kept cannot be locked.' } });
});

test('the time of locking stays chosen where main’s question about switching it off is refused', async () => {
  const { main, root, pinia, show } = await openWindow({ settings: { lockMinutes: 5 } });
  await useSettingsStore(pinia).read();
  show(SettingsLock);
  const select = await vi.waitFor(() => root.get('select'), patient);
  expect(select.element.value).toBe('5');
  main.machine.consentDialog.agrees = false;
  await select.setValue('0');
  await expect.poll(() => main.callsOf('settings.set')).toEqual([{ lockMinutes: 0 }]);
  // It is drawn anew.
  await expect.poll(() => root.get('select').element.value).toBe('5');
});

test('a passphrase that main is setting already is not said to be cancelled', async () => {
  const { main, root, show } = await openWindow();
  show(SettingsLock);
  const opener = () => root.findAll('button').find((one) => one.text() === 'Set…');
  await expect.poll(opener).toBeDefined();
  await opener()?.trigger('click');
  for (const field of root.findAll('form input')) await field.setValue('correct horse battery');
  void root.get('form').trigger('submit');
  await expect.poll(() => main.callsOf('session.setPassphrase')).toHaveLength(1);
  await root.get('form').trigger('keydown', { key: 'Escape' });
  expect(root.find('form').exists()).toBe(true);
  expect(root.text()).toContain('Not set.');
  await expect.poll(() => root.find('form').exists()).toBe(false);
  expect((await main.ask('session.get', {})).passphrase).toBe(true);
  expect(root.text()).toContain('Set. Needed at every start');
});
