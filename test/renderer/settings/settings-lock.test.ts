import { expect, test, vi } from 'vitest';
import SettingsLock from '#renderer/settings/SettingsLock.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

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
