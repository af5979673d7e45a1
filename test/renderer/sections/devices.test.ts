import { describe, expect, it } from 'vitest';
import { demoNotifications } from '#service/seed/people.ts';
import { eventually } from '#test/renderer/eventually.ts';
import { sectionOfAFile } from './section.ts';

/** More than a page holds. */
const section = sectionOfAFile((control) => {
  const { devices: all } = control.account();
  const [first] = all;
  for (let id = 90_000; first !== undefined && all.length < 127; id += 1) {
    all.splice(20, 0, { ...first, id, device_name: `Tablet ${String(id)}` });
  }
});

const devices = () => section().main.service.account().devices;
const settings = () => section().main.service.account().device_settings;

it('the inbox shows what notifications.take answered, which the service has forgotten', async () => {
  const { page, main, go } = section();
  await go('/inbox');
  for (const content of demoNotifications) await page.getByText(content).waitFor();
  expect(main.service.account().notifications).toEqual([]);
  const unread = `${String(demoNotifications.length)} unread`;
  for (const name of [/Inbox/, /^Account/]) {
    const link = page.getByRole('link', { name });
    await expect.poll(() => link.innerText()).toContain(unread);
  }
});

describe('the devices of the account', () => {
  it('are listed page by page, by devices.list', async () => {
    const { page, go } = section();
    await go('/devices');
    await page.getByText('127 devices').waitFor();
    await page.getByText('Page 1 of 2').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(100);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await expect.poll(() => page.getByRole('listitem').count()).toBe(27);
  });

  it('are blocked and let in again with devices.setBlocked', async () => {
    const { page } = section();
    const device = devices()[121];
    const row = page.getByRole('listitem', { name: device?.device_name ?? '', exact: true });
    await row.getByRole('button', { name: 'Block', exact: true }).click();
    await row.getByText('Blocked', { exact: true }).waitFor();
    expect(devices()[121]?.is_blocked).toBe(true);
    await row.getByRole('button', { name: 'Unblock' }).click();
    await expect.poll(() => devices()[121]?.is_blocked).toBe(false);
  });

  it('are blocked many at once, as the table of them says', async () => {
    const { page, main } = section();
    const both = devices().slice(120, 122);
    for (const { device_name } of both) {
      await page.getByRole('checkbox', { name: `Select ${device_name}`, exact: true }).check();
    }
    await page.getByRole('toolbar').getByRole('button', { name: 'Block…', exact: true }).click();
    const panel = page.locator('[data-batch-panel]');
    await expect
      .poll(() => panel.locator('[data-batch-item]').allTextContents())
      .toMatchObject(
        both.map(({ device_name }): unknown => expect.stringMatching(`${device_name}.*is blocked`)),
      );
    await panel.getByRole('button', { name: 'Block 2' }).click();
    await eventually(main, () => both.map(({ is_blocked }) => is_blocked)).toEqual([true, true]);
    await panel.getByText('Devices changed: 2.').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    for (const device of both) device.is_blocked = false;
  });

  it('are removed with devices.delete, once its effect was said', async () => {
    const { page } = section();
    const name = devices()[122]?.device_name ?? '';
    const row = page.getByRole('listitem', { name, exact: true });
    await row.getByRole('button', { name: 'Remove…' }).click();
    await row.getByText(`“${name}” loses access`).waitFor();
    await page.keyboard.press('Escape');
    expect(devices().length).toBe(127);
    await row.getByRole('button', { name: 'Remove…' }).click();
    await row.getByRole('button', { name: 'Remove the device' }).click();
    await page.getByText('126 devices').waitFor();
    expect(devices().some(({ device_name }) => device_name === name)).toBe(false);
  });

  it('that is gone already says so, and the list is read again', async () => {
    const { page } = section();
    const gone = devices().at(-1);
    devices().pop();
    const row = page.getByRole('listitem', { name: gone?.device_name ?? '', exact: true });
    await row.getByRole('button', { name: 'Remove…' }).click();
    await row.getByRole('button', { name: 'Remove the device' }).click();
    await page.getByText('No longer there').waitFor();
    await page.getByText('125 devices').waitFor();
  });

  it('are let in as devices.settings says, and devices.setSettings changes that', async () => {
    const { page } = section();
    await page.getByRole('switch', { name: 'Block unknown devices' }).click();
    await expect.poll(() => settings().block_unknown_devices).toBe(true);
    const limit = page.getByRole('textbox', { name: 'Device limit' });
    await limit.fill('101');
    await page.getByText('A whole number from 0 to 100.').waitFor();
    await limit.fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => settings().device_limit).toBe(0);
  });

  it('go all at once with devices.deleteAll, their number said first', async () => {
    const { page } = section();
    await page.getByRole('button', { name: 'Remove all…' }).click();
    await page.getByText('125 devices will lose access').waitFor();
    await page.getByRole('button', { name: 'Remove all devices' }).click();
    await page.getByText('No devices yet').waitFor();
    expect(devices()).toEqual([]);
  });
});
