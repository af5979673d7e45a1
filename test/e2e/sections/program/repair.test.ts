import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servers } from '#service/catalog/servers.ts';
import { reconfigure } from '#service/connections/issue.ts';
import { endpointOf } from '#service/store/servers.ts';
import { sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const [server] = servers;
if (!server) throw new Error('the service has a server');
const usual = server.host;
const here = '127.0.0.1';

/** The user has two connections to this computer, the first in a subscription: nothing listens for the first, Outline is served. */
const section = sectionOfAFile(({ control }) => {
  Object.assign(server, { host: here });
  const account = control.account();
  Object.assign(account, { cloud_servers: [], paid_options: [] });
  account.configs.splice(2);
  for (const [n, config] of account.configs.entries()) {
    const protocol = n === 0 ? 'trojan-2901' : 'outline';
    const title = n === 0 ? 'Phone' : 'Laptop';
    const expires_at = control.now() + 30 * 86_400;
    const place = { location_id: server.location_id, server_id: server.id };
    Object.assign(config, { title, expires_at, flags: [], ...place });
    reconfigure(config, protocol, {}, endpointOf(server, protocol));
  }
});

const configOf = (title: string) => {
  const config = section()
    .service.control.account()
    .configs.find((each) => each.title === title);
  if (!config) throw new Error(`there is no ${title}`);
  return config;
};
const repair = () => section().page.locator('[data-repair]');
const press = (name: string) =>
  section().page.getByRole('button', { name, exact: true }).first().press('Enter');

describe('a connection that fails from here', () => {
  let outline: Server;
  beforeAll(async () => {
    outline = createServer((socket) => socket.on('error', () => undefined));
    outline.listen(Number(new URL(configOf('Laptop').connection_url).port), here);
    await once(outline, 'listening');
    const key = `config:${String(configOf('Phone').id)}`;
    await section().go(`/connections/${encodeURIComponent(key)}`);
  });
  afterAll(() => {
    outline.close();
    Object.assign(server, { host: usual });
  });

  it('is checked once the user has read what that contacts, and has allowed this computer’s address', async () => {
    const { page, culvert } = section();
    await page.locator('[data-check-one]').press('Enter');
    await press('Check from here');
    expect((await culvert.confirm()).message).toBe('Check 127.0.0.1 in your own network?');
    await section().page.getByRole('button', { name: 'Make it work' }).waitFor(patient);
  });

  it('is not changed by looking, nor where the user refuses in main’s question', async () => {
    const { culvert } = section();
    const before = configOf('Phone').connection_url;
    await press('Make it work');
    await repair()
      .getByText('“Laptop” on the same server has it and answers from here.')
      .waitFor(patient);
    await press('Change it');
    const { message, detail } = await culvert.refuse();
    expect(message).toBe('Change this connection?');
    expect(detail).toMatch(
      /Phone[^]*Outline[^]*Subscriptions that take the new link by themselves: 1/,
    );
    await repair().getByRole('button', { name: 'Change it', disabled: false }).waitFor(patient);
    expect(configOf('Phone').connection_url).toBe(before);
  });

  it('is changed once that is agreed to, checked from here, and copied', async () => {
    const { culvert } = section();
    await press('Change it');
    await culvert.confirm();
    await repair().getByText('Changed, and it answers from here.').waitFor(patient);
    const { protocol, connection_url } = configOf('Phone');
    expect(protocol).toBe('outline');
    await expect.poll(() => culvert.clipboardText(), patient).toBe(connection_url);
    await expect.poll(() => repair().getByRole('button', { name: 'Change it' }).count()).toBe(0);
  });

  it('is one of those of which the tray finds one that works', async () => {
    const { culvert, page } = section();
    await page.evaluate("void culvert.call('checks.forget', { of: 'all' })");
    const first = async () => (await culvert.trayItems())[0]?.label;
    await expect.poll(first, patient).toBe('Find one that works');
    await culvert.writeClipboard('');
    await culvert.clickTray('Find one that works');
    const urls = ['Phone', 'Laptop'].map((title) => configOf(title).connection_url);
    await expect.poll(() => culvert.clipboardText(), patient).toBeOneOf(urls);
    await expect.poll(first, patient).toMatch(/^Copy one that works · /);
  });
});
