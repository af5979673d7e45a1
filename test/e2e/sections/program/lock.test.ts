import { describe, expect, it } from 'vitest';
import { patient, sectionOfAFile } from '#test/e2e/sections/section.ts';

const title = 'Canary of the living room';

const section = sectionOfAFile(({ control }) => {
  const account = control.account();
  account.cloud_servers = [];
  for (const config of account.configs) config.title = title;
});

describe('a system that goes to sleep', () => {
  it('locks Culvert where the person chose that, until they unlock it', async () => {
    const { culvert, page, go } = section();
    await page.getByText(title).first().waitFor(patient);
    await go('/settings');
    const times = page.getByRole('radiogroup', { name: 'Lock Culvert after' });
    await times.getByText('5 min', { exact: true }).click();
    const contents = page.getByRole('radiogroup', { name: 'In the tray’s menu while locked' });
    await contents.waitFor(patient);

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

    await page.getByRole('button', { name: 'Unlock' }).click();
    await culvert.confirm();
    await page.getByRole('row').first().waitFor(patient);
  });
});
