import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile((service) => {
  service.control.account().cloud_servers = [];
});
let second: RunningService;
const emailOf = (service: RunningService) => service.control.account().email ?? 'no e-mail';

beforeAll(async () => {
  second = await startService({ limits: 'endpoint', seed: 'another user' });
  second.control.account().cloud_servers = [];
  second.control.account().email = 'second@example.com';
});
afterAll(async () => {
  await second.close();
});

const switcher = () => section().page.getByRole('button', { name: /^Account: / });

describe('two accounts', () => {
  it('can be had: another is added from the sidebar while one is open', async () => {
    const { page, service, culvert } = section();
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
    await switcher().click();
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
