import { describe, expect, it } from 'vitest';
import { patient, sectionOfAFile } from '#test/e2e/sections/section.ts';

const title = 'Canary of the living room';

const section = sectionOfAFile(({ control }) => {
  const account = control.account();
  account.cloud_servers = [];
  for (const config of account.configs) {
    config.title = title;
    // What the system was told before it locked, it goes on showing: nothing expires here.
    config.expires_at += 365 * 86_400;
  }
});

/** A connection of the account, by its key and by what is secret in its URL. */
function oneConnection() {
  const [config] = section().service.control.account().configs;
  const credential = /\/\/([^@]+)@/.exec(config?.connection_url ?? '')?.[1] ?? '';
  return { key: `config:${String(config?.id)}`, credential };
}

/** What of the account is in main's memory. */
async function heldByMain(): Promise<string[]> {
  const { culvert, service } = section();
  const heap = await culvert.mainHeapSnapshot();
  const searched = { apiKey: service.key.slice(13), title, url: oneConnection().credential };
  return Object.entries(searched).flatMap(([name, text]) => (heap.includes(text) ? [name] : []));
}

describe('a system that goes to sleep', () => {
  it('locks Culvert where the person chose that, until they unlock it', async () => {
    const { culvert, page, go } = section();
    await page.getByText(title).first().waitFor(patient);
    await go('/settings');
    const times = page.getByRole('radiogroup', { name: 'Lock Culvert after' });
    await times.getByText('5 min', { exact: true }).click();
    const contents = page.getByRole('radiogroup', { name: 'In the tray’s menu while locked' });
    await contents.waitFor(patient);

    const { key } = oneConnection();
    for (const call of ['copy', 'reveal']) {
      const input = JSON.stringify({ key, form: 'url' });
      const used = await page.evaluate(`culvert.call('connections.${call}', ${input})`);
      expect(used).toMatchObject({ ok: true });
    }
    expect(await heldByMain()).toEqual(expect.arrayContaining(['apiKey', 'title']));

    await culvert.suspend();
    const heading = page.getByRole('heading', { name: 'Culvert is locked' });
    await heading.waitFor(patient);
    const labels = async () =>
      (await culvert.trayItems()).map(({ label }) => label).filter((label) => label !== '');
    await expect.poll(labels, patient).toEqual(['Culvert is locked', 'Unlock…', 'Quit']);
    const answer = await page.evaluate(
      `culvert.call('connections.query', { offset: 0, limit: 1 })`,
    );
    expect(answer).toEqual({ ok: false, failure: { kind: 'unsent', reason: 'locked' } });

    expect(await culvert.heapSnapshot()).not.toContain(title);
    await expect.poll(heldByMain, { ...patient, interval: 2000 }).toEqual([]);

    await page.getByRole('button', { name: 'Unlock' }).click();
    await culvert.confirm();
    await page.getByRole('row').first().waitFor(patient);
  });
});
