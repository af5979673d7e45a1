import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { startKeychain, type Keychain } from '#test/adapters/keychain/keychain.ts';
import { filesBelow, readIfThere, hasModes } from '#test/files-below.ts';
import {
  chooseForm,
  copyButton,
  findByTyping,
  openConnection,
  rows,
  search,
  type Wire,
} from './connections-page.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { AmneziaVpnScanner } from '#test/core/connections/amnezia-vpn-app.ts';
import { patient } from '#test/patient.ts';
import { scan } from '#test/scan.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

let keychain: Keychain;
let service: RunningService;
let launcher: Launcher;
let culvert: Driver;
const profile = folderOfAFile();

beforeAll(async () => {
  keychain = await startKeychain();
  service = await startService();
  launcher = await createLauncher();
  culvert = await launcher.launch({ profile, env: keychain.env });
});
afterAll(async () => {
  await launcher.close();
  await service.close();
  await keychain.stop();
});

/** What the service itself says of a connection, by its title. */
function configOf(title: string) {
  const config = service.control.account().configs.find((each) => each.title === title);
  if (config === undefined) throw new Error(`the demo account has no ${title}`);
  return config;
}

async function wireConfigs(): Promise<Wire[]> {
  const answer = await fetch(`${service.url}/configs?limit=1000`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  return ((await answer.json()) as { data: Wire[] }).data;
}

describe('the main job', () => {
  let wire: Wire[] = [];
  /** What is not there on the first day: the tray names all of twelve connections or fewer. */
  const held: ReturnType<typeof service.control.account>['configs'] = [];

  it('begins with signing in, the key forgiven its line ends', async () => {
    const { configs, cloud_servers, paid_options } = service.control.account();
    held.push(...configs.splice(8));
    cloud_servers.length = 0;
    paid_options.length = 0;
    wire = await wireConfigs();
    const page = await culvert.page();
    await page.getByLabel('Service address').fill(service.url);
    await page.getByLabel('API key', { exact: true }).fill(` ${service.key}\n`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await culvert.confirm();
    await rows(page).first().waitFor(patient);
    await page.evaluate(
      `window.clicks = 0; addEventListener('pointerdown', () => { window.clicks += 1; }, true);`,
    );
  });

  it('shows the figures of a server live on the first day before anything is clicked', async () => {
    const page = await culvert.page();
    await page.locator('[data-figures] [data-stats-live]').waitFor(patient);
    expect(await page.evaluate('window.clicks')).toBe(0);
  });

  it('copies the right text from the tray on the first day: a click opens it, one is on a line', async () => {
    const lines = async () => (await culvert.trayItems()).map(({ label }) => label);
    await expect.poll(lines, patient).toContain('MacBook Pro');
    await culvert.clickTray('MacBook Pro');
    const config = wire.find(({ title }) => title === 'MacBook Pro')?.awg_config;
    await expect.poll(() => culvert.clipboardText(), patient).toBe(config);
  });

  it('draws the code for AmneziaVPN on a phone two clicks after the row of its connection', async () => {
    const page = await culvert.page();
    await rows(page).filter({ hasText: 'MacBook Pro' }).click();
    await page.evaluate('window.clicks = 0');
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('dialog').getByText('AmneziaVPN', { exact: true }).click();
    expect(await page.evaluate('window.clicks')).toBe(2);
    const phone = new AmneziaVpnScanner();
    const imported = async () => phone.scan((await scan(page)) ?? '');
    await expect.poll(imported, patient).toMatchObject({ description: 'MacBook Pro' });
    await page.keyboard.press('Escape');
  });

  it('shows the price of a year after one click, and the code of a subscription after two', async () => {
    const page = await culvert.page();
    await page.evaluate('window.clicks = 0');
    await page.getByRole('button', { name: 'Buy…' }).click();
    const year = page.getByRole('radio', { name: /^365 days.*₽/ });
    await year.waitFor({ state: 'attached', ...patient });
    expect(await page.evaluate('window.clicks')).toBe(1);
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('button', { name: 'Give to a device' }).click();
    await page.getByRole('dialog').locator('[data-qr]').waitFor(patient);
    expect(await page.evaluate('window.clicks')).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Connections' }).click();
  });

  it('gives a phone its code, a year’s price and a subscription by the keyboard alone', async () => {
    const page = await culvert.page();
    const command = async (words: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor(patient);
      await page.keyboard.type(words);
      await page.getByRole('listbox').getByRole('option').first().waitFor(patient);
      await page.keyboard.press('Enter');
    };
    await command('qr macbook');
    await page.getByRole('dialog').locator('[data-qr]').waitFor(patient);
    const app = page.getByRole('dialog').getByRole('radio', { name: 'AmneziaVPN' });
    for (let n = 0; n < 6 && !(await app.isChecked()); n += 1) {
      await page.keyboard.press('ArrowRight');
    }
    expect(await app.isChecked()).toBe(true);
    const phone = new AmneziaVpnScanner();
    const imported = async () => phone.scan((await scan(page)) ?? '');
    await expect.poll(imported, patient).toMatchObject({ description: 'MacBook Pro' });
    await page.keyboard.press('Escape');
    await command('shop');
    const year = page.getByRole('radio', { name: /^365 days.*₽/ });
    await year.waitFor({ state: 'attached', ...patient });
    await command('subscriptions');
    await page.getByRole('button', { name: 'Give to a device' }).waitFor(patient);
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('[data-qr]').waitFor(patient);
    await page.keyboard.press('Escape');
    await command('connections');
  });

  it('lists what is bought meanwhile', async () => {
    service.control.account().configs.push(...held);
    wire = await wireConfigs();
    const page = await culvert.page();
    await page.evaluate("void culvert.call('sync.refresh', {})");
    await expect.poll(() => rows(page).count(), patient).toBeGreaterThan(12);
  });

  it('finds a connection of configs.list by typing, and Enter copies the service’s bytes', async () => {
    const page = await culvert.page();
    await page.keyboard.press('/');
    await page.keyboard.type('steam');
    await expect.poll(() => rows(page).count(), patient).toBe(1);
    await page.keyboard.press('Enter');
    const { id } = configOf('Steam Deck');
    const url = wire.find((each) => each.id === id)?.connection_url;
    await expect.poll(() => culvert.clipboardText(), patient).toBe(url);
    await page
      .getByText(/clipboard/i)
      .first()
      .waitFor(patient);
  });

  it('shows configs.serverStats of its server live, which change without a click', async () => {
    const page = await culvert.page();
    await page.locator('[data-stats-live]').waitFor(patient);
    const now = page.locator('section', { has: page.locator('[data-stats-live]') }).last();
    const before = await now.innerText();
    await expect.poll(() => now.innerText(), patient).not.toBe(before);
  });

  it('saves an AWG config where the user says, readable by them alone', async () => {
    const page = await culvert.page();
    const awg = wire.find(({ awg_config }) => awg_config !== undefined);
    if (awg) await openConnection(page, awg);
    const path = join(profile, 'saved.conf');
    await culvert.answerSave(path);
    await chooseForm(page, 'Save AmneziaWG config');
    await expect.poll(() => readIfThere(path), patient).toBe(awg?.awg_config);
    if (hasModes) expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(path);
  });

  it('marks a favourite, which the tray then offers', async () => {
    const page = await culvert.page();
    await findByTyping(page, 'steam');
    await expect.poll(() => rows(page).count(), patient).toBe(1);
    await rows(page).first().click();
    await page.keyboard.press('ControlOrMeta+d');
    const labels = async () => JSON.stringify(await culvert.trayItems());
    await expect.poll(labels, patient).toContain('Steam Deck');
  });

  it('goes on without the service: list, detail, copy and tray say how old they are', async () => {
    await culvert.quit();
    await service.close();
    await culvert.restart({ env: keychain.env });
    const page = await culvert.page();
    await rows(page).first().waitFor(patient);
    await page.getByText(/Offline since .* showing data from/).waitFor(patient);

    await search(page).fill('steam');
    await expect.poll(() => rows(page).count(), patient).toBe(1);
    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Steam Deck' }).first().waitFor(patient);
    const { id } = configOf('Steam Deck');
    const url = wire.find((each) => each.id === id)?.connection_url;
    await culvert.writeClipboard('');
    await copyButton(page).click();
    await expect.poll(() => culvert.clipboardText(), patient).toBe(url);

    await culvert.writeClipboard('');
    await culvert.clickTray('Steam Deck');
    await expect.poll(() => culvert.clipboardText(), patient).toBe(url);
    expect(JSON.stringify(await culvert.trayItems())).toMatch(/Offline since/);
  });

  it('copies from the tray with no window ever opened and no network', async () => {
    await culvert.quit();
    await culvert.restart({ env: keychain.env, args: ['--hidden'] });
    expect(await culvert.isWindowVisible()).toBe(false);
    await culvert.writeClipboard('');
    await expect
      .poll(async () => JSON.stringify(await culvert.trayItems()), patient)
      .toContain('Steam Deck');
    await culvert.clickTray('Steam Deck');
    const url = wire.find((each) => each.id === configOf('Steam Deck').id)?.connection_url;
    await expect.poll(() => culvert.clipboardText(), patient).toBe(url);
    expect(await culvert.isWindowVisible()).toBe(false);
  });

  it('is fresh again without a click when the service is back', async () => {
    await culvert.openWindow();
    const page = await culvert.page();
    await page.getByText(/Offline since/).waitFor(patient);
    service = await startService({
      port: Number(new URL(service.url).port),
      state: service.control.state,
      key: service.key,
    });
    await page.getByText(/Offline since/).waitFor({ state: 'detached', ...patient });
    await page.getByText('Updated just now').waitFor(patient);
    await page.locator('[data-stats-live]').first().waitFor(patient);
  });

  it('keeps what it had when it is killed at its work', async () => {
    await culvert.kill();
    await culvert.restart({ env: keychain.env });
    const page = await culvert.page();
    await expect.poll(() => rows(page).count(), patient).toBeGreaterThan(8);
  });
});

describe('the stored data', () => {
  it('the API key is in the keychain, and nowhere else that Culvert wrote', async () => {
    const secret = service.key.slice(13);
    const found = filesBelow(profile).filter((path) => readFileSync(path).includes(secret));
    expect(found).toEqual([]);
    expect(culvert.output()).not.toContain(secret);
    if (process.platform !== 'linux') return;
    const files = filesBelow(keychain.env['XDG_DATA_HOME'] ?? '');
    expect(files.some((path) => path.endsWith('.keyring'))).toBe(true);
  });

  it('no connection’s secret is readable in what Culvert wrote', async () => {
    const secrets = (await wireConfigs()).map(({ connection_url }) => connection_url);
    for (const path of filesBelow(profile)) {
      const bytes = readFileSync(path);
      expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    }
  });

  it('neither is left in the window’s memory, not even after one was shown', async () => {
    const page = await culvert.page();
    await search(page).fill('steam');
    await rows(page).first().click();
    const url = (await wireConfigs()).find(({ id }) => id === configOf('Steam Deck').id);
    const credential = /\/\/([^@]+)@/.exec(url?.connection_url ?? '')?.[1] ?? 'none';
    const eye = page.locator('[data-secret]').getByRole('button', { name: /^Reveal/ });
    const heap = async () => {
      const text = await culvert.heapSnapshot();
      return [service.key.slice(13), credential].filter((secret) => text.includes(secret));
    };
    await eye.click();
    await page.getByText(credential).first().waitFor(patient);
    expect(await heap()).toEqual([credential]);
    // Another row takes its place, whether the half minute is over by now or not.
    await search(page).fill('macbook');
    await rows(page).filter({ hasText: 'MacBook Pro' }).first().click();
    await page
      .getByText(credential)
      .first()
      .waitFor({ state: 'detached', ...patient });
    await expect.poll(heap, { timeout: 240_000, interval: 3000 }).toEqual([]);
  });

  it('files are readable by the user only', () => {
    for (const path of filesBelow(profile)) {
      if (path.endsWith('stand-in.lock')) continue;
      if (hasModes) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    }
  });

  it('the window sent requests to nobody but main, within its policy', async () => {
    expect(await culvert.requestsElsewhere()).toEqual([]);
    expect(culvert.policyViolations()).toEqual([]);
    expect(culvert.consoleErrors()).toEqual([]);
  });
});
