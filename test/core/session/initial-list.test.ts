import { describe, expect, it } from 'vitest';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import type { Events } from '#contract/ipc.ts';
import type { App } from '#core/app/app.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { manualClock } from '#test/core/fakes.ts';
import { serve, run, signedIn, newMachine, rowsOf } from '#test/core/harness.ts';

const expectWindow = (app: App) => app.expectWindow();

/** A machine with stored data, its clock, and the requests to the service from then on. */
async function synced() {
  const { service, machine, running: first } = await signedIn();
  await first.stop();
  const sent: string[] = [];
  const clock = manualClock(Date.now());
  const counting = (transport: HttpTransport): HttpTransport => ({
    ...transport,
    send: (request) => {
      sent.push(request.url);
      return transport.send(request);
    },
  });
  const restart = (before?: (app: App) => void) =>
    run(machine, counting, { after: (ms, act) => clock.after(ms, act) }, before);
  return { service, clock, sent, restart };
}

describe('a window that opens with the program', () => {
  it('is given what was stored before anything is requested from the service', async () => {
    const { clock, sent, restart } = await synced();
    const { app, ...running } = await restart(expectWindow);
    app.setWindowVisible(true);
    await clock.advance(400);
    expect((await rowsOf({ app, ...running })).length).toBeGreaterThan(0);
    await clock.advance(400);
    expect(sent).toEqual([]);
    await clock.advance(200);
    await expect.poll(() => sent.length).toBeGreaterThan(0);
  });

  it('that shows nothing does not delay the first request to the service for long', async () => {
    const { clock, sent, restart } = await synced();
    await restart(expectWindow);
    await clock.advance(4_900);
    expect(sent).toEqual([]);
    await clock.advance(200);
    await expect.poll(() => sent.length).toBeGreaterThan(0);
  });

  it('receives the tray’s state once it has its rows', async () => {
    const { clock, restart } = await synced();
    const running = await restart(expectWindow);
    let changes = 0;
    running.app.onTrayChange(() => (changes += 1));
    await clock.advance(400);
    expect(changes).toBe(0);
    await rowsOf(running);
    await clock.advance(600);
    expect(changes).toBeGreaterThan(0);
  });

  it('has the first request sent at once where nothing was stored', async () => {
    const service = await serve();
    const running = await run(newMachine(), undefined, {}, expectWindow);
    const read = running.until('sync.changed', ({ refreshedAt }) => refreshedAt !== null);
    await running.ask('session.signIn', { service: service.url, key: service.key });
    expect((await read).failure).toBeNull();
  });

  it('has every row before it hears that all lists were read', async () => {
    const service = await serve();
    const running = await run(newMachine());
    const announced = new Set<string>();
    running.app.listen((name, payload) => {
      if (name !== 'connections.changed') return;
      const { put } = payload as Events['connections.changed'];
      for (const { key } of rowsFrom(put)) announced.add(key);
    });
    let atEnd = 0;
    const read = running.until('sync.changed', ({ refreshedAt }) => {
      atEnd = announced.size;
      return refreshedAt !== null;
    });
    await running.ask('session.signIn', { service: service.url, key: service.key });
    await read;
    expect(atEnd).toBe((await rowsOf(running)).length);
  });
});

describe('a start in the tray', () => {
  it('sends requests to the service at once', async () => {
    const { sent, restart } = await synced();
    await restart();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
  });
});
