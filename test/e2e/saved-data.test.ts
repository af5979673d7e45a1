import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { startService } from '#service/service.ts';
import { startKeychain } from '#test/adapters/keychain/keychain.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { patient } from '#test/patient.ts';

let launcher: Launcher;

beforeAll(async () => {
  launcher = await createLauncher();
});
afterAll(() => launcher.close());

function contentsBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'base64'),
    ]),
  );
}

async function session(culvert: Driver): Promise<unknown> {
  const page = await culvert.page();
  await page.waitForSelector('#app form input');
  return await sessionOf(page);
}

async function sessionOf(page: Page): Promise<unknown> {
  const answer: { value: unknown } = await page.evaluate(`window.culvert.call('session.get', {})`);
  return answer.value;
}

describe('saved data that cannot be opened', () => {
  it('because another program holds it stays as it is, which is reported', async () => {
    const profile = temporaryFolder();
    const { vault } = openSqliteVault(join(profile, 'vault'));
    const place = { account: 'a', purpose: 'b', name: 'c' };
    vault.write([{ ...place, sealed: Buffer.from('kept') }]);
    const culvert = await launcher.launch({ profile });
    expect(await session(culvert)).toMatchObject({
      vaultProblem: { kind: 'vault', reason: 'locked' },
    });
    await culvert.quit();
    expect(Buffer.from(vault.read(place) ?? []).toString()).toBe('kept');
    vault.close();
  });
});

describe.runIf(process.platform === 'linux')('a profile that cannot be written', () => {
  it('shows and copies what was kept where that is the vault, says so, and leaves it', async () => {
    const keychain = await startKeychain();
    const service = await startService({ limits: 'endpoint' });
    onTestFinished(async () => {
      await keychain.stop();
      await service.close();
    });
    const profile = temporaryFolder();
    const signIn = JSON.stringify({ service: service.url, key: service.key });
    const env = { ...keychain.env, CULVERT_LOCAL_SIGN_IN: signIn };
    const culvert = await launcher.launch({ profile, env });
    await (await culvert.page()).getByRole('row').first().waitFor(patient);
    await culvert.quit();

    const vault = join(profile, 'vault');
    const before = contentsBelow(vault);
    await service.close();
    await culvert.restart({ env: keychain.env, readOnlyFolder: vault });
    const page = await culvert.page();
    await page.getByRole('row').first().click(patient);
    // On screen, what keeps the service from answering comes first: the rest is in the list behind it.
    expect(await sessionOf(page)).toMatchObject({
      vaultProblem: { kind: 'vault', reason: 'read-only' },
    });
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await expect.poll(() => culvert.clipboardText(), patient).toMatch(/:\/\/|\[Interface\]/);
    expect(await culvert.quit()).toBe(0);
    expect(contentsBelow(vault)).toEqual(before);
  });

  it('ends the start with its path in the error where the whole profile cannot be written', async () => {
    const profile = temporaryFolder();
    const start = launcher.launch({ profile, readOnlyFolder: profile });
    await expect(start).rejects.toThrow(`Culvert cannot write to its folder, ${profile}.`);
    expect(readdirSync(profile)).toEqual([]);
  });
});
