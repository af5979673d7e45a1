import { describe, expect, it } from 'vitest';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import { shownState, type ShownState } from '#contract/rules/connection-state.ts';
import { serve, run, signedIn, newMachine, rowsOf, type Running } from '#test/core/harness.ts';

const found = async (running: Running, state: ShownState) => {
  const rows = await rowsOf(running);
  return rows.filter((row) => shownState(row.state.state) === state).map(({ key }) => key);
};

describe('the state of a connection in the whole program', () => {
  it('is expired in the row, the filters, the tray and quick copy, though its server is up', async () => {
    const service = await serve();
    const [config] = service.control.account().configs;
    if (config === undefined) throw new Error('no configuration');
    config.title = 'Past';
    const past = Math.floor(Date.now() / 1000) - 60;
    Object.assign(config, { is_online: true, expires_at: past, auto_renewal: false });
    const running = await run(newMachine());
    await running.signIn(service);
    const key = `config:${String(config.id)}`;
    await running.ask('connections.setFavourites', { keys: [key], favourite: true });

    expect((await rowsOf(running)).find((row) => row.key === key)?.state.state).toBe('expired');
    expect(await found(running, 'usable')).not.toContain(key);
    expect(await found(running, 'expired')).toContain(key);
    const quick = await running.ask('quick.find', { search: 'past' });
    expect(quick.rows.find((row) => row.key === key)?.state.state).toBe('expired');
    expect(running.app.tray().favourites).toMatchObject([{ key, cause: 'expired' }]);
  });

  it('is rebooting from when the reboot of its server was accepted, after a restart too', async () => {
    const { machine, running } = await signedIn();
    const on = (await rowsOf(running)).filter(({ source, state }) => {
      return source === 'cloud' && state.state === 'usable';
    });
    const server = Number(on[0]?.server?.split(':')[1]);
    const keys = on.filter((row) => row.server === on[0]?.server).map(({ key }) => key);
    const published = running.until('connections.changed', (change) => {
      const put = rowsFrom(change.put).map(({ key }) => key);
      return keys.every((key) => put.includes(key));
    });
    const answer = await running.app.call('cloudServers.reboot', { path: { id: server } });
    expect(answer).toMatchObject({ ok: true, value: { success: true } });
    await published;

    expect(await found(running, 'rebooting')).toEqual(expect.arrayContaining(keys));
    expect(await found(running, 'usable')).not.toContain(keys[0]);
    expect(await running.ask('servers.get', {})).toContainEqual(
      expect.objectContaining({
        id: server,
        state: expect.objectContaining({ state: 'rebooting' }) as unknown,
      }),
    );

    await running.stop();
    const again = await run(machine);
    expect(await found(again, 'rebooting')).toEqual(expect.arrayContaining(keys));
  });
});
