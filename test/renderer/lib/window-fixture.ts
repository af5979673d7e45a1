import { useQueryCache } from '@pinia/colada';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia, type Pinia } from 'pinia';
import { onTestFinished } from 'vitest';
import { createApp, defineComponent, h, shallowReactive, type Component } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { EventName, Events } from '#contract/ipc.ts';
import { installQueries } from '#renderer/lib/queries/query-cache.ts';
import { mainStateKey } from '#renderer/lib/queries/use-main-state.ts';
import { createI18n, setLanguage } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { openMain } from '#test/renderer/window/account.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';

/** Stores that can be used before a component is mounted. */
export function openStores(): Pinia {
  const pinia = createPinia();
  createApp({}).use(pinia);
  setActivePinia(pinia);
  return pinia;
}

/** Puts a part of main's state into a window without a main process, as its event would. */
export function setMainState<Name extends EventName>(
  pinia: Pinia,
  event: Name,
  state: Events[Name],
): void {
  useQueryCache(pinia).setQueryData(mainStateKey(event), state);
}

/** What a component is mounted with: stores, texts in a language, and a page for every address. */
export async function mounting(language: 'en' | 'ru' = 'en') {
  const pinia = openStores();
  const i18n = createI18n();
  await setLanguage(i18n, language);
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)', component: { render: () => null } }],
  });
  return { pinia, i18n, router, global: { plugins: [pinia, i18n, router] } };
}

/** Main of the account of the window's tests, answering this window until the test ends. */
export async function answeredByMain(setup: Setup = {}) {
  const main = await openMain(setup);
  onTestFinished(() => main.stop());
  // What the preload script leaves in a window.
  const culvert: Window['culvert'] = {
    call: async (name, input) => structuredClone(await main.answer(name, input)),
    listen: (event, listener) =>
      main.listen((name, payload) => {
        if (name === event) listener(structuredClone(payload));
      }),
  };
  Object.assign(window, { culvert });
  return { main, culvert };
}

/** A window without pages, until the test ends: components and composables are opened in it. */
export async function openWindow(setup: Setup = {}) {
  const { main, culvert } = await answeredByMain(setup);
  const { pinia, i18n, router, global } = await mounting();
  const shown = shallowReactive(new Map<number, Component>());
  // Menus open in it.
  const frame = document.body.appendChild(document.createElement('main'));
  const root = mount(
    { render: () => [...shown].map(([key, part]) => h(part, { key })) },
    { global: { plugins: [...global.plugins, installQueries] }, attachTo: frame },
  );
  onTestFinished(() => {
    root.unmount();
    frame.remove();
  });
  useConnectionsStore(pinia).start();
  await Promise.all([useSessionStore(pinia).read(), useSyncStore(pinia).read()]);
  const session = await main.ask('session.get', {});
  let parts = 0;

  return {
    main,
    root,
    pinia,
    i18n,
    router,
    /** Another account is the open one. */
    switchTo: (id: string): void => {
      const account = { id, service: 'https://b.example', name: '' };
      main.send('session.changed', { ...session, account });
    },
    /** Answers commands of main as a test says. */
    answer: (answers: Readonly<Record<string, (input: never) => unknown>>): void => {
      const call = (name: string, input: unknown): Promise<unknown> => {
        const answer = answers[name] as ((input: unknown) => unknown) | undefined;
        return answer === undefined ? culvert.call(name, input) : Promise.resolve(answer(input));
      };
      Object.assign(window, { culvert: { ...culvert, call } });
    },
    /** Shows a component, until the window is closed. */
    show: (component: Component): void => {
      parts += 1;
      shown.set(parts, component);
    },
    /** Runs a composable in a component of its own, until `close`. */
    use: <Used>(composable: () => Used): Promise<{ used: Used; close: () => Promise<void> }> => {
      parts += 1;
      const part = parts;
      return new Promise((resolve) => {
        const setup = (): (() => null) => {
          const used = composable();
          const close = async (): Promise<void> => {
            shown.delete(part);
            await flushPromises();
          };
          resolve({ used, close });
          return () => null;
        };
        shown.set(part, defineComponent({ setup }));
      });
    },
  };
}
