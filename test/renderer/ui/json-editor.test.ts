import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { nextTick } from 'vue';
import JsonEditor from '#renderer/ui/JsonEditor.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

/** A template of more than 1 MB. */
const template = JSON.stringify(
  Array.from({ length: 40_000 }, (_, n) => `proxy-${String(n)}.example.com:443`),
  null,
  2,
);

test('a template of 1 MB has numbers at the lines in view alone', async () => {
  expect(template.length).toBeGreaterThan(1_000_000);
  const { global } = await mounting();
  const mounted = mount(JsonEditor, {
    props: { modelValue: template, label: 'Template', fault: null },
    global,
  });
  const numbers = () => mounted.get('[data-numbers]').text().split('\n').map(Number);
  expect(numbers()[0]).toBe(1);
  expect(numbers().length).toBeLessThan(100);
  const field = mounted.get('textarea');
  field.element.scrollTop = 20 * 30_000;
  await field.trigger('scroll');
  await nextTick();
  expect(numbers()[0]).toBe(30_001);
  // The text became shorter than what is scrolled away.
  await mounted.setProps({ modelValue: '{}' });
  expect(mounted.get('[data-numbers]').text()).toBe('');
  mounted.unmount();
});
