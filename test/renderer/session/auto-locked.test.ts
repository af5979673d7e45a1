import { flushPromises } from '@vue/test-utils';
import { expect, test } from 'vitest';
import AutoLockedPage from '#renderer/app/AutoLockedPage.vue';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

const passphrase = 'correct horse battery';

test('who refused to forget the passphrase types on in its field; a wrong one is taken away and said; the right one opens the account', async () => {
  const { main, root, pinia, show } = await openWindow();
  const session = useSessionStore(pinia);
  await main.ask('session.setPassphrase', { current: '', next: passphrase });
  await main.ask('session.lock', {});
  show(AutoLockedPage);
  await flushPromises();
  const field = root.get('input');
  expect(document.activeElement).toBe(field.element);

  const [unlock, forgotten] = ['Unlock', 'Forgot the passphrase?'].map((name) =>
    root.findAll('button').find((button) => button.text() === name),
  );
  main.machine.consentDialog.agrees = false;
  forgotten?.element.focus();
  await forgotten?.trigger('click');
  expect(session.busy).toBe(true);
  expect(unlock?.attributes('aria-busy')).toBeUndefined();
  expect(forgotten?.attributes('aria-busy')).toBe('true');
  await expect.poll(() => session.busy).toBe(false);
  await expect.poll(() => document.activeElement).toBe(field.element);

  await root.get('button[aria-label=Show]').trigger('click');
  expect(field.element.type).toBe('text');
  await field.setValue('something else');
  await root.get('form').trigger('submit');
  expect(unlock?.attributes('aria-busy')).toBe('true');
  await expect.poll(() => root.find('[role=alert]').text()).toBe('Wrong passphrase.');
  expect([field.element.value, field.element.type]).toEqual(['', 'password']);
  await field.setValue(passphrase);
  await root.get('form').trigger('submit');
  await expect.poll(() => session.state.status).toBe('signed-in');
});
