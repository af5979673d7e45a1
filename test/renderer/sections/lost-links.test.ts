import { beforeAll, describe, expect, it } from 'vitest';
import { sectionOfAFile } from './section.ts';

const section = sectionOfAFile((control) => {
  control.account().cloud_servers = [];
});

const account = () => section().main.service.account();
const requests = (id: string) => section().main.service.journal.counts()[id] ?? 0;

describe('an answer that is lost', () => {
  it('keeps a payment link from being requested twice', async () => {
    const { page, go } = section();
    section().main.service.setFaults(['balance.topup:drop-after:1:1']);
    await go('/money');
    await page.getByLabel('Amount', { exact: true }).fill('500');
    await page.getByRole('radio', { name: /TON/ }).check();
    await page.getByRole('button', { name: /^Top up 500\s₽ for/ }).click();
    await page.locator('[data-entry=finding-out]').waitFor();
    expect(await page.getByLabel('Amount', { exact: true }).count()).toBe(0);
  });

  it('leaves a withdrawal to be found out, its phone number gone', async () => {
    const { page, go, confirm, main } = section();
    section().main.service.setFaults(['referral.withdrawSbp:drop-before:1:1']);
    await go('/referral');
    await page.getByRole('radio', { name: 'Банк «Образец»' }).check();
    await page.getByLabel('Amount', { exact: true }).fill('1500');
    await page.getByLabel('Phone number of the account').fill('+79001234567');
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('button', { name: 'Withdraw 1,500 ₽' }).click();
    await confirm();
    await page.locator('[data-entry=finding-out]').waitFor();
    expect(main.machine.log.lines.join('\n')).not.toContain('9001234567');
  });
});

describe('the outcome of a lost link', () => {
  // The service's own deadline: only a look that begins after it decides.
  beforeAll(() => section().main.advance(60_000));

  it('is not seen where no money left: sent again with the number typed again', async () => {
    const { page, go, confirm } = section();
    await go('/referral');
    const card = page.locator('[data-entry=not-seen]');
    await card.waitFor();
    expect(account().referral_balance).toBe(6150);
    await card.getByRole('button', { name: 'Send again…' }).click();
    await card.getByText('both leave your referral balance').waitFor();
    const send = card.getByRole('button', { name: 'Send it again' });
    expect(await send.isDisabled()).toBe(true);
    await card.getByLabel('Phone number of the account').fill('+79001234567');
    await send.click();
    await confirm();
    await expect.poll(() => account().referral_balance).toBe(4650);
    expect(requests('referral.withdrawSbp')).toBe(2);
  });

  it('is a lost link where a payment was opened and not paid: another may be requested', async () => {
    const { page, go, main } = section();
    await go('/money');
    const card = page.locator('[data-entry=link-lost]');
    await card.waitFor();
    await card.getByText('Nothing was spent: ask for another.').waitFor();
    await card.getByText('not paid').waitFor();
    expect(requests('balance.topup')).toBe(1);
    await page.getByLabel('Amount', { exact: true }).fill('500');
    await page.getByRole('button', { name: /^Top up 500\s₽/ }).click();
    await page.locator('[data-entry=waiting]').waitFor();
    expect(main.service.state.payments).toHaveLength(2);
  });
});
