import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patient, sectionOfAFile } from './section.ts';

const section = sectionOfAFile(({ control }) => {
  control.account().cloud_servers = [];
  control.account().email = 'anna@canary.example.com';
});

describe('diagnostics', () => {
  const fileName = 'for the support.json';

  it('are written nowhere when the person changes their mind', async () => {
    const { culvert, page, go } = section();
    await go('/settings');
    await culvert.answerSave(null);
    const answer = await page.evaluate(`culvert.call('settings.saveDiagnostics', {})`);
    expect(answer).toEqual({ ok: true, value: { name: null } });
    expect(existsSync(join(culvert.profile, fileName))).toBe(false);
  });

  it('are saved where the person says, without anything secret', async () => {
    const { culvert, page, service } = section();
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
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  });
});
