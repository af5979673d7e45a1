import { describe, expect, it } from 'vitest';
import { ProbeFault } from '#core/kernel/ports.ts';
import { serve, run, newMachine, rowsOf, setFavourites } from '#test/core/harness.ts';
import { createCheckSockets } from '#test/renderer/window/check-sockets.ts';

/** Three connections, of which the servers named `up` answer, and one may have expired; the others of the account are proxies. */
async function fixture(up: string, expired?: number) {
  const service = await serve({ limits: 'off' });
  const { configs } = service.control.account();
  for (const [n, config] of configs.entries()) {
    const isVpn = n < 3;
    config.protocol = isVpn ? 'outline' : 'socks5';
    config.connection_url = isVpn
      ? `ss://YTpi@s${String(n)}.example.com:443`
      : 'socks5://a:b@192.0.2.7:1080';
    config.title = `Number ${String(n)}`;
    config.expires_at = Date.now() / 1000 + (n === expired ? -60 : 86_400);
  }
  Object.assign(service.control.account(), { cloud_servers: [], paid_options: [] });
  const tried: string[] = [];
  const openProbeSockets = () => {
    const sockets = createCheckSockets();
    return {
      ...sockets,
      lookup: (host: string) => Promise.resolve({ kind: 'found' as const, addresses: [host] }),
      connect: (...args: Parameters<typeof sockets.connect>) => {
        const [host = ''] = args[0];
        if (!tried.includes(host)) tried.push(host);
        return up.includes(host.slice(0, 2))
          ? sockets.connect(...args)
          : Promise.reject(new ProbeFault('refused'));
      },
    };
  };
  const machine = { ...newMachine(), openProbeSockets };
  const running = await run(machine);
  await running.signIn(service);
  const keys = configs.slice(0, 3).map(({ id }) => `config:${String(id)}`);
  await setFavourites(running, keys.slice(1, 2));
  return { machine, running, tried, keys };
}

describe('a copy of one that works', () => {
  it('checks one after the other, the favourite first, and copies the first that answers', async () => {
    const { machine, running, tried } = await fixture('s0 s2');
    await running.ask('checks.accept', {});
    expect(running.app.tray()).toMatchObject({ search: 'possible' });
    const told = running.until('app.copied', () => true);
    const copied = await running.ask('checks.copyWorking', {});
    expect(tried).toHaveLength(2);
    expect(tried[0]).toBe('s1.example.com');
    expect(machine.clipboard.text).toContain(tried[1]);
    expect(copied.title).toBe(`Number ${String(tried[1]?.[1])}`);
    expect(await told).toMatchObject({ title: copied.title, ms: copied.ms });
    expect(running.app.tray().working?.title).toBe(copied.title);
    // It is known now: nothing is checked again, and the command line copies the same.
    tried.length = 0;
    await running.ask('checks.copyWorking', {});
    expect(await running.app.answerCommand({ kind: 'copy-fastest', text: '' })).toMatchObject({
      status: 'copied',
      title: copied.title,
    });
    expect(tried).toEqual([]);
    const named = (text: string) => running.app.answerCommand({ kind: 'copy-fastest', text });
    expect(await named('no such title')).toEqual({ status: 'nothing' });
    // In another network it is not known any more, and is checked first.
    machine.systemNetwork.name = 'in a café';
    await running.ask('checks.copyWorking', {});
    expect(tried.map((host) => machine.clipboard.text.includes(host))).toEqual([true]);
  });

  it('goes by what checks found of its protocol too, once they are over', async () => {
    const { running, keys } = await fixture('s0');
    await running.ask('checks.accept', {});
    const [checked = '', other = ''] = keys;
    const odds = async () => (await rowsOf(running)).find(({ key }) => key === other)?.odds;
    expect(await odds()).toBeUndefined();
    await running.ask('checks.start', { keys: [checked], interrupting: false });
    await expect.poll(odds).toBeGreaterThan(0);
  });

  it('contacts nothing before the user has read what a check does', async () => {
    const { machine, running, tried } = await fixture('s0 s1 s2');
    const answer = await running.call('checks.copyWorking', {});
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'declined' } });
    expect([tried, machine.clipboard.text]).toEqual([[], '']);
  });

  it('says that none works, and copies nothing', async () => {
    const { machine, running, tried } = await fixture('');
    await running.ask('checks.accept', {});
    const answer = await running.call('checks.copyWorking', {});
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'none-works' } });
    expect(tried.filter((host) => /^s\d\./.test(host))).toHaveLength(3);
    expect(machine.clipboard.text).toBe('');
    expect(running.app.tray()).toMatchObject({ search: 'possible', failed: tried.length });
  });
});

describe('the tray', () => {
  it('checks the favourites, and says how many of them work', async () => {
    const { running, tried } = await fixture('s1');
    await running.ask('checks.accept', {});
    expect(await running.app.checkFavourites()).toMatchObject({
      ok: true,
      value: { total: 1, done: 1, answered: 1 },
    });
    expect(tried).toEqual(['s1.example.com']);
  });
});

describe('quick copy of one that fails', () => {
  it('copies it, stays open, and offers what works', async () => {
    const { machine, running, keys } = await fixture('s0');
    const [works = '', fails = ''] = keys;
    await running.ask('checks.accept', {});
    const over = running.until('checks.changed', (progress) => !progress.running);
    await running.ask('checks.start', { keys: [works, fails], interrupting: false });
    await over;
    expect(await running.ask('quick.copy', { key: fails })).toMatchObject({
      fails: 'fails',
      replaceable: true,
    });
    expect(machine.clipboard.text).toContain('s1.example.com');
    expect(machine.quickWindow.calls).toEqual([]);
    const { working } = await running.ask('quick.find', { search: '' });
    expect(working?.ms).toBeGreaterThanOrEqual(0);
    expect(await running.ask('quick.copy', { key: works })).not.toHaveProperty('fails');
    expect(machine.quickWindow.calls).toEqual(['hide']);
    const copied = await running.ask('secrets.copy', { of: 'connection', key: fails });
    expect(copied).toMatchObject({ fails: 'fails' });
  });

  it('copies also an expired one, says so, and offers what works', async () => {
    const { machine, running, keys } = await fixture('s0', 1);
    expect(await running.ask('quick.copy', { key: keys[1] ?? '' })).toMatchObject({
      fails: 'expired',
      replaceable: true,
    });
    expect(machine.clipboard.text).toContain('s1.example.com');
    expect(machine.quickWindow.calls).toEqual([]);
  });
});
