import { describe, expect, it } from 'vitest';
import type { ServerNow, ServerStats } from '#contract/ipc/stats.ts';
import type { CloudServer } from '#contract/records/cloud-servers.ts';
import type { Reboot } from '#contract/reboot.ts';
import { ServerStates } from '#core/stats/server-states.ts';
import { manualClock } from '#test/core/fakes.ts';
import { serverStats } from '#test/contract/server-stats.ts';

const minute = 60_000;

const sample = (status: string, fetchedAt: number): ServerStats => ({
  ...serverStats('cloud:3', fetchedAt),
  status,
});

/** One cloud server that its list called online, and what is read of it. */
function server() {
  const clock = manualClock();
  const startedAt = clock.now();
  const listed: CloudServer = {
    id: 3,
    hostname: null,
    url: null,
    status: 'active',
    location_id: 1,
    is_online: true,
    expires_at: startedAt / 1000 + 90 * 86_400,
    tariff_config_id: 1,
    auto_renewal: false,
    auto_renewal_days: null,
  };
  const facts = {
    offline: false,
    reading: undefined as ServerStats | undefined,
    reboot: undefined as Reboot | undefined,
  };
  const published: (readonly ServerNow[])[] = [];
  let changes = 0;
  const states = new ServerStates({
    clock,
    rebootOf: (name) => (name === 'cloud:3' ? facts.reboot : undefined),
    onChange: () => {
      changes += 1;
    },
    publish: (servers) => published.push(servers),
    readingOf: (name) => (name === 'cloud:3' ? facts.reading : undefined),
    isOffline: () => facts.offline,
    servers: () => ({ value: [listed], fetchedAt: startedAt }),
  });
  states.changed();
  return {
    clock,
    facts,
    states,
    published,
    changes: () => changes,
    state: () => states.all()[0]?.state.state,
  };
}

describe('the state of a cloud server', () => {
  it('is what its connections are too', () => {
    const { states, facts, clock, state } = server();
    facts.reading = sample('down', clock.now());
    const connection = {
      server: 'cloud:3',
      online: 'online',
      listedAt: 0,
      expiresAt: null,
    } as const;
    expect([state(), states.stateOf(connection).state]).toEqual(['down', 'down']);
    facts.reboot = { startedAt: clock.now(), wentDown: false };
    expect([state(), states.stateOf(connection).state]).toEqual(['rebooting', 'rebooting']);
  });

  it('is published again only when it has changed', () => {
    const { states, facts, clock, published } = server();
    expect(published).toHaveLength(1);
    facts.reading = sample('up', clock.now());
    states.changed();
    expect(published).toHaveLength(1);
    facts.offline = true;
    states.changed();
    expect(published.at(-1)?.[0]?.state).toMatchObject({ state: 'unknown', online: 'online' });
    states.stop();
  });

  it('is unknown once what was read is too old, though nothing else happens', async () => {
    const { clock, published, states } = server();
    await clock.advance(29 * minute);
    expect(published).toHaveLength(1);
    await clock.advance(3 * minute);
    expect(published.at(-1)?.[0]?.state.state).toBe('unknown');
    states.stop();
  });

  it('is published again when its server was seen down in a reboot', () => {
    const { clock, facts, states, published } = server();
    facts.reboot = { startedAt: clock.now(), wentDown: false };
    states.changed();
    facts.reboot = { ...facts.reboot, wentDown: true };
    states.changed();
    expect(published.map(([first]) => first?.reboot?.wentDown)).toEqual([undefined, false, true]);
    states.stop();
  });

  it('is derived no more once it is stopped', async () => {
    const { clock, states, changes } = server();
    states.stop();
    const before = changes();
    await clock.advance(10 * minute);
    expect(changes()).toBe(before);
  });
});
