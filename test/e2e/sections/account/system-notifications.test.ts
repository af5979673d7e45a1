import { describe, expect, it } from 'vitest';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const soon = () => Math.floor(Date.now() / 1000) + 2 * 86_400 - 600;

const section = sectionOfAFile(({ control }) => {
  const account = control.account();
  account.cloud_servers = account.cloud_servers
    .filter(({ status }) => status === 'active')
    .slice(0, 1);
  for (const config of account.configs) config.expires_at = soon() + 90 * 86_400;
  const [config] = account.configs;
  if (config)
    Object.assign(config, { title: 'Soon over', expires_at: soon(), auto_renewal: false });
  for (const option of account.paid_options) option.expires_at = soon() + 90 * 86_400;
  for (const server of account.cloud_servers) {
    Object.assign(server, { expires_at: soon() + 90 * 86_400, hostname: 'my-server' });
  }
  // The whole day, whenever this runs.
  Object.assign(account.notification_settings, {
    notification_start_hour: 0,
    notification_end_hour: 0,
  });
});

const titles = async () => (await section().culvert.notifications()).map(({ title }) => title);

describe('the system', () => {
  it('announces what waits after the first sign-in, each once', async () => {
    await expect.poll(titles, patient).toHaveLength(2);
    expect((await titles()).toSorted()).toEqual([
      '4 new messages from the service',
      'Soon over expires in 2 days',
    ]);
  });

  it('opens the page of a notification that is clicked, also with the window closed', async () => {
    const { culvert, page } = section();
    await culvert.closeWindow();
    await culvert.clickNotification('Soon over expires in 2 days');
    await expect.poll(() => culvert.isWindowVisible(), patient).toBe(true);
    await expect
      .poll(() => page.evaluate('location.hash'), patient)
      .toMatch(/connections\/config:/);
  });

  it('announces that a server is back after its reboot', async () => {
    const { culvert, page, service } = section();
    const { id } = service.control.account().cloud_servers[0] ?? { id: 0 };
    // Without a window nothing else asks for its statistics.
    await culvert.closeWindow();
    const sent = await page.evaluate(
      `culvert.call('cloudServers.reboot', { path: { id: ${String(id)} } })`,
    );
    expect(sent).toMatchObject({ ok: true });
    const requests = () => service.control.journal.counts()['cloudServers.serverStats'] ?? 0;
    const before = requests();
    await expect.poll(requests, patient).toBeGreaterThan(before + 1);
    service.control.advance(180);
    await expect.poll(titles).toContain('my-server is back');
  });

  it('announces nothing twice after a restart, and nothing that is switched off', async () => {
    const { culvert, page, service } = section();
    await page.evaluate(`culvert.call('settings.set', { notifyMoney: false })`);
    await culvert.quit();
    service.control.notify('One more');
    await culvert.restart();
    await expect.poll(() => service.control.account().notifications, patient).toEqual([]);
    const again = await culvert.page();
    await again.getByText('1 unread').or(again.getByText('5 unread')).first().waitFor(patient);
    expect(await titles()).toEqual([]);
  });
});
