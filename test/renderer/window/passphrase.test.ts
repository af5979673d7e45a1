import { expect, test } from 'vitest';
import { inWindow } from './in-window.ts';

const passphrase = 'correct horse battery';

test('Unlock keeps its size while it opens the account, and the page is dark before its theme is; a passphrase is set, and unlocks, by the keyboard alone; a forgotten one leads to the sign-in, once the user agreed to what is lost', () =>
  inWindow({ path: '/settings', setup: { settings: { lockMinutes: 1 } } }, async (page, main) => {
    main.app.setLocked();
    const unlock = page.getByRole('button', { name: 'Unlock' });
    await unlock.waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    const ground = () =>
      page.evaluate(() => {
        document.documentElement.className = '';
        return getComputedStyle(document.body).backgroundColor;
      });
    await expect.poll(ground).toBe('rgb(24, 24, 27)');
    await page.emulateMedia({ colorScheme: null });
    const before = await unlock.boundingBox();
    const keychain = Promise.withResolvers<undefined>();
    const get = main.machine.secrets.get.bind(main.machine.secrets);
    main.machine.secrets.get = async (name) => {
      await keychain.promise;
      return get(name);
    };
    await unlock.click();
    await page.locator('button[aria-busy=true]').waitFor();
    expect(await unlock.boundingBox()).toEqual(before);
    keychain.resolve(undefined);
    await unlock.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Set…' }).focus();
    await page.keyboard.press('Enter');
    for (const key of ['s', 'Tab', 's', 'Enter']) await page.keyboard.press(key);
    await page.getByText('At least 8 characters.').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${passphrase}?`);
    await page.keyboard.press('Enter');
    await page.getByText('The two are not the same.').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Turn off…' }).waitFor();
    await page.locator('[data-toast]', { hasText: 'Passphrase set' }).waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);

    await page.getByRole('button', { name: /^Account: / }).press('Enter');
    await page.getByRole('button', { name: 'Lock now' }).press('Enter');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Locked' }).waitFor({ state: 'detached' });
    // Unlocking by the passphrase asks nothing more.
    expect(main.machine.consentDialog.questions.map(({ kind }) => kind)).toEqual([
      'sign-in',
      'unlock',
      'passphrase-on',
    ]);

    main.app.setLocked();
    await page.getByRole('button', { name: 'Forgot the passphrase?' }).click();
    await page.locator('input[name=key]').waitFor();
    expect(main.machine.consentDialog.questions.at(-1)).toEqual({ kind: 'passphrase-forgotten' });
  }));
