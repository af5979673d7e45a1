import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile(({ control }) => {
  control.account().cloud_servers = [];
});

const account = () => section().service.control.account();
const card = '4000056655665556';

/** Words without the spaces that a language puts into its numbers. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

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
    await card.getByRole('button', { name: 'Show and copy the key…' }).click(patient);
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
  });
});

describe('the money section', () => {
  it('shows the balance of profile.get', async () => {
    const { page, go } = section();
    await go('/money');
    await page.locator('[data-balance]').getByText('2,340 ₽').waitFor(patient);
  });

  it('prices a top-up with balance.calculate, and says why an amount is none', async () => {
    const { page } = section();
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('15001');
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Whole roubles, 15,000 at most').waitFor(patient);
    expect(await page.getByRole('button', { name: /^Top up/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: '500 ₽' }).click();
    for (const method of ['SBP', 'Card', 'TON']) {
      await page.getByRole('radio', { name: new RegExp(method) }).waitFor(patient);
    }
    // The least of a method comes with configs.tariffs.
    await page
      .getByText(/^at least/)
      .first()
      .waitFor(patient);
  });

  it('asks balance.topup for one link, and notices that it is paid', async () => {
    const { page, service, culvert } = section();
    await page.getByRole('radio', { name: /TON/ }).check();
    const button = page.getByRole('button', { name: /^Top up 500\s₽ for [\d.]+ TON$/ });
    await button.dblclick();
    const waiting = page.getByRole('group', { name: /^Balance top-up/ });
    await waiting.getByRole('button', { name: /^Pay / }).waitFor(patient);
    expect(service.control.state.payments).toHaveLength(1);
    expect(await page.getByLabel('Amount', { exact: true }).count()).toBe(0);
    await waiting.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => culvert.clipboardText(), patient).toMatch(/\/pay\/\w{32}$/);
    const paid = await fetch(await culvert.clipboardText(), { method: 'POST' });
    expect(paid.ok).toBe(true);
    await page.locator('[data-balance]').getByText('2,840 ₽').waitFor(patient);
    await waiting.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByLabel('Amount', { exact: true }).waitFor(patient);
  });

  it('turns the pages of payments.history', async () => {
    const { page } = section();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByLabel('What to show').selectOption('Payments');
    const list = page.getByRole('region', { name: 'Payments' });
    const payments = list.getByRole('listitem');
    await list.getByText('Balance top-up').first().waitFor(patient);
    const [first] = account().history;
    expect(first).toMatchObject({ type: 'balance_topup', method: 'ton', is_paid: true });
    expect(plain(await list.innerText())).toContain(`${first?.amount ?? ''} TON`);
    expect(await list.getByText('not paid').count()).toBe(2);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2', { exact: true }).waitFor(patient);
    await expect.poll(() => payments.count(), patient).toBe(account().history.length - 20);
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(() => payments.count(), patient).toBe(20);
  });

  it('copies a key of promocodes.list and tells which are used', async () => {
    const { page, service, culvert } = section();
    await page.getByLabel('What to show').selectOption('Keys');
    const keys = page.getByRole('region', { name: 'Keys' }).getByRole('listitem');
    await keys.first().waitFor(patient);
    const own = service.control.state.promocodes.filter(
      ({ account_id }) => account_id === account().id,
    );
    await expect.poll(() => keys.count(), patient).toBe(own.length);
    const newest = own.at(-1);
    expect(await page.content()).not.toContain(newest?.code ?? 'no key');
    await keys.first().getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => culvert.clipboardText(), patient).toBe(newest?.code);
    expect(await page.getByText('Not used').count()).toBe(
      own.filter(({ is_active }) => is_active).length,
    );
    expect(await page.getByText('Used', { exact: true }).count()).toBe(
      own.filter(({ is_active }) => !is_active).length,
    );
  });

  it('shows the referral balance, its code, and the entries of referral.list', async () => {
    const { page, culvert, go } = section();
    await go('/referral');
    await page.getByText('6,150 ₽', { exact: true }).waitFor(patient);
    await page.getByText('People invited: 14').waitFor(patient);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => culvert.clipboardText(), patient).toBe(account().referral_code);
    const table = page.getByRole('table', { name: 'Entries' });
    await table.getByText('an***@example.com').waitFor(patient);
    expect(plain(await table.innerText())).toMatch(/SBP · \*+4512[\s\S]*completed[\s\S]*−1,500\s₽/);
  });

  it('keeps what was typed when referral.withdrawSbp is refused', async () => {
    const { page } = section();
    await page.getByLabel('Search banks').fill('образец');
    await expect
      .poll(() => page.getByRole('group', { name: 'Bank' }).getByRole('radio').count(), patient)
      .toBe(2);
    // The search leaves two of them.
    expect(section().service.control.journal.counts()['referral.sbpBanks']).toBeGreaterThan(0);
    await page.getByRole('radio', { name: 'Банк «Образец»' }).check();
    await page.getByLabel('Amount', { exact: true }).fill('7000');
    await page.getByText('More than the 6,150 ₽ that were there last').waitFor(patient);
    await page.getByLabel('Phone number of the account').fill('8 900 123-45-67');
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByText(/7,000\s₽ leave your referral balance for \+79001234567/).waitFor(patient);
    await page.getByRole('button', { name: 'Withdraw 7,000 ₽' }).click();
    await section().culvert.confirm();
    await page
      .getByText(/the referral balance is too small/)
      .first()
      .waitFor(patient);
    expect(account().referral_balance).toBe(6150);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('7000');
    expect(await page.getByLabel('Phone number of the account').inputValue()).toBe(
      '8 900 123-45-67',
    );
  });

  it('withdraws by referral.withdrawSbp once main’s question is agreed to', async () => {
    const { page, culvert } = section();
    await page.getByLabel('Amount', { exact: true }).fill('1500');
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    const submit = page.getByRole('button', { name: 'Withdraw 1,500 ₽' });
    await submit.click();
    expect(plain((await culvert.refuse()).message)).toContain('Withdraw 1,500 ₽');
    expect(account().referral_balance).toBe(6150);
    await submit.click();
    expect((await culvert.confirm()).detail).toContain('+79001234567');
    await page.getByText('The service accepted the withdrawal').first().waitFor(patient);
    expect(account().referral_balance).toBe(4650);
    expect(account().referral[0]).toMatchObject({ method: 'sbp', amount: -1500 });
    await page.getByText('4,650 ₽', { exact: true }).waitFor(patient);
    expect(await page.getByLabel('Phone number of the account').inputValue()).toBe('');
  });

  it('withdraws by referral.withdrawCard, and keeps nothing of the card but four digits', async () => {
    const { page, culvert } = section();
    await page.getByText('To a card').click();
    const field = page.getByLabel('Card number');
    await field.fill('4000 0566 5566 5557');
    await field.blur();
    await page.getByText('A digit is wrong: the number does not add up.').waitFor(patient);
    await page.getByLabel('Amount', { exact: true }).fill('2000');
    expect(await page.getByRole('button', { name: 'Withdraw…' }).isDisabled()).toBe(true);
    await field.fill('4000 0566 5566 5556');
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByText('the card that ends in 5556').waitFor(patient);
    await page.getByRole('button', { name: 'Withdraw 2,000 ₽' }).click();
    expect((await culvert.confirm()).detail).toContain('4000 0566 5566 5556');
    await expect.poll(() => account().referral_balance, patient).toBe(2650);
    await page.getByText('2,650 ₽', { exact: true }).waitFor(patient);
    await expect.poll(() => field.inputValue(), patient).toBe('');
    const held = await culvert.heapSnapshot();
    expect(held).not.toContain(card);
    expect(held).not.toContain('4000 0566 5566 5556');
    expect(culvert.output()).not.toContain(card);
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
