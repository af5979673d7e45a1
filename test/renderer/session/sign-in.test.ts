import { flushPromises } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { TransportError } from '#core/kernel/ports.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import SignInPage from '#renderer/session/SignInPage.vue';
import { eventually } from '#test/renderer/eventually.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('a key that is pasted into the address goes to its own field; it stays where the service was not reached, main’s question was refused or the service does not know it; what is pasted takes its place, unless it is longer; the address is known for another account', async () => {
  const { main, root, pinia, show } = await openWindow({ signedOut: true });
  const session = useSessionStore(pinia);
  show(SignInPage);
  await flushPromises();
  const address = () => root.get<HTMLInputElement>('input[name=service]');
  const key = () => root.get<HTMLInputElement>('input[name=key]');
  const alert = () => root.find('[role=alert]').exists();
  const submit = async () => {
    await root.get('form').trigger('submit');
    await eventually(main, () => session.busy).toBe(false);
  };
  main.unreachable = new TransportError('dns', false);
  await address().setValue('api.example.org');
  await address().setValue(`api.example.org ${main.key}`);
  await expect.poll(() => document.activeElement).toBe(key().element);
  expect([address().element.value, key().element.value]).toEqual(['api.example.org', main.key]);
  expect(root.text()).toContain('Moved here from the address field.');
  await submit();
  await expect.poll(alert).toBe(true);
  expect(key().element.value).toBe(main.key);
  await address().setValue('api.example.com');
  await expect.poll(alert).toBe(false);

  main.unreachable = undefined;
  main.machine.consentDialog.agrees = false;
  root.get<HTMLElement>('button[type=submit]').element.focus();
  await submit();
  await expect.poll(() => document.activeElement).toBe(key().element);
  expect(useToastStore(pinia).notice).toBeNull();
  expect(key().element.value).toBe(main.key);

  main.machine.consentDialog.agrees = true;
  const wrong = `${main.key.slice(0, -1)}${main.key.endsWith('x') ? 'y' : 'x'}`;
  await key().setValue(wrong);
  await submit();
  await expect.poll(() => root.find('[role=alert]').text()).toContain('API key');
  expect(document.activeElement).toBe(key().element);
  const { selectionStart, selectionEnd, value } = key().element;
  expect([selectionStart, selectionEnd, value]).toEqual([0, wrong.length, wrong]);

  await key().setValue(`${main.key}abc`);
  await root.get('form').trigger('submit');
  expect(root.text()).toContain('This is longer than a key.');

  await key().setValue(main.key);
  await submit();
  await expect.poll(() => session.state.status).toBe('signed-in');
  show(SignInPage);
  const known = () => root.findAll<HTMLInputElement>('input[name=service]').at(-1)?.element.value;
  await expect.poll(known).toBe(session.state.account?.service);
});
