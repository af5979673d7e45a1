import { describe, expect, it, onTestFinished } from 'vitest';
import { serverOf } from '#contract/check-history.ts';
import { isCheckable, purposeOf } from '#contract/connections/next-working.ts';
import type { ProbeSockets } from '#core/kernel/ports.ts';
import { servers } from '#service/catalog/servers.ts';
import { serve, run, newMachine, rowsOf, type Machine } from '#test/core/harness.ts';
import { createCheckSockets } from '#test/renderer/window/check-sockets.ts';

/** A network that cuts TLS off, and lets everything else through. */
async function fixture() {
  const service = await serve({ limits: 'off' });
  const contacted: string[] = [];
  const measured: string[] = [];
  const reached = { places: false };
  const look: { up: ProbeSockets['lookup'] } = {
    up: () => Promise.resolve({ kind: 'found', addresses: ['192.0.2.1'] }),
  };
  const machine: Machine = {
    ...newMachine(),
    distance: {
      measure(address) {
        measured.push(address);
        const ms = measured.length;
        return Promise.resolve(reached.places ? ms : undefined);
      },
    },
    openProbeSockets: () => ({
      ...createCheckSockets(),
      lookup(host, signal) {
        contacted.push(host);
        return look.up(host, signal);
      },
    }),
  };
  const config = service.control.account().configs.find(({ protocol }) => protocol === 'vless');
  if (!config) throw new Error('the demo account has a VLESS connection');
  const key = `config:${String(config.id)}`;
  const running = await run(machine);
  await running.signIn(service);
  return { service, machine, running, config, key, contacted, measured, reached, look };
}

describe('making a connection work', () => {
  it('contacts nothing before the user has read what a check does', async () => {
    const { running, key, contacted, measured } = await fixture();
    const answer = await running.call('checks.planRepair', { key });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'declined' } });
    expect([...contacted, ...measured]).toEqual([]);
  });

  it('finds out what works, changes nothing for that, and proves what it changed', async () => {
    const { running, config, key, machine } = await fixture();
    await running.ask('checks.accept', {});
    const before = config.connection_url;
    const { steps } = await running.ask('checks.planRepair', { key });
    const asked = () => machine.consentDialog.questions.map(({ kind }) => kind);
    expect([steps.length, config.connection_url, asked()]).toEqual([2, before, ['sign-in']]);
    const request = { action: 'repair' as const, key, to: steps.map(({ to }) => to) };
    const over = running.until('batches.changed', ({ batches }) => batches[0]?.running === false);
    const { id } = await running.ask('batches.start', { request, count: 2, sum: null });
    await over;
    expect(asked()).toEqual(['sign-in', 'repair']);
    const { summary, items } = await running.ask('batches.get', { id });
    expect(summary.stopped).toBeNull();
    expect(items.map(({ state }) => state)).toEqual(['done', 'left-out']);
    expect(items[0]?.found).toMatchObject({ outcome: 'answers' });
    expect(config.protocol).toBe(steps[0]?.to.protocol);
    expect((await running.ask('connections.get', { key })).protocol).toBe(config.protocol);
  });

  it('checks others of its kind alone, no key of one device, and what answered only once', async () => {
    const { running, key, contacted } = await fixture();
    await running.ask('checks.accept', {});
    const rows = (await rowsOf(running)).filter((row) => isCheckable(row));
    const hosts = rows
      .filter(({ protocol }) => purposeOf(protocol) === 'vpn')
      .map(({ host }) => serverOf(host));
    await running.ask('checks.planRepair', { key });
    const first = contacted.splice(0);
    expect(first.filter((host) => !hosts.includes(host))).toEqual([]);
    expect(first.length).toBeLessThanOrEqual(17);
    expect(hosts.length).toBeGreaterThan(17);
    await running.ask('checks.planRepair', { key });
    expect(contacted.length).toBeLessThan(first.length);
    expect(contacted).not.toEqual([]);
  });

  it('is not what follows the renewal of what had expired, as that may be all that failed', async () => {
    const { running, service, config, key } = await fixture();
    await running.ask('checks.accept', {});
    await running.ask('checks.planRepair', { key });
    const checked = async () => (await rowsOf(running)).filter(({ check }) => check !== undefined);
    const other = (await checked()).find((row) => row.key !== key && row.source === 'config');
    const otherConfig = service.control
      .account()
      .configs.find(({ id }) => `config:${String(id)}` === other?.key);
    const earlier = async () => (await checked()).filter(({ check }) => check?.earlier === true);
    Object.assign(config, { auto_renewal: false, expires_at: 1 });
    await running.ask('sync.refresh', {});
    expect(await earlier()).toEqual([]);
    for (const each of [config, otherConfig]) Object.assign(each ?? {}, { expires_at: 2 ** 32 });
    await running.ask('sync.refresh', {});
    await expect.poll(async () => (await earlier()).map((row) => row.key)).toEqual([key]);
    expect((await checked()).find((row) => row.key === other?.key)?.expiresAt).toBe(2 ** 32);
  });

  it('goes to a place only where the service has room, and asks that of four at most', async () => {
    const { service, running, config, key, reached } = await fixture();
    const account = service.control.account();
    account.configs = [config];
    Object.assign(account, { cloud_servers: [], paid_options: [] });
    await running.ask('sync.refresh', {});
    await expect.poll(async () => (await rowsOf(running)).length).toBe(1);
    await running.ask('checks.accept', {});
    const plan = () => running.ask('checks.planRepair', { key });
    const asked = () => service.control.journal.counts()['configs.availableServers'] ?? 0;
    expect(await plan()).toMatchObject({ steps: [] });
    reached.places = true;
    const { steps } = await plan();
    expect(steps.map(({ proof, place }) => [proof.kind, place.length > 0])).toEqual([
      ['reached', true],
      ['reached', true],
    ]);
    expect(asked()).toBe(4);
    const slots = servers.map((server) => [server, server.free_slots] as const);
    onTestFinished(() => {
      for (const [server, free_slots] of slots) Object.assign(server, { free_slots });
    });
    for (const server of servers) Object.assign(server, { free_slots: 0 });
    expect(await plan()).toMatchObject({ steps: [] });
    expect(asked()).toBe(8);
  });

  it('says which subscriptions take the new link, also where nobody has looked at them', async () => {
    const { service, running, config, key } = await fixture();
    const item = { id: 1, item_type: 'user_config', item_index: null, title: '' } as const;
    const items = [{ ...item, item_reference_id: config.id }];
    const { subscriptions } = service.control.account();
    for (const subscription of subscriptions) Object.assign(subscription, { items });
    await running.ask('checks.accept', {});
    const { subscriptions: taking } = await running.ask('checks.planRepair', { key });
    expect([taking, subscriptions.length > 1]).toEqual([subscriptions.length, true]);
  });

  it('asks by what each subscription has, and not at all where that cannot be read', async () => {
    const { service, running, machine, config, key } = await fixture();
    const to = [{ protocol: 'trojan' as const, location: config.location_id, server: null }];
    const input = { request: { action: 'repair' as const, key, to }, count: 1, sum: null };
    const asked = () => machine.consentDialog.questions.filter(({ kind }) => kind === 'repair');
    service.control.setFaults(['customSubscriptions.get:403']);
    const unread = await running.call('batches.start', input);
    expect([unread, asked()]).toMatchObject([{ failure: { kind: 'forbidden' } }, []]);
    service.control.setFaults([]);
    machine.consentDialog.agrees = false;
    await running.call('batches.start', input);
    expect(asked()).toMatchObject([{ subscriptions: 1 }]);
  });

  it('says after a restart that it was changed and not checked', async () => {
    const { running, machine, key, look } = await fixture();
    await running.ask('checks.accept', {});
    const { steps } = await running.ask('checks.planRepair', { key });
    // From now on every check waits.
    const waiting = new Promise<void>((resolve) => {
      look.up = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const request = { action: 'repair' as const, key, to: steps.map(({ to }) => to) };
    const { id } = await running.ask('batches.start', { request, count: 2, sum: null });
    await waiting;
    await running.stop();
    const again = await run(machine);
    const { summary, items } = await again.ask('batches.get', { id });
    expect(summary).toMatchObject({ stopped: 'interrupted', seen: false });
    expect(items.map(({ state, found }) => [state, found])).toEqual([
      ['done', undefined],
      ['pending', undefined],
    ]);
  });
});
