import { expect, test, vi } from 'vitest';
import DevicesPage from '#renderer/devices/DevicesPage.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

async function open() {
  const { main, root, show } = await openWindow();
  show(DevicesPage);
  await vi.waitFor(() => root.get('[data-device]'), patient);
  const names = () => root.findAll('[data-device]').map((row) => row.attributes('aria-label'));
  return { main, root, names };
}

test('devices are found by name and by what they run, and have one box that selects all', async () => {
  const { root, names } = await open();
  await root.get('input[type=search]').setValue('pixle');
  expect(names().length).toBeGreaterThan(0);
  expect(names().every((name) => name?.startsWith('Pixel'))).toBe(true);
  await root.get('input[type=search]').setValue('windows');
  expect(names().every((name) => name?.startsWith('DESKTOP'))).toBe(true);
  await root.get('input[type=search]').setValue('nothing of the kind');
  expect(root.text()).toContain('No device matches.');
  await root.get('input[type=search]').setValue('');
  await root.get('[data-device] [type=checkbox]').trigger('click');
  expect(root.findAll('[aria-label="Select all"]')).toHaveLength(1);
});

test('the question before all devices are removed names the first of them, and how many more there are', async () => {
  const { main, root } = await open();
  const { devices } = main.service.account();
  const all = root.findAll('button').find((button) => button.text() === 'Remove all…');
  await all?.trigger('click');
  const named = devices.slice(0, 3).map(({ device_name }) => device_name);
  expect(root.text()).toContain(
    `${String(devices.length)} devices will lose access. ${named.join(', ')} and ${String(devices.length - 3)} more`,
  );
});

test('a list without devices leads to the key that brings some', async () => {
  const { root, show } = await openWindow({
    service: (control) => {
      control.account().devices = [];
    },
  });
  show(DevicesPage);
  await expect.poll(() => root.text()).toContain('No devices yet');
  expect(root.get('a[href$="/account"]').text()).toBe('Subscription key');
});

test('the one device that is called as this computer says so', async () => {
  const { root } = await open();
  const marked = root
    .findAll('[data-device]')
    .filter((row) => row.text().includes('named like this computer'));
  expect(marked.map((row) => row.attributes('aria-label'))).toEqual(['DESKTOP-4F7K2']);
});
