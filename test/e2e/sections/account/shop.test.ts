import { describe, expect, it } from 'vitest';
import type { Question } from '#test/e2e/driver.ts';
import { adjustableClock, sectionOfAFile } from '#test/e2e/sections/section.ts';
import { patient } from '#test/patient.ts';

const open = sectionOfAFile((service) => {
  service.control.setBalance({ balance: 20_000 });
}, adjustableClock);

const page = () => open().page;
const account = () => open().service.control.account();
const submit = () => page().locator('form button[type=submit]');
const card = () => page().locator('[data-entry]').first();
const requests = (id: string) => open().service.control.journal.counts()[id] ?? 0;

/** Opens a form of the shop again and waits until its prices are there. */
async function shop(product: string): Promise<void> {
  await open().go('/money/history');
  await page().getByLabel('What to show').waitFor(patient);
  await open().go(`/shop/${product}`);
  await page().getByText('For how long').waitFor(patient);
}

async function choose(name: string | RegExp): Promise<void> {
  await page()
    .getByRole('radio', { name })
    .first()
    .check({ force: true, ...patient });
}

async function buy(): Promise<Question> {
  await submit().click(patient);
  return await open().culvert.confirm();
}

describe('the shop', () => {
  it('sells a configuration from the balance and leads to it: configs.tariffs, locations.list, configs.create', async () => {
    const before = account().configs.length;
    const { balance } = account();
    await page().getByRole('button', { name: 'Buy…' }).click(patient);
    await page().getByText('Choose a location.').waitFor(patient);
    await choose(/Germany|Германия/);
    await page().getByRole('button', { name: 'Another…' }).click(patient);
    await page().getByText('Trojan', { exact: true }).click(patient);
    const { message, detail } = await buy();
    await page().locator('[data-entry=done]').waitFor(patient);
    const spent = balance - account().balance;
    expect(message).toBe('Buy a VPN connection?');
    expect(detail).toMatch(/^\u2068(Germany|Германия), Trojan\u2069\n/);
    expect(detail).toMatch(
      new RegExp(
        `\nPeriod: 30 days\nUntil: .*\nPrice: ${String(spent)} ₽, from the balance\nBalance after: `,
      ),
    );
    expect(account().configs).toHaveLength(before + 1);
    expect(account().configs.at(-1)).toMatchObject({ protocol: 'trojan', auto_renewal: false });
    expect(account().balance).toBeLessThan(balance);
    await card().getByRole('button', { name: 'Open' }).click(patient);
    await page().getByRole('article', { name: 'Connection' }).waitFor(patient);
    expect(requests('configs.create')).toBe(1);
  });

  it('gives a link, names its host, opens it, waits, and notices that it is paid: paidOptions.create', async () => {
    await shop('paid-options');
    await page().getByLabel('Pay', { exact: true }).selectOption('Card', patient);
    await buy();
    await page().locator('[data-entry=waiting]').waitFor(patient);
    const { host } = new URL(open().service.url);
    expect(requests('paidOptions.tariffs')).toBeGreaterThan(0);
    await card().getByText(host).waitFor(patient);
    await card().getByRole('button', { name: 'Pay 299 ₽' }).click(patient);
    const question = await open().culvert.confirm();
    expect(question.message).toBe('Open this payment page?');
    for (const fact of [host, ' ₽', 'Renewal: paid option', account().email]) {
      expect(question.detail).toContain(fact);
    }
    expect((await open().culvert.openedElsewhere())[0]).toContain(host);
    await card()
      .getByText(/Waiting for 299/)
      .waitFor(patient);
    const payment = open().service.control.state.payments.find((each) => !each.paid);
    if (payment === undefined) throw new Error('no payment was opened');
    await fetch(`${open().service.url}/pay/${payment.token}`, { method: 'POST' });
    expect(payment.paid).toBe(true);
    await card().getByText('Done. The payment has arrived.').waitFor();
  });

  it('sells a key, which stays until it is saved', async () => {
    await shop('configs');
    await page().getByRole('switch', { name: 'As a key to give away' }).click(patient);
    await buy();
    await card().getByRole('button', { name: 'Copy', exact: true }).click(patient);
    const bought = open().service.control.state.promocodes.at(-1)?.code ?? '';
    await expect.poll(() => open().culvert.clipboardText(), patient).toBe(bought);
    const marked = page().getByRole('link', { name: 'Money 1 to save' });
    await marked.waitFor(patient);
    await card().getByRole('button', { name: 'I have saved it' }).click(patient);
    await marked.waitFor({ state: 'detached', ...patient });
  });

  it('renews a configuration where it is shown: configs.renew', async () => {
    const [config] = account().configs;
    if (config === undefined) throw new Error('there is no configuration');
    const { expires_at, title } = config;
    if (title === null) throw new Error('the configuration has no title');
    await open().go(`/connections/config:${String(config.id)}`);
    await page().getByRole('article').getByRole('heading', { name: title }).waitFor(patient);
    await page().getByRole('button', { name: 'Renew…' }).click(patient);
    await buy();
    await page().locator('[data-entry=done]').waitFor(patient);
    expect(config.expires_at).toBe(expires_at + 30 * 86_400);
  });

  it('renews a cloud server by days, and says when it was not renewed: cloudServers.renew', async () => {
    const active = account().cloud_servers.find(({ status }) => status === 'active');
    const ordered = account().cloud_servers.find(({ status }) => status === 'ordered');
    if (active === undefined || ordered === undefined) throw new Error('servers are missing');
    const { expires_at } = active;
    await open().go(`/cloud-servers/${String(active.id)}`);
    await page().getByRole('button', { name: 'New connection' }).first().waitFor(patient);
    await page().getByRole('button', { name: 'Renew…' }).click(patient);
    await page().locator('form').getByText('90 days', { exact: true }).click(patient);
    await buy();
    await page().locator('[data-entry=done]').waitFor(patient);
    expect(active.expires_at).toBe(expires_at + 90 * 86_400);
    await open().go(`/cloud-servers/${String(ordered.id)}`);
    await page().getByText('Ordered, being set up').first().waitFor(patient);
    await page().getByRole('button', { name: 'Renew…' }).click(patient);
    await buy();
    await card().getByText('The service answered, but it did not renew it.').waitFor(patient);
  });

  it('finds out what became of a purchase whose answer was lost, over a restart, and sends it once', async () => {
    const { culvert, service, env } = open();
    const before = account().cloud_servers.length;
    const sent = requests('cloudServers.create');
    service.control.setFaults(['cloudServers.create:drop-after:1:1']);
    await shop('cloud-servers');
    await choose(/Germany|Германия|Frankfurt|Франкфурт/);
    await buy();
    expect(requests('cloudServers.tariffs')).toBeGreaterThan(0);
    await page().locator('[data-entry=finding-out]').waitFor(patient);
    await culvert.kill();
    await culvert.restart({ env });
    const again = await culvert.page();
    await again.getByRole('link', { name: 'History' }).click(patient);
    // The service's own deadline: only a look that begins after it decides.
    await culvert.advancePurchases(60_000);
    const rented = again.getByRole('listitem').filter({ hasText: 'found' }).getByRole('button');
    await rented.first().click(patient);
    await again.getByText('the history and the lists show that it happened').waitFor(patient);
    expect(account().cloud_servers).toHaveLength(before + 1);
    expect(requests('cloudServers.create')).toBe(sent + 1);
  });
});
