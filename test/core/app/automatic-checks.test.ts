import { describe, expect, it } from 'vitest';
import { createAdjustableClock } from '#adapters/adjustable-clock.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { ProbeFault } from '#core/kernel/ports.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';
import { settled } from '#test/core/fakes.ts';
import { serve, run, newMachine, setFavourites } from '#test/core/harness.ts';
import { createCheckSockets } from '#test/renderer/window/check-sockets.ts';

const hourMs = 3_600_000;

/** Favourites on the servers s0 and s1, which answer while they are `up`. */
async function fixture() {
  const service = await serve({ limits: 'off' });
  const account = service.control.account();
  Object.assign(account.notification_settings, {
    notification_start_hour: 0,
    notification_end_hour: 0,
  });
  Object.assign(account, { cloud_servers: [], paid_options: [] });
  for (const [n, config] of account.configs.entries()) {
    config.protocol = n < 2 ? 'outline' : 'mtproto';
    config.connection_url = `ss://YTpi@s${String(n)}.example.com:443`;
    config.title = `Number ${String(n)}`;
    config.expires_at = Date.now() / 1000 + 90 * 86_400;
  }
  const up = new Set(['s0', 's1']);
  const tried: string[] = [];
  const idle = { ms: 0 };
  const machine = {
    ...newMachine(),
    idleMs: () => idle.ms,
    openProbeSockets: () => {
      const sockets = createCheckSockets();
      return {
        ...sockets,
        lookup: (host: string) => Promise.resolve({ kind: 'found' as const, addresses: [host] }),
        connect: (...args: Parameters<typeof sockets.connect>) => {
          const host = args[0][0]?.slice(0, 2) ?? '';
          tried.push(host);
          return up.has(host)
            ? sockets.connect(...args)
            : Promise.reject(new ProbeFault('refused'));
        },
      };
    },
  };
  const clock = createAdjustableClock(createSystemClock());
  const shown: SystemNotification[] = [];
  let hourly = 0;
  const after: typeof clock.after = (ms, task) => {
    const cancel = clock.after(ms, task);
    if (ms !== hourMs) return cancel;
    hourly += 1;
    return () => {
      hourly -= 1;
      cancel();
    };
  };
  const running = await run(machine, undefined, { ...clock, after }, (app) => {
    app.onNotification((notification) => {
      if (notification.kind.endsWith('-here')) shown.push(notification);
    });
  });
  await running.signIn(service);
  await running.ask('checks.accept', {});
  const keys = account.configs.slice(0, 2).map(({ id }) => `config:${String(id)}`);
  await setFavourites(running, keys);
  /** An hour passes; answers which servers were contacted. */
  const hour = async (checked: boolean) => {
    tried.length = 0;
    const over = running.until('checks.changed', (progress) => !progress.running);
    clock.advance(hourMs);
    if (checked) await over;
    await settled();
    return [...new Set(tried)].sort();
  };
  return { running, machine, up, idle, shown, keys, hour, hourly: () => hourly };
}

describe('favourites that are checked each hour', () => {
  it('are told when one stops or comes back, with one to copy', async () => {
    const { running, up, shown, keys, hour } = await fixture();
    const hours = { id: 'profile.notificationSettings', input: {} };
    await expect.poll(async () => (await running.ask('cache.read', hours)).value).toBeDefined();
    await running.app.checkFavourites();
    await running.ask('settings.set', { checkHourly: true });
    expect(await hour(true)).toEqual(['s0', 's1']);
    expect(shown).toEqual([]);
    up.delete('s1');
    await hour(true);
    await expect
      .poll(() => shown)
      .toMatchObject([
        {
          kind: 'stopped-here',
          title: 'Number 1',
          others: 0,
          path: `/connections/${encodeURIComponent(keys[0] ?? '')}`,
          copy: { key: keys[0], title: 'Number 0' },
        },
      ]);
    // It is told once.
    await hour(true);
    up.add('s1');
    await hour(true);
    await expect
      .poll(() => shown.slice(1))
      .toMatchObject([
        { kind: 'back-here', title: 'Number 1', copy: { key: keys[1], title: 'Number 1' } },
      ]);
  });

  it('are left alone in a network that is not known, on a computer that is not used, and while paused', async () => {
    const { running, machine, idle, hour } = await fixture();
    await running.ask('settings.set', { checkHourly: true });
    expect(await hour(false)).toEqual([]);
    await running.app.checkFavourites();
    idle.ms = 11 * 60_000;
    expect(await hour(false)).toEqual([]);
    idle.ms = 0;
    await running.ask('sync.pause', { paused: true });
    expect(await hour(false)).toEqual([]);
    await running.ask('sync.pause', { paused: false });
    machine.systemNetwork.name = 'in a café';
    expect(await hour(false)).toEqual([]);
    machine.systemNetwork.name = 'at home';
    expect(await hour(true)).toEqual(['s0', 's1']);
    await running.ask('settings.set', { checkHourly: false });
    expect(await hour(false)).toEqual([]);
  });

  it('cost no timer where the user has not chosen them', async () => {
    const { running, hourly } = await fixture();
    expect(hourly()).toBe(0);
    await running.ask('settings.set', { checkHourly: true });
    expect(hourly()).toBe(1);
    await running.ask('settings.set', { checkHourly: false });
    expect(hourly()).toBe(0);
  });
});
