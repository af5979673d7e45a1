import { expect, it } from 'vitest';
import { subscriptionClients } from '#contract/ipc/secrets.ts';
import { serve, run, newMachine, type Machine } from '#test/core/harness.ts';

/** An account of a build that knows the URLs of this service, or of another one. */
async function subscribed(ofService?: string) {
  const service = await serve({ limits: 'off' });
  const machine: Machine = {
    ...newMachine(),
    subscriptionUrls: {
      service: ofService ?? service.url,
      template: 'https://sub.example.com/s/{key}',
    },
  };
  const core = await run(machine);
  await core.signIn(service);
  const [subscription] = service.control.account().subscriptions;
  const id = subscription?.id ?? 0;
  const read = { id: 'customSubscriptions.get', input: { path: { id } } };
  const isRead = async () => (await core.ask('cache.read', read)).fetchedAt !== null;
  await expect.poll(isRead).toBe(true);
  const url = `https://sub.example.com/s/${encodeURIComponent(subscription?.subscription_key ?? '')}`;
  return { core, machine, id, url, title: subscription?.title ?? '' };
}

it('copies and draws the URL of a subscription', async () => {
  const { core, machine, id, url } = await subscribed();
  expect(await core.ask('subscriptions.clients', { id })).toEqual({ known: true, clients: [] });
  const { clearsAt } = await core.ask('secrets.copy', { of: 'subscription', id });
  expect(clearsAt).toBeGreaterThan(Date.now());
  expect(machine.clipboard.text).toBe(url);
  expect((await core.ask('secrets.qr', { of: 'subscription', id })).codes).toHaveLength(1);
  expect(machine.log.lines.join('\n')).not.toContain(url);
});

it('opens it in each client that is installed, by the link of that client', async () => {
  const { core, machine, id, url, title } = await subscribed();
  machine.shell.clients.set('clash-verge', 'Clash Verge');
  machine.shell.clients.set('happ', 'Happ');
  const { clients } = await core.ask('subscriptions.clients', { id });
  expect(clients).toEqual([
    { client: 'happ', name: 'Happ' },
    { client: 'clash-verge', name: 'Clash Verge' },
  ]);
  for (const { client, name } of clients)
    expect(await core.ask('secrets.open', { of: 'subscription', id, client })).toEqual({
      client: name,
    });
  const [name, encoded] = [title, url].map(encodeURIComponent);
  expect(machine.shell.opened).toEqual([
    `happ://add/${url}`,
    `clash-verge://install-config?name=${String(name)}&url=${String(encoded)}`,
  ]);
  expect(await core.ask('secrets.open', { of: 'subscription', id, client: 'karing' })).toEqual({
    client: null,
    scheme: 'karing',
  });
});

it('the list names a program once that opens the links of several clients', async () => {
  const { core, machine, id } = await subscribed();
  machine.shell.clients.set('hiddify', 'Hiddify');
  machine.shell.clients.set('sing-box', 'Hiddify');
  const { clients } = await core.ask('subscriptions.clients', { id });
  expect(clients).toEqual([{ client: 'hiddify', name: 'Hiddify' }]);
});

it('a subscription that was not read has no URL', async () => {
  const { core, id } = await subscribed();
  expect(await core.ask('subscriptions.clients', { id: id + 999 })).toMatchObject({ known: false });
});

it('subscriptions of another service have no URL, and none is opened', async () => {
  const { core, machine, id } = await subscribed('https://other.example.com');
  for (const client of subscriptionClients) machine.shell.clients.set(client, 'Client');
  expect(await core.ask('subscriptions.clients', { id })).toEqual({ known: false, clients: [] });
  const opened = await core.call('secrets.open', { of: 'subscription', id, client: 'happ' });
  expect(opened).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  expect(machine.shell.opened).toEqual([]);
  await core.ask('secrets.copy', { of: 'subscription', id });
  expect(machine.clipboard.text).toMatch(/^happ:/);
});
