import { expect, test } from 'vitest';
import { ProbeFault } from '#core/kernel/ports.ts';
import QuickCopy from '#renderer/quick/QuickCopy.vue';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { checkUntilOver } from '#test/renderer/scenes/checks.ts';
import { addCommands, favourites, lengthenLinks } from '#test/renderer/window/account.ts';
import type { MainProcess, Setup } from '#test/renderer/window/main-process.ts';

/** The quick copy window, as it is read by the user and by a screen reader. */
async function open(setup: Setup = {}) {
  const { main, pinia, root, show } = await openWindow(setup);
  await useSettingsStore(pinia).read();
  show(QuickCopy);
  await expect.poll(() => root.find('[role=combobox]').exists()).toBe(true);
  const field = root.get<HTMLInputElement>('[role=combobox]');
  const options = () => root.findAll('[role=option]');
  const selected = () => options().find((one) => one.attributes('aria-selected') === 'true');
  return {
    main,
    field,
    options,
    selectedTitle: () => selected()?.get('.foreign').text(),
    list: () => root.get('[role=listbox]'),
    text: () => root.text(),
    hint: () => root.get('[data-hints]').text(),
    code: () => root.find('[data-code]'),
    type: (text: string) => field.setValue(text),
    press: (key: string, keys: KeyboardEventInit = {}) =>
      field.trigger('keydown', { key, ...keys }),
    choose: async (words: RegExp) => {
      const option = () => options().find((one) => words.test(one.text()));
      await expect.poll(option).toBeDefined();
      await option()?.trigger('click');
    },
    /** The rows of this opening are on screen. */
    shown: () => expect.poll(() => options().length).toBeGreaterThan(0),
  };
}

test('Enter copies what was typed, never a row of an earlier search, nothing where nothing matches, and nothing before a row is on screen; with Ctrl it opens Culvert', async () => {
  const quick = await open({ commands: { 'quick.find': 200 } });
  const { main, field, list, text, type, press, shown } = quick;
  await shown();
  await type('zzzz');
  // Those of the text before.
  expect(list().attributes('aria-busy')).toBe('true');
  await press('Enter');
  await expect.poll(text).toContain('Nothing matches');
  expect(main.callsOf('quick.copy')).toEqual([]);
  expect(main.callsOf('quick.open')).toEqual([]);
  await press('Enter', { ctrlKey: true });
  await expect.poll(() => main.callsOf('quick.open')).toEqual([{ key: null }]);
  await type('');
  await press('Enter');
  await shown();
  expect(main.callsOf('quick.copy')).toEqual([]);

  expect(list().attributes('aria-busy')).toBe('false');
  for (const typed of ['P', 'Ph', 'Phone']) await type(typed);
  await press('Enter');
  await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(1);
  expect(main.callsOf('quick.copy')).toMatchObject([{ key: main.keyOf('Phone') }]);
  // Copied: it begins anew, and main has hidden it.
  await expect.poll(() => field.element.value).toBe('');
});

test('arrows choose, Tab or the right arrow shows every form, and Escape goes back step by step', async () => {
  const quick = await open();
  const { main, options, selectedTitle, list, code, type, press, choose, shown } = quick;
  const listIs = (name: RegExp | string) =>
    expect.poll(() => list().attributes('aria-label')).toMatch(name);
  await shown();
  await press('ArrowDown');
  expect(options()[1]?.attributes('aria-selected')).toBe('true');
  await press('ArrowRight');
  await listIs(/^Forms of/);
  await press('Enter');
  await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(1);
  await listIs('Connections');
  const name = selectedTitle() ?? '';
  await press('Tab');
  await choose(/QR/);
  await expect.poll(() => code().find('[aria-label^="QR code"]').exists()).toBe(true);
  expect(code().text()).toContain(name);
  await press('Escape');
  await listIs(/^Forms of/);
  await press('Escape');
  await listIs('Connections');
  expect(main.callsOf('quick.hide')).toEqual([]);
  await press('Escape');
  await expect.poll(() => main.callsOf('quick.hide')).toHaveLength(1);

  const openForms = async (title: string) => {
    await type(title);
    await expect.poll(selectedTitle).toBe(title);
    await press('ArrowRight');
    await listIs(/^Forms of/);
  };
  await openForms('Ноутбук, дом');
  expect(options().map((option) => option.text())).toEqual([
    'Copy AmneziaWG config',
    'Copy URL',
    'Copy vpn:// for AmneziaVPN',
    'Copy for Mihomo',
    'QR code: AmneziaWG config',
    'QR code: URL',
    'QR code: for AmneziaVPN',
  ]);
  await choose(/^Copy vpn:/);
  await expect.poll(() => main.machine.clipboard.text).toMatch(/^vpn:\/\//);
  await openForms('Ноутбук, дом');
  await choose(/^Copy for Mihomo/);
  await expect.poll(() => main.machine.clipboard.text).toMatch(/^proxies:/m);
});

test('a QR code that the window has no room for is not cut; it is shown in Culvert', async () => {
  const { main, text, hint, code, press, choose, shown } = await open({ service: lengthenLinks });
  await shown();
  await press('Tab');
  await choose(/QR/);
  await expect.poll(text).toContain('This code needs more room');
  expect(code().find('[aria-label^="QR code"]').exists()).toBe(false);
  expect(hint()).toMatch(/opens in Culvert/);
  await press('Enter', { ctrlKey: true });
  await expect.poll(() => main.callsOf('quick.open')).toHaveLength(1);
});

test('Enter closes after a copy without its commands, as its hint says, until another row is chosen', async () => {
  const { main, text, hint, press, choose, shown } = await open({ service: addCommands });
  const copyConfig = async (count: number) => {
    await press('Tab');
    await choose(/config/);
    await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(count);
    await expect.poll(text).toContain('Copied without the commands');
  };
  await shown();
  expect(hint()).toMatch(/^Enter copies/);
  await copyConfig(1);
  expect(hint()).toMatch(/^Enter closes/);
  expect(main.callsOf('quick.hide')).toEqual([]);

  await press('Escape');
  await press('ArrowDown');
  await expect.poll(hint).toMatch(/^Enter copies/);
  await copyConfig(2);

  await press('Enter');
  await expect.poll(() => main.callsOf('quick.hide')).toHaveLength(1);
  expect(main.callsOf('quick.copy')).toHaveLength(2);
});

/** There are no favourites: what was copied last comes first. */
const withoutFavourites: Setup = {
  before: async (main) => {
    const keys = favourites.map((title) => main.keyOf(title));
    await main.ask('connections.setFavourites', { keys, favourite: false });
    await copyElsewhere(main, 'Router');
  },
};

/** This connection is copied, which puts it before all other rows. */
const copyElsewhere = (main: MainProcess, title: string) =>
  main.ask('secrets.copy', { of: 'connection', key: main.keyOf(title), form: 'url' });

test('a row that takes the first place is selected, not copied before it is shown, and first also where the rows change during an opening', async () => {
  const late = { ...withoutFavourites, commands: { 'quick.find': 200 } };
  const { main, selectedTitle, press, shown } = await open(late);
  await shown();
  const title = selectedTitle();
  await copyElsewhere(main, 'Desktop');
  void main.ask('sync.refresh', {});
  await press('Enter');
  await expect.poll(() => main.callsOf('quick.copy')).toHaveLength(1);
  expect(main.callsOf('quick.copy')).toMatchObject([{ key: main.keyOf(title ?? '') }]);
  await copyElsewhere(main, 'Travel');
  void main.ask('sync.refresh', {});
  await expect.poll(selectedTitle).toBe('Travel');

  main.send('quick.shown', false);
  await copyElsewhere(main, 'Guest');
  main.send('quick.shown', true);
  // Before the rows of this opening are read.
  main.send('quick.changed', true);
  await main.idle();
  await expect.poll(selectedTitle).toBe('Guest');
});

test('Enter on one that fails copies it, and Enter again copies one that works, which alone is highlighted', async () => {
  const { main, text, type, press, selectedTitle } = await open({
    before: (process) => checkUntilOver(process, ['Phone', 'Desktop', 'Travel', 'Guest']),
  });
  await expect.poll(text).toContain('Copy one that works');
  await type('Phone');
  await press('Enter');
  await expect.poll(text).toContain('it does not work from here');
  expect(selectedTitle()).toBeUndefined();
  expect(main.callsOf('quick.copy')).toMatchObject([{ key: main.keyOf('Phone') }]);
  expect(main.callsOf('quick.hide')).toEqual([]);
  await press('Enter');
  await expect.poll(text).toMatch(/Copied: .+ · \d+ ms/);
  await press('Enter');
  await expect.poll(() => main.callsOf('quick.hide')).toHaveLength(1);
});

test('a search for one that works says that it looks, and where none works, also after the rows changed', async () => {
  const { main, text, press } = await open({
    before: async (process) => {
      const { configs } = process.account;
      const two = configs.filter(({ title }) => title === 'Phone' || title === 'Travel');
      Object.assign(process.account, { configs: two, cloud_servers: [], paid_options: [] });
      await process.refresh();
      process.sockets.connect = () => Promise.reject(new ProbeFault('refused'));
      await checkUntilOver(process, ['Phone', 'Travel']);
    },
  });
  await expect.poll(text).toContain('Find one that works');
  const answer = Promise.withResolvers<never>();
  main.sockets.connect = () => answer.promise;
  await press('Enter', { shiftKey: true });
  await expect.poll(text).toContain('Looking for one that works');
  answer.reject(new ProbeFault('refused'));
  await expect.poll(text).toContain('None that was checked works from here');
  await main.idle();
  main.send('quick.changed', true);
  await main.idle();
  expect(text()).toContain('None that was checked works from here');
  expect(main.callsOf('quick.hide')).toEqual([]);
  expect(main.callsOf('quick.open')).toEqual([]);
  await press('ArrowDown');
  await expect.poll(text).not.toContain('None that was checked');
});
