import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, test } from 'vitest';
import { h, ref } from 'vue';
import UiMenu from '#renderer/ui/primitives/UiMenu.vue';
import UiMenuItem from '#renderer/ui/primitives/UiMenuItem.vue';

afterEach(() => {
  document.body.replaceChildren();
});

test('an open menu keeps its lines while others arrive, and has those the next time', async () => {
  const main = document.createElement('main');
  document.body.append(main);
  const names = ref(['Rename…']);
  const chosen: string[] = [];
  const items = () =>
    names.value.map((name) =>
      h(UiMenuItem, { key: name, onSelect: () => chosen.push(name) }, () => name),
    );
  const shown = mount(
    () => h(UiMenu, null, { trigger: () => h('button', 'More'), default: items }),
    { attachTo: main },
  );
  const lines = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const open = async () => {
    await shown.get('button').trigger('click');
    await flushPromises();
  };
  await open();
  const [line] = lines();
  names.value = ['Add to a subscription', 'Rename…'];
  await flushPromises();
  expect(lines()).toEqual([line]);
  line?.click();
  await flushPromises();
  expect(chosen).toEqual(['Rename…']);
  await open();
  expect(lines().map((each) => each.textContent)).toEqual(names.value);
  shown.unmount();
});
