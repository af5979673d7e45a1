import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile(({ control }) => {
  control.account().cloud_servers = [];
});

const account = () => section().service.control.account();

describe('the account', () => {
  it('shows profile.get, and its subscription key only on request', async () => {
    const { page, culvert, go } = section();
    await go('/account');
    await page
      .getByText(account().email ?? 'no e-mail')
      .first()
      .waitFor(patient);
    const key = account().subscription_key ?? 'no key';
    expect(await page.content()).not.toContain(key);
    const masked = page.getByRole('group', { name: 'Subscription key' });
    await masked.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => culvert.clipboardText(), patient).toBe(key);
    await masked.getByRole('button', { name: /^Reveal/ }).click();
    await page.getByText(key).waitFor(patient);
    await masked.getByRole('button', { name: /^Reveal/ }).click();
    await page.getByText(key).waitFor({ state: 'detached', ...patient });
  });

  it('keeps the key with profile.resetSubscriptionLink until the word is typed', async () => {
    const { page, culvert } = section();
    const before = account().subscription_key;
    const count = account().devices.length;
    await page.getByRole('button', { name: 'New subscription key…' }).click();
    await page.getByText(`${String(count)} devices will lose access.`).waitFor(patient);
    const confirm = page.getByRole('button', { name: 'Replace the key and delete the devices' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type “replace” to go on').fill('replace');
    await confirm.click();
    await culvert.confirm();
    await page.getByText('The subscription key was replaced').first().waitFor(patient);
    expect(account().subscription_key).not.toBe(before);
    expect(account().devices).toEqual([]);
  });

  it('changes profile.notificationSettings with profile.setNotificationSettings', async () => {
    const { page } = section();
    await page.getByLabel('From', { exact: true }).selectOption('22');
    await page.getByLabel('To', { exact: true }).selectOption('7');
    await page.getByText('From 22:00 through midnight to 07:00').waitFor(patient);
    await page.getByLabel('Time zone', { exact: true }).selectOption('345');
    await page.getByRole('switch', { name: /Reminders/ }).click();
    const reminders = account().notification_settings.renewal_reminders;
    await page.getByRole('button', { name: 'Save notifications' }).click();
    await page.getByText('Notification settings saved').first().waitFor(patient);
    expect(account().notification_settings).toEqual({
      renewal_reminders: !reminders,
      notification_start_hour: 22,
      notification_end_hour: 7,
      timezone_offset: 345,
    });
  });

  it('links the messenger with messenger.connect, and unlinks it with messenger.disconnect', async () => {
    const { page, service, culvert } = section();
    // The demonstration account is linked.
    if (account().is_messenger_connected) {
      await page.getByRole('button', { name: 'Unlink…' }).click();
      await page.getByRole('button', { name: 'Unlink the messenger' }).click();
    }
    await page.getByText('No messenger account is linked.').waitFor(patient);
    expect(account().is_messenger_connected).toBe(false);
    expect(service.control.journal.counts()['messenger.connection']).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Get a link' }).click();
    const card = page.getByRole('group', { name: 'Link to the messenger' });
    await card.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => culvert.clipboardText(), patient).toMatch(/^https?:\/\//);
    expect(service.control.account().is_messenger_connected).toBe(false);
    await card.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Get a link' }).waitFor(patient);
  });

  it('lists apiKeys.list and marks the key that it uses itself', async () => {
    const { page, service } = section();
    const own = account().keys.find(({ key_prefix }) => service.key.startsWith(key_prefix));
    const row = page.getByRole('listitem', { name: own?.name ?? '', exact: true });
    await row.getByText('This app uses this key').waitFor(patient);
    expect(await page.getByText('This app uses this key').count()).toBe(1);
    await row.getByRole('button', { name: 'Delete…' }).click();
    await row.getByText(/Culvert itself uses/).waitFor(patient);
    await page.keyboard.press('Escape');
  });

  it('creates one with apiKeys.create, kept until it is saved, and deletes it with apiKeys.delete', async () => {
    const { page, culvert } = section();
    await page.getByLabel('Name of a new API key').fill('Router');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    expect((await culvert.confirm()).detail).toContain('Router');
    const card = page.getByRole('group', { name: 'New API key “Router”' });
    const { detail } = await culvert.confirm();
    const [key = ''] = detail.split('\n');
    expect(key).toMatch(/^svc_[\x21-\x7e]{8}_[\x21-\x7e]{24}$/);
    await expect.poll(() => culvert.clipboardText(), patient).toBe(key);
    expect(await page.content()).not.toContain(key.slice(13));
    await card.getByRole('button', { name: 'I have saved it' }).click();
    const row = page.getByRole('listitem', { name: 'Router', exact: true });
    await row.getByRole('button', { name: 'Delete…' }).click();
    await row.getByRole('button', { name: 'Delete the API key' }).click();
    await row.waitFor({ state: 'detached', ...patient });
    expect(account().keys.some(({ name }) => name === 'Router')).toBe(false);
    expect(culvert.policyViolations()).toEqual([]);
    expect(culvert.consoleErrors()).toEqual([]);
  });
});

describe('two accounts', () => {
  let second: RunningService;
  const emailOf = (service: RunningService) => service.control.account().email ?? 'no e-mail';
  beforeAll(async () => {
    second = await startService({ limits: 'endpoint', seed: 'another user' });
    second.control.account().cloud_servers = [];
    second.control.account().email = 'second@example.com';
  });
  afterAll(() => second.close());

  it('can be had: another is added from the sidebar while one is open', async () => {
    const { page, service, culvert, go } = section();
    await go('/connections');
    await page.getByRole('row').first().waitFor(patient);
    await page.getByRole('button', { name: `Account: ${emailOf(service)}` }).click();
    await page.getByRole('link', { name: 'Add an account' }).click();
    await page.getByLabel('Service address').fill(second.url);
    await page.getByLabel('API key', { exact: true }).fill(second.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const { detail } = await culvert.confirm();
    expect(detail).toContain(new URL(second.url).origin);
    expect(detail).toContain(second.key.slice(0, 12));
    expect(detail).not.toContain(second.key.slice(12, 20));
    await page.getByRole('button', { name: 'Account: second@example.com' }).waitFor(patient);
    await page.getByRole('row').first().waitFor(patient);
  });

  it('are switched from the sidebar, by the names that they have', async () => {
    const { page, service } = section();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('button', { name: `Open ${emailOf(service)}` }).click();
    await page.getByRole('button', { name: `Account: ${emailOf(service)}` }).waitFor(patient);
    await page.getByRole('row').first().waitFor(patient);
    expect(await page.content()).not.toContain(second.key);
  });

  it('are still known by name after a restart, and by no file of the profile', async () => {
    const { culvert, service } = section();
    await culvert.quit();
    await culvert.restart();
    const page = await culvert.page();
    await page.getByRole('button', { name: `Account: ${emailOf(service)}` }).click();
    await page.getByText('second@example.com').waitFor(patient);
  });

  it('are signed out of one by one, without opening it', async () => {
    const page = await section().culvert.page();
    await page.getByRole('button', { name: 'Sign out of second@example.com…' }).click();
    expect((await section().culvert.confirm()).detail).toContain('second@example.com');
    await page.getByText('second@example.com').waitFor({ state: 'detached', ...patient });
    const state = await page.evaluate(`culvert.call('session.get', {})`);
    expect(state).toMatchObject({
      ok: true,
      value: { status: 'signed-in', accounts: [{ name: emailOf(section().service) }] },
    });
  });
});
