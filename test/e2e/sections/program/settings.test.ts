import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { hasModes } from '#test/files-below.ts';
import { patient } from '#test/patient.ts';

const section = sectionOfAFile(({ control }) => {
  control.account().cloud_servers = [];
  control.account().email = 'anna@canary.example.com';
});

describe('the tray', () => {
  it('names the connections that the user wants named, and none when that is chosen', async () => {
    const { culvert, page, go } = section();
    const key = (await page.getByRole('row').first().getAttribute('id'))?.replace('row-', '');
    await page.evaluate(
      `culvert.call('secrets.copy', { of: 'connection', key: '${String(key)}', form: 'url' })`,
    );
    const labels = async () => (await culvert.trayItems()).map(({ label }) => label);
    await expect.poll(labels, patient).toContain('Recent');
    await go('/settings');
    const choices = page.getByLabel('Connections in the tray’s menu');
    await choices.selectOption('Favourites');
    await expect.poll(labels, patient).not.toContain('Recent');
    await choices.selectOption('None');
    await expect
      .poll(async () => (await labels()).filter((label) => label !== ''), patient)
      .toEqual(['Open Culvert', 'Settings…', 'Pause updates', 'Lock now', 'Quit']);
  });
});

describe('cached data', () => {
  it('is stored for as long as the user chose, also after a restart', async () => {
    const { culvert, page, go } = section();
    await go('/account');
    await page.getByLabel('Keep offline data for').selectOption('30 days');
    await culvert.quit();
    await culvert.restart();
    const again = await culvert.page();
    await again.getByRole('row').first().waitFor(patient);
    await again.evaluate(`void (location.hash = '#/account')`);
    expect(await again.getByLabel('Keep offline data for').inputValue(patient)).toBe('30');
    await again.evaluate(`void (location.hash = '#/settings')`);
  });
});

describe('diagnostics', () => {
  const fileName = 'for the support.json';

  it('are written nowhere when the user changes their mind', async () => {
    const { culvert } = section();
    const page = await culvert.page();
    await culvert.answerSave(null);
    const answer = await page.evaluate(`culvert.call('settings.saveDiagnostics', {})`);
    expect(answer).toEqual({ ok: true, value: { name: null } });
    expect(existsSync(join(culvert.profile, fileName))).toBe(false);
  });

  it('are saved where the user says, without anything secret', async () => {
    const { culvert, service } = section();
    const page = await culvert.page();
    const path = join(culvert.profile, fileName);
    await culvert.answerSave(path);
    await page.getByRole('button', { name: 'Save diagnostics…' }).click();
    await page.getByText(`Saved as ${fileName}`).first().waitFor(patient);
    const text = readFileSync(path, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      session: { accounts: 1, service: service.url, keychain: 'ready' },
      connections: { config: service.control.account().configs.length },
    });
    expect(text).toContain('"event": "answer"');
    const account = JSON.stringify(service.control.account());
    const urls = account.match(/[a-z0-9]+:\/\/[^"\s\\]{20,}/g) ?? [];
    const secrets = [service.key, 'canary', service.control.account().subscription_key, ...urls];
    expect(secrets.filter((secret) => secret !== null && text.includes(secret))).toEqual([]);
    if (hasModes) expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });
});
