import { describe, expect, it } from 'vitest';
import { VaultError } from '#core/ports.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { body, config, createDesk, entryOf } from './context/desk.ts';

describe('a word to buy', () => {
  it('is checked by its own row before anything is read or sent', async () => {
    const desk = createDesk();
    expect(await desk.buy('balance.topup', { body: { amount: 0 } })).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input' },
    });
    expect(desk.purchases.list().entries).toEqual([]);
    expect(desk.left).toEqual([]);
  });

  it('counts once, however often it is said', async () => {
    const desk = createDesk();
    const clicks = ['form 0001', 'form 0001', 'form 0001'].map((ticket) =>
      desk.say('configs.create', body, ticket),
    );
    await desk.pass(2_000);
    const later = await desk.buy('configs.create', body, 'form 0001');
    const ids = (await Promise.all(clicks)).map((result) => entryOf(result).id);
    expect(new Set([...ids, entryOf(later).id]).size).toBe(1);
    expect(desk.left).toEqual(['configs.create']);
  });

  it('counts once across restarts, and after its entry was put away', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', body, 'form 0001');
    desk.restart();
    await desk.buy('configs.create', body, 'form 0001');
    desk.purchases.dismiss(desk.entry().id);
    desk.restart();
    expect(await desk.buy('configs.create', body, 'form 0001')).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'ticket', code: 'used' }] },
    });
    expect(desk.left).toHaveLength(1);
  });

  it.each([
    ['while it is prepared', 0],
    ['while its request is out', 1_000],
  ])('of another window waits until the first is decided: %s', async (_, ms) => {
    const desk = createDesk();
    desk.weather.purchase = { there: 4_000 };
    const first = desk.say('configs.create', body);
    if (ms > 0) await desk.pass(ms);
    const second = desk.say('paidOptions.create', { body: { paid_option_id: 1 } });
    await desk.pass(10_000);
    expect(await second).toMatchObject({ ok: true, value: { started: false } });
    expect(entryOf(await second).id).toBe(entryOf(await first).id);
    expect(desk.left).toEqual(['configs.create']);
  });

  it('may be said again when nothing could be sent', async () => {
    const desk = createDesk();
    desk.weather.reads = { offline: true };
    const refused = await desk.buy('configs.create', body, 'form 0001');
    expect(refused).toMatchObject({ failure: { kind: 'offline' } });
    desk.weather.reads = {};
    expect(await desk.buy('configs.create', body, 'form 0001')).toMatchObject({ ok: true });
  });

  it.each([
    ['what there is before', 'apiKeys.create', { name: 'Laptop' }, 'api-keys'],
    ['its prices', 'configs.create', config, 'tariffs'],
  ] as const)('sends nothing when it cannot read %s', async (_, row, asked, unread) => {
    const desk = createDesk({
      weather: ({ url }, isPurchase) => ({ offline: !isPurchase && url.includes(unread) }),
    });
    expect(await desk.buy(row, { body: asked })).toMatchObject({ failure: { kind: 'offline' } });
    expect(desk.purchases.list().entries).toEqual([]);
    expect(desk.service.deeds).toEqual([]);
  });

  it('is answered the same however often it is said, when it is refused', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['429'] };
    const clicks = [1, 2].map(() => desk.say('configs.create', body, 'form 0001'));
    await desk.pass(2_000);
    for (const click of clicks) {
      expect(await click).toMatchObject({ failure: { kind: 'rate-limited' } });
    }
  });

  it('that was once enough is not confirmed', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', body);
    await desk.buy('paidOptions.create', { body: { paid_option_id: 1, payment_method_id: 1 } });
    for (const { id, attempts } of desk.purchases.list().entries) {
      expect(await desk.purchases.retry({ id, attempts })).toMatchObject({
        failure: { issues: [{ path: 'id', code: 'state' }] },
      });
    }
    expect(desk.left).toHaveLength(2);
  });

  it('is the end of no waiting but its own', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['drop-before'] };
    await desk.buy('configs.create', body);
    const { id } = desk.entry();
    expect(desk.purchases.stopWaiting(id)).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'state' }] },
    });
    expect(desk.entry().state).toBe('finding-out');
  });

  it('sends nothing when its intent cannot be on the disk', async () => {
    const full = { full: true };
    const memory = createMemoryVault();
    const vault = {
      ...memory,
      write(changes: Parameters<typeof memory.write>[0]) {
        if (full.full) throw new VaultError('no-space');
        memory.write(changes);
      },
    };
    const desk = createDesk({ vault });
    expect(await desk.buy('configs.create', body)).toMatchObject({
      ok: false,
      failure: { kind: 'vault', reason: 'no-space' },
    });
    expect(desk.left).toEqual([]);
    full.full = false;
    expect(await desk.buy('configs.create', body)).toMatchObject({ ok: true });
  });
});
