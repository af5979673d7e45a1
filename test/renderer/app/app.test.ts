import { flushPromises, shallowMount } from '@vue/test-utils';
import { expect, onTestFinished, test } from 'vitest';
import App from '#renderer/app/App.vue';
import AppShell from '#renderer/app/AppShell.vue';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import { answeredByMain, mounting, openWindow } from '#test/renderer/lib/window-fixture.ts';

const account = (id: string) => ({ id, service: 'https://api.example.com', name: '' });

/** The window as it is mounted: before or after main has answered which account is open. */
async function open(path: string, isKnown = false) {
  const { main } = await answeredByMain();
  const session = await main.ask('session.get', {});
  const { pinia, router, global } = await mounting();
  await router.push(path);
  if (isKnown) await useSessionStore(pinia).read();
  /** Where the window was when the pages of an account were mounted. */
  const mounted: string[] = [];
  const AppShell = {
    setup: () => {
      mounted.push(router.currentRoute.value.path);
      return () => null;
    },
  };
  const app = shallowMount(App, { global: { ...global, stubs: { AppShell } } });
  onTestFinished(() => {
    app.unmount();
  });
  await useSessionStore(pinia).read();
  await flushPromises();
  const sign = async (id: string | null) => {
    main.send('session.changed', {
      ...session,
      ...(id === null && { status: 'signed-out', account: null }),
      ...(id !== null && id !== 'the same' && { account: account(id) }),
    });
    await flushPromises();
    return router.currentRoute.value.path;
  };
  return { pinia, router, sign, mounted };
}

test('the page of the last run stays when the account opens; Ctrl+A marks no text of it but in a field', async () => {
  const { router } = await open('/connections/config:5');
  expect(router.currentRoute.value.path).toBe('/connections/config:5');
  const key = { key: 'a', ctrlKey: true, bubbles: true, cancelable: true };
  const field = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => field.remove());
  const isMarked = (target: Element, own = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { ...key, ...own }));
  expect([isMarked(document.body), isMarked(field)]).toEqual([false, true]);
  expect(isMarked(document.body, { key: 'ф', code: 'KeyA' })).toBe(false);
});

test('another account begins at the list of connections, also after a sign-out', async () => {
  const { router, sign } = await open('/connections/config:5');
  expect(await sign('a2')).toBe('/connections');
  await router.push('/connections/config:6');
  await sign(null);
  expect(await sign('a3')).toBe('/connections');
});

test('the first switch of a run leaves the page before the other account is shown', async () => {
  const { sign, mounted } = await open('/cloud-servers/1036', true);
  expect(await sign('a2')).toBe('/connections');
  expect(mounted).toEqual(['/cloud-servers/1036', '/connections']);
});

test('another account opens over what was typed in the one that was left', async () => {
  const { pinia, sign, mounted } = await open('/cloud-servers/1036', true);
  useUnsavedStore(pinia).add({ changed: () => true, discard: () => undefined });
  expect(await sign('a2')).toBe('/connections');
  expect(mounted).toEqual(['/cloud-servers/1036', '/connections']);
});

test('the same account returns to where it was, as after the keychain was locked', async () => {
  const { sign } = await open('/connections/config:5');
  await sign(null);
  expect(await sign('the same')).toBe('/connections/config:5');
});

test('a screen that cannot be drawn leaves the others alive', async () => {
  const { root, router, show } = await openWindow();
  const errors: unknown[] = [];
  root.vm.$.appContext.config.errorHandler = (error) => errors.push(error);
  const spoilt = () => {
    throw new RangeError('Invalid time value');
  };
  router.addRoute({ path: '/money', component: { render: spoilt } });
  router.addRoute({ path: '/settings', component: { render: () => 'Settings here' } });
  await router.push('/money');
  show(AppShell);
  await expect.poll(() => root.get('main').text()).toContain('This part cannot be shown');
  expect(errors).toHaveLength(1);
  await router.push('/settings');
  await expect.poll(() => root.get('main').text()).toBe('Settings here');
});
