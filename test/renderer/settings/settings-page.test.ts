import { flushPromises } from '@vue/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ref } from 'vue';
import { usePaletteSettings } from '#renderer/palette/palette-things.ts';
import SettingsPage from '#renderer/settings/SettingsPage.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

async function openPage() {
  const { main, root, pinia, show } = await openWindow();
  await useSettingsStore(pinia).read();
  show(SettingsPage);
  return { main, root };
}
const open = async () => (await openPage()).root;

test('the settings are twenty at most, in six groups', async () => {
  const root = await open();
  expect(root.findAll('section h2')).toHaveLength(6);
  const shown = root
    .findAll('[data-setting]')
    .filter((row) => row.element.closest('details') === null);
  expect(shown.length).toBeLessThanOrEqual(20);
});

test('a passphrase typed past its field does not go to the search, which one press empties', async () => {
  const root = await open();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
  const field = root.get<HTMLInputElement>('input[type=search]');
  expect(document.activeElement).toBe(document.body);
  await field.setValue('proxy');
  await root.get('button[aria-label="Clear search"]').trigger('click');
  expect(field.element.value).toBe('');
  expect(document.activeElement).toBe(field.element);
  expect(root.find('button[aria-label="Clear search"]').exists()).toBe(false);
});

test('the keys of the shortcut are chosen by pressing them', async () => {
  const { main, root } = await openPage();
  const change = () => root.findAll('button').find((one) => one.text() === 'Change…');
  await expect.poll(change).toBeDefined();
  await change()?.trigger('click');
  const pressed = () => root.find('[aria-describedby=quick-keys]');
  await expect.poll(() => document.activeElement === pressed().element).toBe(true);
  await pressed().trigger('keydown', { key: 'c', code: 'KeyC', ctrlKey: true });
  expect(root.find('[role=alert]').exists()).toBe(true);
  await pressed().trigger('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true });
  await expect.poll(() => main.callsOf('settings.set')).toEqual([{ quickKeys: 'Control+Alt+K' }]);
  expect(main.callsOf('quick.choosing')).toEqual([{ choosing: true }, { choosing: false }]);
});

test.each([
  ['its section', 'notif', ['Messages and money', 'Expiry and traffic', 'Servers and devices']],
  ['one of its choices, as others call it', 'dark mode', ['Theme']],
  ['another word for it', 'hotkey', ['Shortcut']],
  ['what the system calls it', 'start at login', ['Start with the system']],
  ['what it is with', 'start with computer', ['Start with the system']],
  ['the word for it alone', 'lock', ['Lock Culvert after', 'Passphrase']],
  ['a page that it is on', 'api key', ['API keys']],
  ['a page in the other language', 'устройства', ['Devices']],
])('a setting is found by %s', async (_, typed, names) => {
  const root = await open();
  await root.get('input[type=search]').setValue(typed);
  const shown = () => root.findAll('[data-setting]:not([hidden])');
  await expect.poll(() => shown().map((row) => row.attributes('data-setting'))).toEqual(names);
});

test('each setting is found by the palette too, which leads to it', async () => {
  const page = await openWindow();
  await useSettingsStore(page.pinia).read();
  page.show(SettingsPage);
  const rows = () => page.root.findAll('[data-setting]');
  const shown = () => rows().map((row) => row.attributes('data-setting'));
  await expect.poll(shown).toContain('Proxy');
  const search = ref('');
  const { used } = await page.use(() => usePaletteSettings(search));
  expect(used.value.map(({ label }) => label)).toEqual(shown());
  search.value = 'socks';
  used.value[0]?.run();
  const first = () => rows().find((row) => row.attributes('hidden') === undefined);
  await expect.poll(() => first()?.attributes('data-setting')).toBe('Proxy');
  expect(first()?.element.closest('details')?.open).toBe(true);
});

test.each([
  ['MacIntel', 'Connections in the menus of the tray and the Dock'],
  ['Win32', 'Connections in the tray’s menu'],
])('on %s the settings name the menus that there are', async (platform, label) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  expect((await open()).text()).toContain(label);
});

test('a search that finds no setting says so', async () => {
  const root = await open();
  await root.get('input[type=search]').setValue('zzzz');
  await flushPromises();
  expect(root.get('[role=status]').text()).toBe('Nothing found');
  await root.get('input[type=search]').setValue('');
  await flushPromises();
  expect(root.find('[role=status]').exists()).toBe(false);
});
