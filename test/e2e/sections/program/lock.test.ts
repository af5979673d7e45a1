import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const title = 'Canary of the living room';

const section = sectionOfAFile(({ control }) => {
  const account = control.account();
  account.cloud_servers = [];
  for (const config of account.configs) {
    config.title = title;
    // Notifications from before the lock stay visible, so nothing may expire here.
    config.expires_at += 365 * 86_400;
  }
});

/** A connection of the account that has this form, by its key and what is secret in the form. */
function connectionWith(form: 'url' | 'awg') {
  for (const config of section().service.control.account().configs) {
    const secret =
      form === 'url'
        ? /\/\/([^@]+)@/.exec(config.connection_url)?.[1]
        : /PrivateKey = (\S+)/.exec(config.awg_config ?? '')?.[1];
    if (secret !== undefined) return { key: `config:${String(config.id)}`, form, secret };
  }
  throw new Error(`the account has no connection with ${form}`);
}

const passphrase = 'canary in a coal mine';

/** The data of the account in main's memory, and the passphrase. */
async function heldByMain(): Promise<string[]> {
  const { culvert, service } = section();
  const heap = await culvert.mainHeapSnapshot();
  const searched = {
    passphrase,
    apiKey: service.key.slice(13),
    title,
    url: connectionWith('url').secret,
    awg: connectionWith('awg').secret,
    subscription: service.control.account().subscription_key ?? '',
  };
  return Object.entries(searched).flatMap(([name, text]) => (heap.includes(text) ? [name] : []));
}

/** Copies and shows what is secret, which is in main's memory then. */
async function bringIntoMemory(page: Page): Promise<void> {
  for (const call of ['copy', 'reveal']) {
    for (const form of ['url', 'awg'] as const) {
      const input = JSON.stringify({ of: 'connection', key: connectionWith(form).key, form });
      const used = await page.evaluate(`culvert.call('secrets.${call}', ${input})`);
      expect(used).toMatchObject({ ok: true });
    }
  }
  const field = JSON.stringify({
    of: 'read',
    id: 'profile.get',
    input: {},
    path: 'subscription_key',
  });
  expect(await page.evaluate(`culvert.call('secrets.reveal', ${field})`)).toMatchObject({
    ok: true,
  });
  expect(await heldByMain()).toEqual(expect.arrayContaining(['apiKey', 'title']));
}

/** The page that a lock puts in the place of the one before, whose process ends. */
async function lockedPage(): Promise<Page> {
  const { culvert } = section();
  const isLocked = async () => {
    const page = await culvert.page();
    return page.getByRole('heading', { name: 'Locked' }).isVisible();
  };
  await expect.poll(() => isLocked().catch(() => false), patient).toBe(true);
  return culvert.page();
}

/** The lock shows before main has closed the account, and a snapshot of a busy machine takes its time. */
const released = { timeout: 240_000, interval: 1000 };

describe('a system that goes to sleep', () => {
  it('locks Culvert where the user chose that, until they unlock it, and stays on its page', async () => {
    const { culvert, page, go } = section();
    await page.getByText(title).first().waitFor(patient);
    await go('/settings');
    await page.getByLabel('Lock Culvert after').selectOption('5 min');
    const settings = () => page.evaluate(`culvert.call('settings.get', {})`);
    await expect.poll(settings, patient).toMatchObject({ value: { lockMinutes: 5 } });

    await culvert.suspend();
    const locked = await lockedPage();
    const labels = async () =>
      (await culvert.trayItems()).map(({ label }) => label).filter((label) => label !== '');
    await expect.poll(labels, patient).toEqual(['Culvert is locked', 'Unlock…', 'Quit']);
    const answer = await locked.evaluate(`culvert.call('connections.rows', {})`);
    expect(answer).toEqual({ ok: false, failure: { kind: 'unsent', reason: 'locked' } });

    await locked.locator('button:focus', { hasText: 'Unlock' }).waitFor(patient);
    await locked.keyboard.press('Enter');
    await locked.getByLabel('Lock Culvert after').waitFor(patient);
  });

  it('takes a passphrase, and neither memory holds it or anything of the account while it is locked; its connection is open again', async () => {
    const { culvert } = section();
    const page = await culvert.page();
    await page.evaluate(`void (location.hash = '#/settings')`);
    await page.getByRole('button', { name: 'Set…' }).click(patient);
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Tab');
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Enter');
    await culvert.confirm();
    await page.getByRole('button', { name: 'Turn off…' }).waitFor(patient);
    await bringIntoMemory(page);
    await page.evaluate(`void (location.hash = '#/connections')`);
    const row = page.getByRole('row').last();
    await row.click(patient);
    const open = await row.getAttribute('id');

    await page.evaluate(`void culvert.call('session.lock', {})`);
    await expect.poll(heldByMain, released).toEqual([]);
    const locked = await lockedPage();
    const shown = await culvert.heapSnapshot();
    expect([passphrase, title].filter((text) => shown.includes(text))).toEqual([]);

    const field = locked.locator('input:focus');
    await field.fill(passphrase, patient);
    await field.press('Enter');
    await locked
      .getByRole('heading', { name: 'Locked' })
      .waitFor({ ...patient, state: 'detached' });
    await locked.locator(`[id="${open ?? ''}"][aria-selected=true]`).waitFor(patient);
  });
});
