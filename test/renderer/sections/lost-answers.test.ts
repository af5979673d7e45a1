import { beforeAll, describe, expect, it } from 'vitest';
import { sectionOfAFile } from './section.ts';

const section = sectionOfAFile((control) => {
  const account = control.account();
  account.cloud_servers = [];
  // Four keys: with one more there are as many as the service allows.
  for (let id = 901; id < 904; id += 1) {
    const key_prefix = `svc_${String(id)}aaaaa`;
    account.keys.push({
      id,
      name: `Old ${String(id)}`,
      key_prefix,
      created_at: 1,
      secret_hash: '',
    });
  }
  control.setBalance({ balance: 5000 });
});

const account = () => section().main.service.account();
const requests = (id: string) => section().main.service.journal.counts()[id] ?? 0;

describe('an answer that is lost', () => {
  it('leaves a purchase to be found out, however often it was clicked', async () => {
    const { page, go, confirm } = section();
    section().main.service.setFaults(['configs.create:drop-before:1:1']);
    await go('/shop/configs');
    await page.getByRole('radio', { name: /Germany/ }).check({ force: true });
    await page.locator('form button[type=submit]').dblclick();
    await confirm();
    await page.locator('[data-entry=finding-out]').waitFor();
    expect(requests('configs.create')).toBe(1);
  });

  it('keeps every other purchase of the same balance from being sent', async () => {
    const { page, go } = section();
    await go('/shop/paid-options');
    await page.locator('form button[type=submit]').click();
    await page.getByText('Nothing was sent: Culvert is still finding out').waitFor();
    await go('/money');
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('500');
    await page.getByRole('button', { name: 'Top up 500 ₽' }).click();
    await page.getByText('Another operation is still open').waitFor();
    expect(await amount.inputValue()).toBe('500');
    expect([requests('paidOptions.create'), requests('balance.topup')]).toEqual([0, 0]);
  });

  it('leaves a new API key to be found out', async () => {
    const { page, go, confirm } = section();
    section().main.service.setFaults(['apiKeys.create:drop-after:1:1']);
    await go('/account');
    await page.getByLabel('Name of a new API key').fill('Router');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    await confirm();
    await page.locator('[data-entry=finding-out]').waitFor();
  });
});

describe('the outcome of a lost answer', () => {
  // The service's own deadline: only a look that begins after it decides.
  beforeAll(() => section().main.advance(60_000));

  it('is an orphan where a key was made, whose removal frees its place', async () => {
    const { page } = section();
    const card = page.locator('[data-entry=orphan]');
    await card.waitFor();
    expect(account().keys.map(({ name }) => name)).toContain('Router');
    await page.getByText('There are 5 keys').waitFor();
    await card.getByRole('button', { name: 'Delete this API key' }).click();
    await page.getByText('That API key was deleted.').waitFor();
    expect(account().keys.map(({ name }) => name)).not.toContain('Router');
    await page.getByLabel('Name of a new API key').waitFor();
  });

  it('is not seen where nothing came of it, and is sent again after a warning', async () => {
    const { page, go, confirm } = section();
    const before = account().configs.length;
    await go('/money/history?show=purchases');
    const card = page.locator('[data-entry=not-seen]');
    await card.waitFor();
    await card.getByText(/The balance has not changed: 5,000/).waitFor();
    await card.getByRole('button', { name: 'Pay again…' }).click();
    await card.getByText('both are paid for').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();
    expect(requests('configs.create')).toBe(1);
    await card.getByRole('button', { name: 'Pay again…' }).click();
    await card.getByRole('button', { name: 'Send it again' }).click();
    await confirm();
    await page.getByRole('button', { name: /^Purchase of a connection/ }).waitFor();
    expect(requests('configs.create')).toBe(2);
    expect(account().configs).toHaveLength(before + 1);
  });
});
