import { describe, expect, it } from 'vitest';
import { arrange } from '#contract/connections/arrange.ts';
import { noFilter, titleOrder } from '#contract/connections/query.ts';
import { createCheckSockets } from '#test/renderer/window/check-sockets.ts';
import { worksFromHere } from '#contract/connections/ranking.ts';
import { serve, run, signedIn, newMachine, rowsOf, setFavourites } from '#test/core/harness.ts';

describe('the quick copy window', () => {
  it('offers favourites, what was copied last, then the others, before anything is typed', async () => {
    const { running } = await signedIn({ limits: 'off' });
    const rows = await rowsOf(running);
    const [one, , three, four] = rows;
    if (!one || !three || !four) throw new Error('the demo account has too few connections');
    await setFavourites(running, [four.key]);
    await running.ask('quick.copy', { key: one.key, form: 'url' });
    await running.ask('quick.copy', { key: three.key, form: 'url' });
    const found = await running.ask('quick.find', { search: '' });
    const keys = found.rows.map(({ key }) => key);
    expect(keys.slice(0, 3)).toEqual([four.key, three.key, one.key]);
    expect(keys).toHaveLength(Math.min(30, rows.length));
    expect(new Set(keys).size).toBe(keys.length);
    const failing = found.rows.slice(3).map((row) => worksFromHere(row, Date.now()) === 'no');
    expect(failing).toEqual(failing.toSorted());
    expect(found.all).toBeGreaterThan(3);
  });

  it('offers of the favourites first what works from here, and so does the tray', async () => {
    const service = await serve({ limits: 'off' });
    const configs = service.control.account().configs.slice(0, 3);
    const [fails, unknown, works] = configs.map(({ id }) => `config:${String(id)}`);
    for (const [n, config] of configs.entries()) {
      config.protocol = n === 0 ? 'trojan' : 'outline';
      config.connection_url = `${n === 0 ? 'trojan' : 'ss'}://YTpi@s${String(n)}.example.com:443`;
      config.expires_at = Date.now() / 1000 + 86_400;
    }
    const machine = { ...newMachine(), openProbeSockets: createCheckSockets };
    const running = await run(machine);
    await running.signIn(service);
    const keys = [fails, unknown, works].filter((key) => key !== undefined);
    await setFavourites(running, keys);
    const offered = async () => {
      const { rows } = await running.ask('quick.find', { search: '' });
      return [
        rows.slice(0, 3).map(({ key }) => key),
        running.app.tray().favourites.map(({ key }) => key),
      ];
    };
    expect(await offered()).toEqual([keys, keys]);
    await running.ask('checks.accept', {});
    const over = running.until('checks.changed', (progress) => !progress.running);
    const checked = keys.filter((key) => key !== unknown);
    await running.ask('checks.start', { keys: checked, interrupting: false });
    await over;
    const [rows, tray] = await offered();
    expect(tray).toEqual([works, unknown, fails]);
    expect(rows?.slice(0, 2)).toEqual([works, unknown]);
    expect(rows).not.toContain(fails);
    machine.systemNetwork.name = 'in a café';
    const other = running.until('connections.changed', () => true);
    running.app.setWindowVisible(true);
    await other;
    // What another network showed is better than nothing.
    expect(await offered()).toEqual([
      [works, unknown, fails],
      [works, unknown, fails],
    ]);
  });

  it('selects nothing that is known to fail while something else may work', async () => {
    const service = await serve({ limits: 'off' });
    const running = await run(newMachine());
    const [first] = service.control.account().configs;
    if (first === undefined) throw new Error('the demo account has no configuration');
    first.expires_at = Date.now() / 1000 - 86_400;
    first.auto_renewal = false;
    await running.signIn(service);
    await setFavourites(running, [`config:${String(first.id)}`]);
    const { rows } = await running.ask('quick.find', { search: '' });
    expect(rows[0]?.state.state).not.toBe('expired');
  });

  it('finds what the list finds, and is hidden once it is copied, which the main window hears', async () => {
    const { machine, running } = await signedIn({ limits: 'off' });
    const [row] = await rowsOf(running);
    const search = row?.title ?? '';
    const query = { filter: { ...noFilter, search }, order: titleOrder };
    const moment = { now: Date.now(), language: 'en', recents: [] };
    const rows = arrange(await rowsOf(running), query, moment);
    const found = await running.ask('quick.find', { search });
    expect(found.rows).toEqual(rows.slice(0, 30));
    expect(found.rows.length).toBeGreaterThan(0);

    const copied = running.until('app.copied', () => true);
    await running.ask('quick.copy', { key: row?.key ?? '', form: 'url' });
    expect(machine.quickWindow.calls).toEqual(['hide']);
    expect(await copied).toMatchObject({ title: row?.title, form: 'url' });
  });

  it('stays open where nothing was copied, and finds nothing while nobody is signed in', async () => {
    const machine = newMachine();
    const running = await run(machine);
    const answers = [
      await running.call('quick.find', { search: '' }),
      await running.call('quick.copy', { key: 'config:1', form: 'url' }),
    ];
    expect(answers).toMatchObject([
      { ok: false, failure: { reason: 'signed-out' } },
      { ok: false, failure: { reason: 'signed-out' } },
    ]);
    expect(machine.quickWindow.calls).toEqual([]);
  });

  it('opens a connection in the main window', async () => {
    const machine = newMachine();
    const running = await run(machine);
    await running.ask('quick.open', { key: 'config:1' });
    expect(machine.quickWindow.calls).toEqual(['hide', 'open /connections/config%3A1']);
  });
});
