import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { nextTick } from 'vue';
import JsonEditor from '#renderer/components/json/JsonEditor.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';

/** A template of more than 1 MB. */
const template = JSON.stringify(
  Array.from({ length: 40_000 }, (_, n) => `proxy-${String(n)}.example.com:443`),
  null,
  2,
);

async function editor(text: string) {
  const i18n = createI18n();
  await setLanguage(i18n, 'en');
  const mounted = mount(JsonEditor, {
    props: { modelValue: text, label: 'Template', fault: null },
    global: { plugins: [i18n] },
  });
  let changed = 0;
  const observer = new MutationObserver((records) => {
    changed += records.length;
  });
  observer.observe(mounted.get('[data-editor]').element, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  /** How many nodes a change of the text changed beside the text itself. */
  const nodesChangedBy = async (modelValue: string) => {
    changed = 0;
    await mounted.setProps({ modelValue });
    await nextTick();
    return changed + observer.takeRecords().length;
  };
  return { mounted, nodesChangedBy };
}

test('a keystroke in a template of 1 MB draws no line number again, a new line all of them at once', async () => {
  expect(template.length).toBeGreaterThan(1_000_000);
  const { mounted, nodesChangedBy } = await editor(template);
  expect(mounted.get('[data-numbers]').text()).toMatch(/\n40002$/);
  expect(await nodesChangedBy(template.replace('proxy-1.', 'proxy-1x.'))).toBe(0);
  const lines = await nodesChangedBy(`${template}\n`);
  expect(mounted.get('[data-numbers]').text()).toMatch(/\n40003$/);
  expect(lines).toBeLessThan(10);
  mounted.unmount();
});
