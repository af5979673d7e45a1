import { expect, test, vi } from 'vitest';
import SettingsPassphrase from '#renderer/settings/SettingsPassphrase.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('a passphrase that is too short is said at its field, which has the keyboard', async () => {
  const { root, show } = await openWindow();
  show(SettingsPassphrase);
  const open = await vi.waitFor(() => root.get('button'), patient);
  await open.trigger('click');
  const [next, again] = root.findAll('input');
  await next?.setValue('short');
  await again?.setValue('short');
  again?.element.focus();
  await root.get('form').trigger('submit');
  await expect.poll(() => document.activeElement).toBe(next?.element);
  expect(next?.attributes('aria-invalid')).toBe('true');
});
