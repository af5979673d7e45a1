import { describe, expect, it } from 'vitest';
import { chooseOf, sectionOfAFile } from './section.ts';

const section = sectionOfAFile();
const page = () => section().page;

/** The demo account's first server, which is active. */
const server = () => section().main.service.account().cloud_servers[0] ?? expect.fail();
const config = (title: string) => server().configs.find((each) => each.title === title);
const proxy = (title: string) => server().proxies.find((each) => each.title === title);
const requests = (id: string) => section().main.service.journal.counts()[id] ?? 0;
const detail = () => page().getByRole('article');
const item = (name: string) => detail().getByRole('listitem', { name, exact: true });

/** Chooses something in the menu of a line. */
const open = (name: string, what: string) => chooseOf(item(name), what);

describe('cloud servers', () => {
  it('are listed with their places, and the first is open: cloudServers.list, cloudServers.locations', async () => {
    await page().getByRole('link', { name: 'Servers and options' }).click();
    const list = page().getByRole('list', { name: 'Cloud servers' });
    await expect.poll(() => list.getByRole('link').count()).toBe(3);
    await detail().getByRole('heading', { name: 'Франкфурт — основной' }).waitFor();
    expect(requests('cloudServers.locations')).toBeGreaterThan(0);
    await list.getByText('Ordered, being set up').waitFor();
  });

  it('browse with the arrows, and offer no reboot before they are active', async () => {
    const links = page().getByRole('list', { name: 'Cloud servers' }).getByRole('link');
    const more = detail().locator('header [data-more]');
    await links.first().focus();
    await page().keyboard.press('ArrowDown');
    await detail().getByRole('heading', { name: 'us-lab' }).waitFor();
    await page().keyboard.press('End');
    await detail().getByRole('heading', { name: 'Finland' }).waitFor();
    expect(await more.count()).toBe(0);
    await page().keyboard.press('Home');
    await detail().getByRole('heading', { name: 'Франкфурт — основной' }).waitFor();
    expect(await more.count()).toBe(1);
  });

  it('show their live statistics: cloudServers.serverStats', async () => {
    await detail().locator('[data-stats-live]').waitFor();
    expect(requests('cloudServers.serverStats')).toBeGreaterThan(0);
  });

  it('make a configuration, which is in the list then: cloudServers.createConfig, cloudServers.configs', async () => {
    await detail().getByRole('button', { name: 'New connection' }).click();
    await detail().getByText('Trojan', { exact: true }).click();
    await detail().getByRole('textbox', { name: 'Title' }).fill('Made here');
    await detail().getByRole('button', { name: 'Create connection' }).click();
    await item('Made here').waitFor();
    expect(config('Made here')?.protocol).toBe('trojan');
    expect(requests('cloudServers.configs')).toBeGreaterThan(0);
  });

  it('rename a configuration: cloudServers.setConfigTitle', async () => {
    await open('Made here', 'Rename');
    await item('Made here').getByRole('textbox').fill('Renamed here');
    await page().keyboard.press('Enter');
    await item('Renamed here').waitFor();
    expect(config('Renamed here')?.protocol).toBe('trojan');
  });

  it('change a configuration’s protocol, the effect said first: cloudServers.changeConfigProtocol', async () => {
    await open('Renamed here', 'Change protocol');
    await item('Renamed here')
      .getByText(/lose access until they get the new one/)
      .waitFor();
    await item('Renamed here').getByText('Hysteria 2', { exact: true }).click();
    await item('Renamed here').getByRole('button', { name: 'Change to Hysteria 2' }).click();
    await expect.poll(() => config('Renamed here')?.protocol).toBe('hysteria2');
  });

  it('delete a configuration only after the second press: cloudServers.deleteConfig', async () => {
    await open('Renamed here', 'Delete');
    expect(config('Renamed here')).toBeDefined();
    await item('Renamed here').getByRole('button', { name: 'Delete connection' }).click();
    await item('Renamed here').waitFor({ state: 'detached' });
    expect(config('Renamed here')).toBeUndefined();
  });

  it('copy the config of a configuration byte for byte, in its primary form', async () => {
    await item('Андрей')
      .getByRole('button', { name: /^Copy: / })
      .click();
    await expect
      .poll(() => Promise.resolve(section().main.machine.clipboard.text))
      .toBe(config('Андрей')?.awg_config);
  });

  it('make a proxy: cloudServers.createProxy, cloudServers.proxies', async () => {
    const before = server().proxies.length;
    await detail().getByRole('button', { name: 'New proxy' }).click();
    await detail().getByRole('radiogroup').getByText('SOCKS5', { exact: true }).click();
    await detail().getByRole('button', { name: 'Create proxy' }).click();
    const lines = detail().getByRole('list', { name: 'Proxies' }).getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(before + 1);
    expect(server().proxies.at(-1)?.protocol).toBe('socks5');
    expect(requests('cloudServers.proxies')).toBeGreaterThan(0);
  });

  it('change, rename and delete a proxy: cloudServers.changeProxyProtocol, cloudServers.setProxyTitle, cloudServers.deleteProxy', async () => {
    await open('Браузер', 'Change protocol');
    await item('Браузер').getByText('MTProto', { exact: true }).click();
    await item('Браузер').getByRole('button', { name: 'Change to MTProto' }).click();
    await expect.poll(() => proxy('Браузер')?.protocol).toBe('mtproto');
    const long = 'п'.repeat(100);
    await open('Браузер', 'Rename');
    await item('Браузер').getByRole('textbox').fill(long);
    await page().keyboard.press('Enter');
    await item(long).waitFor();
    await open(long, 'Delete');
    await item(long).getByRole('button', { name: 'Delete proxy' }).click();
    await item(long).waitFor({ state: 'detached' });
    expect(proxy(long)).toBeUndefined();
  });

  it('switch auto-renewal off, and on for so many days: cloudServers.setAutoRenewal', async () => {
    const turn = detail().getByRole('switch', { name: 'Auto-renew' });
    await turn.click();
    await expect.poll(() => server().auto_renewal).toBe(false);
    await expect.poll(() => turn.getAttribute('aria-checked')).toBe('false');
    await detail().getByLabel('What it renews for').selectOption('90');
    await turn.click();
    await section().confirm();
    await expect.poll(() => server().auto_renewal_days).toBe(90);
  });

  it('lead to a configuration’s own page', async () => {
    await page().getByRole('list', { name: 'Cloud servers' }).getByRole('link').first().click();
    await item('Андрей').getByRole('link', { name: /^Open/ }).click();
    await page().getByRole('heading', { name: 'Андрей' }).first().waitFor();
  });

  it('open the form for a new one, with its protocol chosen, for whom another page leads to it', async () => {
    await section().go(`/cloud-servers/${String(server().id)}?proxy=mtproto`);
    const form = detail().locator('form');
    await form.getByRole('radio', { name: 'MTProto', checked: true }).waitFor();
    await form.getByRole('button', { name: 'Create proxy' }).waitFor();
    expect(await form.count()).toBe(1);
  });
});
