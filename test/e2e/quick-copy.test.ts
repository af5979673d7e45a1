import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { startKeyring, type Keyring } from '#test/adapters/keychain/keyring.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { patient } from '#test/patient.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const keys = process.platform === 'darwin' ? 'Alt+Super+Space' : 'Control+Shift+Space';

let keyring: Keyring;
let launcher: Launcher;

beforeAll(async () => {
  keyring = await startKeyring();
  launcher = await createLauncher();
});
afterAll(async () => {
  await launcher.close();
  await keyring.stop();
});

/** Culvert in the tray, signed in to a service, while the user works in another program. */
async function startHidden(service: RunningService, configs: number): Promise<Driver> {
  const local = JSON.stringify({ service: service.url, key: service.key });
  const culvert = await launcher.launch({
    args: ['--hidden'],
    env: { ...keyring.env, CULVERT_LOCAL_SIGN_IN: local },
  });
  await culvert.pressShortcut(keys);
  const page = await culvert.quickPage();
  // Until the last of the lists is read: a search then finds all that there is.
  const last = service.control.account().configs.at(configs - 1)?.title ?? '';
  await page.getByRole('option').first().waitFor(patient);
  await page.getByRole('combobox').fill(last);
  await page.getByRole('option').filter({ hasText: last }).first().waitFor({ timeout: 200_000 });
  await page.getByRole('combobox').press('Escape');
  await expect.poll(() => culvert.isQuickVisible(), patient).toBe(false);
  return culvert;
}

describe('quick copy', () => {
  let service: RunningService;
  let culvert: Driver;
  const field = async () => (await culvert.quickPage()).getByRole('combobox');

  beforeAll(async () => {
    service = await startService({ limits: 'off' });
    // Nothing else begins with these letters.
    const [first, second, third] = service.control.account().configs;
    if (first !== undefined) first.title = 'Qwz laptop';
    if (second !== undefined) second.title = 'Qwy phone';
    if (third !== undefined) {
      const expires_at = service.control.now() - 86_400;
      Object.assign(third, { title: 'Qwx tablet', expires_at, auto_renewal: false });
    }
  });
  afterAll(() => service.close());

  it('opens before there is any window, and finds what the account has', async () => {
    culvert = await startHidden(service, service.control.account().configs.length);
  });

  it('copies by a shortcut, three letters and Enter, and gives the keyboard back', async () => {
    const target = service.control.account().configs[0];
    expect(await culvert.isFocusElsewhere()).toBe(true);
    await culvert.pressShortcut(keys);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(true);
    expect(await culvert.isFocusElsewhere()).toBe(false);
    const page = await culvert.quickPage();
    await page.keyboard.type('qwz');
    await page.keyboard.press('Enter');
    await expect.poll(() => culvert.clipboardText(), patient).toBe(target?.connection_url);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(false);
    expect(await culvert.isFocusElsewhere()).toBe(true);
    expect(await culvert.isWindowVisible()).toBe(false);
  });

  it('is hidden by the same keys, by Escape, and when the user goes elsewhere', async () => {
    await culvert.pressShortcut(keys);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(true);
    await culvert.pressShortcut(keys);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(false);
    await culvert.pressShortcut(keys);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(true);
    await culvert.focusElsewhere();
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(false);
    await culvert.pressShortcut(keys);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(true);
    await (await field()).press('Escape');
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(false);
    expect(await culvert.isFocusElsewhere()).toBe(true);
  });

  it('is opened by a second start with --quick', async () => {
    await culvert.startAgain(['--quick']);
    await expect.poll(() => culvert.isQuickVisible(), patient).toBe(true);
    expect(await culvert.isWindowVisible()).toBe(false);
    await (await field()).press('Escape');
    expect(culvert.policyViolations()).toEqual([]);
  });

  it('copies and lists on the command line, the first also without a display, as over SSH, without anything secret', async () => {
    const withoutDisplay = {
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      STAND_IN_DISPLAY: 'none',
    };
    const target = service.control.account().configs[0];
    for (const env of [{}, withoutDisplay]) {
      await culvert.writeClipboard('');
      const copied = await culvert.startAgain(['copy', 'qwz', 'laptop'], env);
      expect(copied).toMatchObject({ code: 0, stdout: 'Copied: Qwz laptop\n', stderr: '' });
      expect(await culvert.clipboardText()).toBe(target?.connection_url);
    }
    const listed = await culvert.startAgain(['list', '--json']);
    expect(listed.code).toBe(0);
    const connections = JSON.parse(listed.stdout) as Record<string, unknown>[];
    expect(connections.find(({ title }) => title === 'Qwz laptop')).toMatchObject({
      protocol: target?.protocol,
    });
    expect(new Set(connections.flatMap((each) => Object.keys(each)))).toEqual(
      new Set(['title', 'protocol', 'place', 'country', 'expires']),
    );
    expect(listed.stdout).not.toContain('://');
    expect(await culvert.isWindowVisible()).toBe(false);
  });

  it('backs up and restores on the command line, under a passphrase of the standard input', async () => {
    const file = join(temporaryFolder(), 'b.age');
    const english = { LC_ALL: 'C.UTF-8' };
    const again = (command: string) =>
      culvert.startAgain([command, file], english, 'five random words\n');
    expect(await again('backup')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
    expect(await again('restore')).toMatchObject({
      code: 0,
      stdout: 'Restored entries: 0, settings: 0.\n',
    });
  });

  it('says that nobody is signed in', async () => {
    await culvert.openWindow();
    const main = await culvert.page();
    await main.getByRole('row').first().waitFor(patient);
    const signedOut = main.evaluate(
      `culvert.call('session.get', {}).then(({ value: { account } }) =>
        culvert.call('session.signOut', { account: account.id }))`,
    );
    await culvert.confirm();
    expect(await signedOut).toMatchObject({ ok: true });
    await culvert.closeWindow();
    await culvert.pressShortcut(keys);
    const page = await culvert.quickPage();
    await page.getByText('Nobody is signed in').waitFor(patient);
    await page.getByRole('combobox').press('Enter');
    await expect.poll(() => culvert.isWindowVisible(), patient).toBe(true);
    expect(await culvert.startAgain(['list'])).toMatchObject({ code: 1, stdout: '' });
    expect(await culvert.quit()).toBe(0);
    expect(await culvert.startAgain(['list'])).toMatchObject({ code: 3, stdout: '' });
  });
});
