import { describe, expect, it } from 'vitest';
import { sectionOfAFile } from './section.ts';
import { unfold } from '#test/renderer/scenes/scene.ts';
import { hasFocus } from '#test/renderer/window/in-window.ts';

// Without cloud servers and their lists, reading the account leaves more of the limits.
const section = sectionOfAFile((control) => {
  control.account().cloud_servers = [];
  for (const subscription of control.account().subscriptions) {
    subscription.items = subscription.items.filter(
      ({ item_type }) => item_type !== 'cloud_server_config',
    );
  }
});

const subscriptions = () => section().main.service.account().subscriptions;
const family = () => subscriptions()[0] ?? expect.fail();

/** Takes a line of the subscription's menu. */
async function more(name: string): Promise<void> {
  const { page } = section();
  await page.getByRole('button', { name: 'More of the subscription' }).click();
  await page.getByRole('menuitem', { name }).click();
}

describe('the custom subscriptions', () => {
  it('are listed by customSubscriptions.list, the first one opened by customSubscriptions.get', async () => {
    const { page, go } = section();
    await go('/subscriptions');
    await page.getByRole('heading', { name: 'Семья' }).waitFor();
    await page.getByRole('link', { name: /Work/ }).waitFor();
    await page.getByText(/^No longer works: /).waitFor();
  });

  it('are renamed with customSubscriptions.setTitle', async () => {
    const { page } = section();
    await more('Rename');
    await page.getByRole('textbox', { name: 'Title' }).fill('Family');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Family' }).waitFor();
    expect(family().title).toBe('Family');
  });

  it('copy their key, which the window does not hold', async () => {
    const { page, main } = section();
    await more('Key of the subscription');
    const key = page.getByRole('group', { name: 'Key of the subscription' });
    expect(await key.getByRole('button', { name: 'QR code' }).count()).toBe(0);
    await key.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => main.machine.clipboard.text).toBe(family().subscription_key);
    expect(await page.content()).not.toContain(family().subscription_key);
  });

  it('give the link of customSubscriptions.encryptedLink when it is requested, and keep it', async () => {
    const { page, main } = section();
    const requests = () => main.service.journal.counts()['customSubscriptions.encryptedLink'] ?? 0;
    expect(requests()).toBe(0);
    await page.getByRole('button', { name: 'Give to a device' }).click();
    await page.getByRole('img', { name: 'QR code: Family' }).waitFor();
    await page.getByText('Scan with Happ on the phone').waitFor();
    await page.getByText('Only Happ takes this code').waitFor();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expect.poll(() => main.machine.clipboard.text).toMatch(/^happ:\/\/crypt\//);
    const open = page.getByRole('button', { name: 'Open in Happ' });
    await open.click();
    await page.getByText('Happ is not installed on this computer.').last().waitFor();
    expect(main.machine.shell.opened).toEqual([]);
    main.machine.shell.clients.set('happ', 'Happ');
    await open.click();
    await page.getByText('Handed to Happ').last().waitFor();
    expect(main.machine.shell.opened).toEqual([main.machine.clipboard.text]);
    expect(requests()).toBe(1);
    await page.keyboard.press('Escape');
  });

  it('get a new key with customSubscriptions.resetKey, once it was said what breaks', async () => {
    const { page, confirm } = section();
    const before = family().subscription_key;
    await page.getByRole('button', { name: 'New key…' }).click();
    await page.getByText('Devices that lose access until they get the new one: 6.').waitFor();
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await confirm();
    await page.getByText('The key was replaced').first().waitFor();
    expect(family().subscription_key).not.toBe(before);
  });

  it('are repaired, ordered by keyboard and by dragging, and saved with customSubscriptions.setItems', async () => {
    const { page } = section();
    const references = () => family().items.map(({ item_reference_id: id }) => id);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const selected = page.getByRole('list', { name: 'In the subscription' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Remove what no longer works' }).click();
    await expect.poll(() => selected.count()).toBe(references().length - 2);
    const [first, second, third] = references();
    await selected.nth(0).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await selected.nth(2).dragTo(selected.nth(0));
    await page.getByRole('button', { name: 'Save the subscription' }).click();
    await page.getByText('The subscription was saved').first().waitFor();
    expect(references().slice(0, 3)).not.toEqual([first, second, third]);
    expect(references()[1]).toBe(second);
    expect(references()[2]).toBe(first);
  });

  it('take in what customSubscriptions.availableItems lists', async () => {
    const { page } = section();
    const before = family().items.length;
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const save = page.getByRole('button', { name: 'Save the subscription' });
    // However long the lists are, below the fold too.
    expect((await save.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.getByRole('searchbox', { name: 'Search what is available' }).fill('steam');
    await page.keyboard.press('Enter');
    await save.click();
    await page.getByText('Steam Deck').waitFor();
    await expect.poll(() => family().items.length).toBe(before + 1);
  });

  it('say by customSubscriptions.templateSettings whether they have a template, and switch it with customSubscriptions.setTemplateSettings', async () => {
    const { page } = section();
    expect(family().template_enabled).toBe(false);
    await unfold(page, '[data-template]');
    await page.getByRole('switch', { name: 'Use a template of your own' }).click();
    await expect.poll(() => family().template_enabled).toBe(true);
  });

  it('show customSubscriptions.template, save it with customSubscriptions.setTemplate, and go back with customSubscriptions.resetTemplate', async () => {
    const { page } = section();
    await page.getByRole('button', { name: 'Edit the template' }).click();
    const text = page.getByRole('textbox', { name: 'Xray template' });
    await expect.poll(() => text.inputValue()).toContain('loglevel');
    await text.fill('{\n  "log": {},\n}');
    await page.getByText('Not JSON from line 3, column 1 on').waitFor();
    await text.fill('{ "log": {} }');
    await page.getByRole('button', { name: 'Save the template' }).click();
    await expect.poll(() => family().template).toBe('{ "log": {} }');
    await page.getByRole('button', { name: 'Back to the default…' }).click();
    await page.getByRole('button', { name: 'Replace it by the default' }).click();
    await page.getByText('The template is the default again').first().waitFor();
    expect(family().template).toBeNull();
  });

  it('have devices of their own: customSubscriptions.devices, customSubscriptions.setDeviceBlocked, customSubscriptions.deleteDevice', async () => {
    const { page } = section();
    const [device, another] = family().devices;
    const row = (name = '') => page.getByRole('listitem', { name, exact: true });
    await row(device?.device_name).getByRole('button', { name: 'Block', exact: true }).click();
    await expect.poll(() => family().devices[0]?.is_blocked).toBe(true);
    await row(another?.device_name).getByRole('button', { name: 'Remove…' }).click();
    await row(another?.device_name).getByRole('button', { name: 'Remove the device' }).click();
    await page.getByText('5 devices').first().waitFor();
    expect(family().devices.length).toBe(5);
  });

  it('say who is let in: customSubscriptions.deviceSettings and customSubscriptions.setDeviceSettings', async () => {
    const { page } = section();
    await unfold(page, '[data-device-rules]');
    const limit = page.getByRole('textbox', { name: 'Device limit' });
    await expect.poll(() => limit.inputValue()).toBe('10');
    await limit.fill('3');
    await limit.press('Enter');
    await expect.poll(() => family().device_settings.device_limit).toBe(3);
    await page.getByRole('switch', { name: 'Block unknown devices' }).click();
    await expect.poll(() => family().device_settings.block_unknown_devices).toBe(true);
  });

  it('lose all devices with customSubscriptions.deleteAllDevices', async () => {
    const { page } = section();
    await page.getByRole('button', { name: 'Remove all…' }).click();
    await page.getByRole('button', { name: 'Remove all devices' }).click();
    await page.getByText('No devices yet').waitFor();
    expect(family().devices).toEqual([]);
  });

  it('are made with customSubscriptions.create and deleted with customSubscriptions.delete', async () => {
    const { page } = section();
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Travel');
    await page.getByRole('searchbox', { name: 'Search what is available' }).fill('steam');
    await page.getByRole('button', { name: 'Add “Steam Deck”' }).click();
    await page.getByRole('button', { name: 'Create a subscription' }).click();
    await page.getByRole('heading', { name: 'Travel' }).waitFor();
    expect(subscriptions().map(({ title }) => title)).toContain('Travel');
    await more('Delete the subscription…');
    await page.getByText(/“Travel” is deleted and its key stops working/).waitFor();
    await page.getByRole('button', { name: 'Delete the subscription', exact: true }).click();
    await page.getByRole('link', { name: /Travel/ }).waitFor({ state: 'detached' });
    expect(subscriptions().map(({ title }) => title)).not.toContain('Travel');
  });

  it('take in what is pressed anywhere on its line, and are put together by the keyboard alone', async () => {
    const { page, go } = section();
    await go('/subscriptions/new');
    const available = page.getByRole('list', { name: 'Available' });
    const lines = available.getByRole('listitem');
    await lines.first().waitFor();
    await expect.poll(hasFocus(page.getByLabel('Title', { exact: true }))).toBe(true);
    await page.keyboard.type('By keys');
    const names = await lines.locator('bdi').allInnerTexts();
    await page.getByRole('searchbox').press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe(`Add “${names[1] ?? ''}”`);
    await lines.first().locator('bdi').click();
    await page.getByText('2 of 50').waitFor();
    await lines.first().getByRole('button').focus();
    // The list is one stop, besides what leads to a renewal.
    const create = page.getByRole('button', { name: 'Create a subscription' });
    let stops = 0;
    while (!(await hasFocus(create)())) {
      await page.keyboard.press('Tab');
      stops += 1;
      expect(stops).toBeLessThan(6);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keys' }).waitFor();
    const made = subscriptions().find(({ title }) => title === 'By keys');
    expect(made?.items).toHaveLength(2);
  });
});
