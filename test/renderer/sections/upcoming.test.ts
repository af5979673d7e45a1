// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sectionOfAFile } from './section.ts';
import { patient } from '#test/patient.ts';

const day = 86_400;

/** One configuration that renews itself every 30 days, and a balance that pays twice for it. */
const section = sectionOfAFile((control) => {
  const account = control.account();
  account.configs = account.configs.slice(0, 1);
  Object.assign(account, { cloud_servers: [], paid_options: [], pricing_rules: [], balance: 450 });
  Object.assign(account.configs[0] ?? {}, {
    title: 'Netflix',
    expires_at: control.now() + 5 * day,
    auto_renewal: true,
    auto_renewal_days: 30,
  });
});

describe('the forecast', () => {
  const rows = () => section().page.locator('tbody tr');

  it('is read with one request for the prices, and enough for 30 days', async () => {
    const { page, go, main } = section();
    await go('/money');
    await page.getByText(/^The balance is enough until/).waitFor(patient);
    expect(await rows().count()).toBe(1);
    const row = await rows().first().innerText();
    expect(row).toContain('Netflix');
    expect(row).toContain('Renews itself · 30 days');
    expect(row.replaceAll('\u00A0', ' ')).toMatch(/199 ₽\s+251 ₽/);
    const read = main.service.journal.entries().map(({ endpoint }) => endpoint);
    expect(read.filter((id) => id === 'configs.tariffs')).toHaveLength(1);
    expect(read).not.toContain('cloudServers.tariffs');
  });

  it('says when the balance is no longer enough, and opens a top-up of what is missing', async () => {
    const { page, main } = section();
    await page.getByText('90 days', { exact: true }).click();
    await page.getByText(/^On .* the balance is no longer enough$/).waitFor(patient);
    expect(await rows().count()).toBe(3);
    expect(await rows().last().innerText()).toContain('Expires: the balance is not enough');
    await page.getByRole('link', { name: /^Top up 147/ }).click();
    const amount = page.getByRole('textbox', { name: 'Amount' });
    await expect.poll(() => amount.inputValue(), patient).toBe('147');
    await page.getByRole('button', { name: /^Top up 147/ }).waitFor(patient);
    const sent = main.service.journal.entries().map(({ endpoint }) => endpoint);
    expect(sent).not.toContain('balance.topup');
  });
});
