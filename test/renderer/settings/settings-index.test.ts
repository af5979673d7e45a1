import { flushPromises } from '@vue/test-utils';
import { expect, onTestFinished, test } from 'vitest';
import { ref } from 'vue';
import { usePaletteChoices } from '#renderer/palette/palette-choices.ts';
import SettingsPage from '#renderer/settings/SettingsPage.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

/** The settings, and what the palette finds. */
async function open() {
  const { root, pinia, show, use, close } = await openWindow();
  onTestFinished(close);
  const settings = useSettingsStore(pinia);
  await settings.read();
  show(SettingsPage);
  const rows = () => root.findAll('[data-setting]').map((row) => row.attributes('data-setting'));
  const find = async (text: string) => {
    const { used } = await use(() => usePaletteChoices(ref(text)));
    return used.value.flatMap((choice) => ('action' in choice ? [choice.action] : []));
  };
  return { root, settings, rows, find };
}

test('every setting is found in the palette by its name', async () => {
  const { rows, find } = await open();
  const found = (await find('settings')).map(({ label }) => label);
  expect(rows().length).toBeGreaterThan(10);
  expect(rows().filter((row) => !found.includes(row ?? ''))).toEqual([]);
  expect((await find('')).map(({ label }) => label)).not.toContain('Clear a copied secret after');
});

test('a setting of the palette takes the focus', async () => {
  const { find } = await open();
  const [action] = await find('Clear a copied secret after');
  action?.run();
  await flushPromises();
  const focused = document.activeElement?.closest('[data-setting]');
  expect(focused?.getAttribute('data-setting')).toBe('Clear a copied secret after');
});

test('the settings are twenty at most, in six groups', async () => {
  const { root } = await open();
  expect(root.findAll('section h2')).toHaveLength(6);
  const shown = root
    .findAll('[data-setting]')
    .filter((row) => row.element.closest('details') === null);
  expect(shown.length).toBeLessThanOrEqual(20);
});

test('the search leaves the settings that it finds, and opens what they are in', async () => {
  const { root, rows } = await open();
  await expect.poll(rows).toContain('Proxy');
  const shown = () => root.findAll('[data-setting]:not([hidden])');
  await root.get('input[type=search]').setValue('proxy');
  await flushPromises();
  expect(shown().map((row) => row.attributes('data-setting'))).toEqual(['Proxy']);
  expect(shown()[0]?.element.closest('details')?.open).toBe(true);
});
