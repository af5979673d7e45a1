import { describe, expect, it } from 'vitest';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile(({ control }) => {
  control.account().cloud_servers = [];
});

const account = () => section().service.control.account();
const card = '4000056655665556';

/** Words without the spaces that a language puts into its numbers. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

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
    expect(await page.getByRole('button', { name: /^Top up/ }).count()).toBe(0);
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
    const waiting = page.getByRole('group', { name: /^Top-up of the balance/ });
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
    await page.getByText('You cancelled').first().waitFor(patient);
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
