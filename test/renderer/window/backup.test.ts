import { expect, test } from 'vitest';
import { inWindow } from './in-window.ts';

const passphrase = 'river candle orbit mosaic thunder';

test('a backup is saved, restored and undone by the keyboard alone; a file of another program is named as one, and Escape leaves it; copies in a folder are switched on and off', () =>
  inWindow({ path: '/backup' }, async (page, main) => {
    const key = `config:${String(main.account.configs[0]?.id)}`;
    const note = async () => (await main.ask('connections.get', { key })).note;
    await main.ask('connections.setNote', { key, note: 'for Anna' });

    await page.getByRole('button', { name: 'Save…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('qwerty12');
    await page.getByText('Weak: add words.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The two are not the same.').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(passphrase);
    await page.getByText('Strong.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Enter');
    const toast = page.getByRole('region', { name: 'Notification' });
    await toast.getByText(/culvert-backup-.*\.age/).waitFor();
    expect(main.machine.shell.saved).toHaveLength(1);
    expect(await page.locator('input[type=password]').count()).toBe(0);

    await main.ask('connections.setNote', { key, note: '' });
    main.machine.shell.selectedFile = main.machine.shell.savedBytes;
    await page.getByRole('button', { name: 'Open a file…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await page.getByText('Not the passphrase of this file.').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Enter');
    await page.getByText('Notes: 1, new here: 1').waitFor();
    expect(await note()).toBeUndefined();
    await page.keyboard.press('Enter');
    await toast.getByText('Restored entries: 1, settings: 0.').waitFor();
    expect(await note()).toBe('for Anna');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(note).toBeUndefined();

    main.machine.shell.selectedFile = Buffer.from('PK');
    await page.getByRole('button', { name: 'Open a file…' }).click();
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Enter');
    await page.getByText('This file is no backup of Culvert.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open a file…' }).waitFor();

    main.machine.shell.selectedFolder = '/home/anna/Synced';
    await page.getByRole('button', { name: 'Turn on…' }).click();
    for (const field of await page.locator('input[type=password]').all()) {
      await field.fill(passphrase);
    }
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    await page.getByText('/home/anna/Synced').waitFor();
    expect(main.machine.backupFiles.files.size).toBe(1);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on…' }).waitFor();
  }));
