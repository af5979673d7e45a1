import { flushPromises, shallowMount } from '@vue/test-utils';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import App from '#renderer/app/App.vue';
import { createI18n, setLanguage } from '#renderer/lib/i18n.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import { ipcOf, openStores } from '#test/renderer/lib/window-fixture.ts';
import { openMain } from '#test/renderer/window/account.ts';

const account = (id: string) => ({ id, service: 'https://api.example.com', name: '' });

/** The window as it is mounted: before or after main has answered which account is open. */
async function open(path: string, isKnown = false) {
  const main = await openMain();
  onTestFinished(() => main.stop());
  Object.assign(window, { culvert: ipcOf(main) });
  const session = await main.ask('session.get', {});
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)', component: { render: () => null } }],
  });
  await router.push(path);
  const pinia = openStores();
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  if (isKnown) await useSessionStore(pinia).read();
  /** Where the window was when the pages of an account were mounted. */
  const mounted: string[] = [];
  const AppShell = {
    setup: () => {
      mounted.push(router.currentRoute.value.path);
      return () => null;
    },
  };
  const app = shallowMount(App, {
    global: { plugins: [pinia, i18n, router], stubs: { AppShell } },
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
  return { app, router, sign, mounted };
}

test('the page of the last run stays when the account opens', async () => {
  const { app, router } = await open('/connections/config:5');
  expect(router.currentRoute.value.path).toBe('/connections/config:5');
  app.unmount();
});

test('another account begins at the list of connections, also after a sign-out', async () => {
  const { app, router, sign } = await open('/connections/config:5');
  expect(await sign('a2')).toBe('/connections');
  await router.push('/connections/config:6');
  await sign(null);
  expect(await sign('a3')).toBe('/connections');
  app.unmount();
});

test('the first switch of a run leaves the page before the other account is shown', async () => {
  const { app, sign, mounted } = await open('/cloud-servers/1036', true);
  expect(await sign('a2')).toBe('/connections');
  expect(mounted).toEqual(['/cloud-servers/1036', '/connections']);
  app.unmount();
});

test('another account opens over what was typed in the one that was left', async () => {
  const { app, sign, mounted } = await open('/cloud-servers/1036', true);
  useUnsavedStore().add({ changed: () => true, discard: () => undefined });
  expect(await sign('a2')).toBe('/connections');
  expect(mounted).toEqual(['/cloud-servers/1036', '/connections']);
  app.unmount();
});

test('the same account returns to where it was, as after the keychain was locked', async () => {
  const { app, sign } = await open('/connections/config:5');
  await sign(null);
  expect(await sign('the same')).toBe('/connections/config:5');
  app.unmount();
});
