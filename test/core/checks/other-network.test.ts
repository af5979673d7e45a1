import { describe, expect, it } from 'vitest';
import { createAdjustableClock } from '#adapters/adjustable-clock.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { serve, run, newMachine, rowsOf, setFavourites } from '#test/core/harness.ts';
import { settled } from '#test/core/fakes.ts';
import { contactedServer } from './contacted-server.ts';

/** An account with two favourites that answer, of which one is a tunnel, and one that is no favourite. */
async function fixture(settings: Partial<Settings>) {
  const server = await contactedServer();
  const service = await serve({ limits: 'off' });
  const [first, tunnel, other] = service.control.account().configs;
  if (!first || !tunnel || !other) throw new Error('the demo account has too few configurations');
  for (const config of [first, other]) {
    config.protocol = 'outline';
    config.connection_url = server.url;
    config.expires_at = Date.now() / 1000 + 86_400;
  }
  Object.assign(first, { title: 'Favourite' });
  Object.assign(other, { title: 'Other' });
  tunnel.protocol = 'wg';
  const machine = newMachine();
  machine.files.write('settings.json', JSON.stringify({ checksExplained: true, ...settings }));
  const clock = createAdjustableClock(createSystemClock());
  const running = await run(machine, undefined, clock);
  await running.signIn(service);
  const keyOf = (id: number) => `config:${String(id)}`;
  await setFavourites(running, [keyOf(first.id), keyOf(tunnel.id)]);
  /** The user checks one alone, and allows the address of this computer. */
  const check = async (key: string) => {
    const over = running.until('checks.changed', (progress) => !progress.running);
    await running.ask('checks.start', { keys: [key], interrupting: false });
    await over;
  };
  const goTo = async (network: string) => {
    const settled = machine.systemNetwork.identify();
    machine.systemNetwork.name = network;
    running.app.setWindowVisible(true);
    await settled;
    await running.ask('checks.get', {});
  };
  /** Time passes, and what is due by then has begun. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise<void>((resolve) => clock.after(0, resolve));
    await settled();
  };
  return {
    server,
    running,
    machine,
    pass,
    check,
    goTo,
    favourite: keyOf(first.id),
    other: keyOf(other.id),
  };
}

describe('in another network', () => {
  it('what was found in the old one is remembered until the user wants no memory', async () => {
    const { running, machine, check, favourite } = await fixture({});
    await check(favourite);
    expect(await running.ask('checks.networks', {})).toMatchObject([{ isHere: true, results: 1 }]);
    await running.stop();
    const settings = { checksExplained: true, checkHistory: false };
    machine.files.write('settings.json', JSON.stringify(settings));
    const again = await run(machine);
    expect(await again.ask('checks.networks', {})).toEqual([]);
    await again.stop();
    machine.files.write('settings.json', JSON.stringify({ checksExplained: true }));
    const last = await run(machine);
    expect(await last.ask('checks.networks', {})).toEqual([]);
  });

  it('favourites are checked again where the user wants that, without those that it may interrupt', async () => {
    const { server, running, pass, check, goTo, favourite, other } = await fixture({
      checkOnNetworkChange: true,
    });
    await check(favourite);
    await check(other);
    server.contacts();
    await goTo('in a café');
    await pass(3000);
    expect(server.contacts()).toBe(0);
    const over = running.until('checks.changed', ({ running: runs }) => !runs);
    await pass(2000);
    expect(await over).toMatchObject({ automatic: true, total: 1, leftOut: 1, answered: 1 });
    const rows = await rowsOf(running);
    const here = rows.filter(({ check: found }) => found && !found.elsewhere);
    expect(here.map(({ key }) => key)).toEqual([favourite]);
  });

  it.each([
    ['it is off', {}],
    [
      'nobody has read what a check contacts',
      { checkOnNetworkChange: true, checksExplained: false },
    ],
  ] as const)('nothing is contacted where %s', async (_, settings) => {
    const { server, running, pass, goTo } = await fixture(settings);
    await goTo('in a café');
    await pass(60_000);
    expect(await running.ask('checks.get', {})).toMatchObject({ running: false, total: 0 });
    expect(server.contacts()).toBe(0);
  });

  it('nothing is contacted while the user paused Culvert, nor at its start', async () => {
    const { running, pass, goTo } = await fixture({ checkOnNetworkChange: true });
    await pass(60_000);
    expect(await running.ask('checks.get', {})).toMatchObject({ total: 0 });
    await running.ask('sync.pause', { paused: true });
    await goTo('in a café');
    await pass(60_000);
    expect(await running.ask('checks.get', {})).toMatchObject({ total: 0 });
  });
});
