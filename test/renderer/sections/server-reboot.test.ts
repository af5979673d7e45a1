import { describe, expect, it } from 'vitest';
import { chooseMore } from '#test/renderer/scenes/scene.ts';
import { sectionOfAFile } from './section.ts';

// One server and little else: the limits are left to its statistics.
const section = sectionOfAFile((control) => {
  const account = control.account();
  account.configs.splice(2);
  account.cloud_servers.splice(1);
  account.paid_options = [];
});

describe('a cloud server', () => {
  const detail = () => section().page.getByRole('article');
  const server = () => section().main.service.account().cloud_servers[0] ?? expect.fail();
  const silent = () => detail().getByText(/It answers nothing for 1 to 2 minutes/);

  it('reboots with its connections counted first, and stays silent across pages: cloudServers.reboot', async () => {
    const { page, go } = section();
    const on = server().configs.length + server().proxies.length;
    await go('/cloud-servers');
    await detail().locator('[data-stats-live]').waitFor();
    await chooseMore(page, '[data-reboot]');
    await detail()
      .getByText(`stop with it: ${String(on)}.`)
      .waitFor();
    await detail().getByRole('button', { name: 'Reboot now' }).click();
    await silent().waitFor();
    await detail().locator('[data-went-down]:focus').waitFor();
    expect(server().rebooted_at).not.toBeNull();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Servers and options' }).click();
    await silent().waitFor();
    expect(await detail().locator('header [data-more]').count()).toBe(0);
  });

  it('is back as soon as it is seen up again, with no click', async () => {
    const control = section().main.service;
    control.advance(5);
    // Requests that arrived say nothing of what was shown: a reading has to have found it silent.
    await detail().locator('[data-went-down="true"]').waitFor();
    control.advance(200);
    await detail().locator('header [data-more]').waitFor();
  });
});
