import { describe, expect, it } from 'vitest';
import { chooseOf, sectionOfAFile } from './section.ts';

const section = sectionOfAFile();
const page = () => section().page;
const option = () => section().main.service.account().paid_options[0] ?? expect.fail();
const requests = (id: string) => section().main.service.journal.counts()[id] ?? 0;
const detail = () => page().getByRole('article');
const item = (name: string) => detail().getByRole('listitem', { name, exact: true });
const device = (model: string) => detail().getByRole('listitem').filter({ hasText: model });

describe('paid options', () => {
  it('are listed, and the first is open with what it has used: paidOptions.list, paidOptions.subscription', async () => {
    await page().getByRole('link', { name: 'Servers and options' }).click();
    await page().getByRole('link', { name: 'Paid options' }).click();
    await detail().getByRole('heading', { name: 'Белый интернет', exact: true }).waitFor();
    await detail()
      .getByRole('progressbar', { name: 'Traffic used' })
      .or(detail().getByText('Unlimited').first())
      .first()
      .waitFor();
    expect(requests('paidOptions.list')).toBeGreaterThan(0);
    expect(requests('paidOptions.subscription')).toBeGreaterThan(0);
  });

  it('are renewed on their own page: paidOptions.create', async () => {
    const { expires_at: before } = option();
    await detail().getByRole('button', { name: 'Renew…' }).click();
    await detail()
      .getByRole('button', { name: /^Renew to/ })
      .click();
    await section().confirm();
    await detail()
      .getByText(/^Renewed until/)
      .waitFor();
    expect(option().expires_at).toBe(before + 30 * 86_400);
  });

  it('take limits in gigabytes and devices, and send exact bytes: paidOptions.setLimits', async () => {
    await detail().locator('[data-limits] > summary').click();
    await detail().getByRole('textbox', { name: 'Traffic limit, GB' }).fill('200');
    await detail().getByRole('textbox', { name: 'Device limit' }).fill('101');
    expect(await detail().getByRole('button', { name: 'Save limits' }).isDisabled()).toBe(true);
    await detail().getByRole('textbox', { name: 'Device limit' }).fill('7');
    await detail().getByRole('button', { name: 'Save limits' }).click();
    // The traffic is what it was: the devices tell when the answer came.
    await expect.poll(() => option().device_limit).toBe(7);
    expect(option().traffic_limit_bytes).toBe(200 * 1024 ** 3);
    await detail().getByText('of 200 GB').waitFor();
  });

  it('title a configuration by its index and give the title back: paidOptions.setTitle, paidOptions.resetTitle', async () => {
    const original = option().configs[0]?.original_title ?? '';
    await chooseOf(item('Мегафон, метро'), 'Rename');
    await item('Мегафон, метро').getByRole('textbox').fill('On the train');
    await page().keyboard.press('Enter');
    await item('On the train').waitFor();
    expect(option().configs[0]?.custom_title).toBe('On the train');
    await chooseOf(item('On the train'), /^Restore the title/);
    await item(original).first().waitFor();
    expect(option().configs[0]?.custom_title).toBeNull();
  });

  it('show a configuration’s server by index, and its line’s traffic: paidOptions.stats, paidOptions.configStats', async () => {
    const line = detail().getByRole('list', { name: 'VPN connections' }).getByRole('listitem');
    await chooseOf(line.first(), 'Server statistics');
    await line.first().locator('[data-stats-live]').waitFor();
    await expect.poll(() => requests('paidOptions.stats')).toBeGreaterThan(0);
    await expect.poll(() => requests('paidOptions.configStats')).toBeGreaterThan(0);
  });

  it('make a configuration: paidOptions.createConfig', async () => {
    await detail().getByRole('button', { name: 'New connection' }).click();
    await detail().locator('label').getByText('Trojan', { exact: true }).click();
    await detail().getByRole('textbox', { name: 'Title' }).fill('Made here');
    await detail().getByRole('button', { name: 'Create connection' }).click();
    await item('Made here').waitFor();
    expect(option().configs.some(({ title }) => title === 'Made here')).toBe(true);
  });

  it('remove one device, then all that are left, by their number: paidOptions.devices, paidOptions.deleteDevice, paidOptions.deleteAllDevices', async () => {
    await device('ASUS Zenbook 14')
      .getByRole('button', { name: /^Remove:/ })
      .click();
    await device('ASUS Zenbook 14').getByRole('button', { name: 'Remove device' }).click();
    await device('ASUS Zenbook 14').waitFor({ state: 'detached' });
    expect(option().devices.map(({ hwid }) => hwid)).not.toContain('q83vEjRWeJA=/+');
    await detail().getByRole('button', { name: 'Remove all…' }).click();
    await detail().getByText('2 devices lose access').waitFor();
    await detail().getByRole('button', { name: 'Remove all devices' }).click();
    await detail().getByText('No device has attached yet.').waitFor();
    expect(option().devices).toEqual([]);
    expect(requests('paidOptions.devices')).toBeGreaterThan(1);
  });

  it('change the days of auto-renewal: paidOptions.setAutoRenewal', async () => {
    await detail().getByLabel('What it renews for').selectOption('180');
    await section().confirm();
    await expect.poll(() => option().auto_renewal_days).toBe(180);
  });
});
