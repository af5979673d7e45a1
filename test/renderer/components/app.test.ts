import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, test } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import App from '#renderer/App.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';
import { useSessionStore } from '#renderer/stores/session.ts';
import { fakeIpc } from '#test/renderer/fake/ipc.ts';

const account = (id: string) => ({ id, service: 'https://api.example.com', name: '' });

async function open(path: string) {
  const { control, culvert } = fakeIpc({ pollEvery: 0, session: { account: account('a1') } });
  Object.assign(window, { culvert });
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)', component: { render: () => null } }],
  });
  await router.push(path);
  const pinia = createPinia();
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const app = shallowMount(App, { global: { plugins: [pinia, i18n, router] } });
  await useSessionStore(pinia).start();
  await flushPromises();
  const sign = async (id: string | null) => {
    control.setSession(
      id === null
        ? { status: 'signed-out', account: null }
        : { status: 'signed-in', account: account(id) },
    );
    await flushPromises();
    return router.currentRoute.value.path;
  };
  return { app, router, sign };
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

test('the same account returns to where it was, as after the keychain was locked', async () => {
  const { app, sign } = await open('/connections/config:5');
  await sign(null);
  expect(await sign('a1')).toBe('/connections/config:5');
  app.unmount();
});
