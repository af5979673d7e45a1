import { flushPromises } from '@vue/test-utils';
import { expect, test, vi } from 'vitest';
import { patient } from '#test/patient.ts';
import { openView } from './view-fixture.ts';

const laptop = 'Ноутбук, дом';

async function open() {
  const view = await openView(laptop);
  const { main, root } = view;
  const detail = () => main.ask('connections.get', { key: main.keyOf(laptop) });
  return {
    ...view,
    detail,
    devices: () => root.find('[data-key-devices]'),
    onDevices: () => expect.poll(async () => (await detail()).onDevices),
    /** Chooses a line of the menu of the page. */
    choose: async (line: string) => {
      const opened = () => document.querySelector<HTMLElement>(line);
      await vi.waitFor(async () => {
        if (opened() === null) await root.get('header [data-more]').trigger('click');
        expect(opened()).not.toBeNull();
      }, patient);
      opened()?.click();
      await flushPromises();
    },
  };
}

test('the devices that a key is on are what the user chooses or types, and takes away; a note is written beside them', async () => {
  const { root, connections, onDevices, devices, says, choose, press } = await open();
  await choose('[data-devices-open]');
  await press('Router');
  await says('This connection’s key is on');
  await press('Add');
  await press('Other…');
  await devices().get('input').setValue('Anna’s tablet');
  await devices().get('form').trigger('submit');
  await onDevices().toEqual(['Router', 'Anna’s tablet']);
  await devices().get('[aria-label="Not on “Router” any more"]').trigger('click');
  await onDevices().toEqual(['Anna’s tablet']);

  await choose('[data-note-open]');
  const note = root.get('[data-note] textarea');
  expect(document.activeElement).toBe(note.element);
  await note.setValue('For Anna, until May');
  await note.trigger('keydown', { key: 'Enter', ctrlKey: true });
  await expect.poll(() => root.get('[data-note]').text()).toContain('For Anna, until May');
  const found = connections.find({ search: 'anna' }).map(({ title }) => title);
  expect(found).toContain(laptop);
});

test('which device a key is on is asked after a second copy, unless the setting is off', async () => {
  const { main, root, detail, devices } = await open();
  const copy = () => root.get('[data-copy]').trigger('click');
  await copy();
  await expect.poll(async () => (await detail()).lastCopy?.way).toBe('copied');
  await main.idle();
  expect(devices().exists()).toBe(false);
  // A second one before the page has read of the first one is the first that it knows.
  await expect
    .poll(async () => {
      await main.advance(1000);
      await copy();
      await main.idle();
      return devices().exists() ? devices().text() : '';
    })
    .toContain('Which device is this connection’s key on?');
  await main.ask('settings.set', { keyDevices: false });
  await expect.poll(() => devices().exists()).toBe(false);
});
