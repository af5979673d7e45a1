import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { VaultError } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { body, config, createFixture, entryOf } from './context/fixture.ts';

describe('a word to buy', () => {
  it('is checked by its own endpoint before anything is read or sent', async () => {
    const fixture = createFixture();
    expect(await fixture.buy('balance.topup', { body: { amount: 0 } })).toMatchObject({
      ok: false,
      failure: {
        kind: 'invalid-input',
        endpoint: 'balance.topup',
        issues: [{ path: 'body.amount' }, { path: 'body.payment_method_id' }],
      },
    });
    expect(fixture.purchases.list().entries).toEqual([]);
    expect(fixture.sent).toEqual([]);
  });

  it('is answered with the entry as the window may see it: without what is shown once', async () => {
    const fixture = createFixture();
    const answer = entryOf(await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } }));
    expect(answer).toEqual(fixture.entry());
    expect(JSON.stringify(answer)).not.toContain(fixture.reveal('api-key'));
    expect(answer.input).toEqual({ body: { name: 'Laptop' } });
  });

  it('is not held up by a purchase that takes from nothing of the same', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { there: 4_000 };
    void fixture.submit('apiKeys.create', { body: { name: 'Laptop' } });
    await fixture.pass(1_000);
    void fixture.submit('configs.create', body);
    await fixture.pass(1_000);
    expect(fixture.sent).toEqual(['apiKeys.create', 'configs.create']);
  });

  it('that was refused is answered the same however often it is said, and gone from every window', async () => {
    const journals: PurchaseJournal[] = [];
    const fixture = createFixture({ onJournal: (journal) => journals.push(journal) });
    fixture.requestFaults.purchase = { faults: ['429'] };
    const clicks = [1, 2].map(() => fixture.submit('configs.create', body, 'form 0001'));
    await fixture.pass(2_000);
    for (const click of clicks) {
      expect(await click).toMatchObject({ failure: { kind: 'rate-limited' } });
    }
    expect(journals.map(({ entries }) => entries[0]?.state).slice(0, 2)).toEqual([
      'preparing',
      'sending',
    ]);
    expect(journals.at(-1)?.entries).toEqual([]);
  });

  it('counts once, however often it is said', async () => {
    const fixture = createFixture();
    const clicks = ['form 0001', 'form 0001', 'form 0001'].map((ticket) =>
      fixture.submit('configs.create', body, ticket),
    );
    await fixture.pass(2_000);
    const later = await fixture.buy('configs.create', body, 'form 0001');
    const ids = (await Promise.all(clicks)).map((result) => entryOf(result).id);
    expect(later).toMatchObject({ value: { started: true } });
    expect(new Set([...ids, entryOf(later).id]).size).toBe(1);
    expect(fixture.sent).toEqual(['configs.create']);
  });

  it('counts once across restarts, and after its entry was put away', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', body, 'form 0001');
    fixture.restart();
    await fixture.buy('configs.create', body, 'form 0001');
    fixture.purchases.dismiss(fixture.entry().id);
    fixture.restart();
    expect(await fixture.buy('configs.create', body, 'form 0001')).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'ticket', code: 'used' }] },
    });
    expect(fixture.sent).toHaveLength(1);
  });

  it.each([
    ['while it is prepared', 0],
    ['while its request is out', 1_000],
  ])('of another window waits until the first is decided: %s', async (_, ms) => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { there: 4_000 };
    const first = fixture.submit('configs.create', body);
    if (ms > 0) await fixture.pass(ms);
    const second = fixture.submit('paidOptions.create', { body: { paid_option_id: 1 } });
    await fixture.pass(10_000);
    expect(await second).toMatchObject({ ok: true, value: { started: false } });
    expect(entryOf(await second).id).toBe(entryOf(await first).id);
    expect(fixture.sent).toEqual(['configs.create']);
  });

  it('may be said again when nothing could be sent', async () => {
    const fixture = createFixture();
    fixture.requestFaults.reads = { offline: true };
    const refused = await fixture.buy('configs.create', body, 'form 0001');
    expect(refused).toMatchObject({ failure: { kind: 'offline' } });
    fixture.requestFaults.reads = {};
    expect(await fixture.buy('configs.create', body, 'form 0001')).toMatchObject({ ok: true });
  });

  it.each([
    ['what there is before', 'apiKeys.create', { name: 'Laptop' }, 'api-keys'],
    ['its prices', 'configs.create', config, 'tariffs'],
  ] as const)('sends nothing when it cannot read %s', async (_, endpoint, input, unread) => {
    const fixture = createFixture({
      requestFaults: ({ url }, isPurchase) => ({ offline: !isPurchase && url.includes(unread) }),
    });
    expect(await fixture.buy(endpoint, { body: input })).toMatchObject(fail('offline'));
    expect(fixture.purchases.list().entries).toEqual([]);
    expect(fixture.service.carriedOut).toEqual([]);
  });

  it('that was once enough is not confirmed', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', body);
    await fixture.buy('paidOptions.create', { body: { paid_option_id: 1, payment_method_id: 1 } });
    for (const { id, attempts } of fixture.purchases.list().entries) {
      expect(await fixture.purchases.retry({ id, attempts })).toMatchObject({
        failure: { issues: [{ path: 'id', code: 'state' }] },
      });
    }
    expect(fixture.sent).toHaveLength(2);
  });

  it('is the end of no waiting but its own', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    const { id } = fixture.entry();
    expect(fixture.purchases.stopWaiting(id)).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'state' }] },
    });
    expect(fixture.entry().state).toBe('finding-out');
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
    const fixture = createFixture({ vault });
    expect(await fixture.buy('configs.create', body)).toMatchObject({
      ok: false,
      failure: { kind: 'vault', reason: 'no-space' },
    });
    expect(fixture.sent).toEqual([]);
    full.full = false;
    expect(await fixture.buy('configs.create', body)).toMatchObject({ ok: true });
  });

  it('sends nothing when its intent fails in a way that nobody foresaw', async () => {
    const fixture = createFixture({
      moment(moment) {
        if (moment === 'write') throw new TypeError('unforeseen');
        return true;
      },
    });
    const answer = fixture.submit('xray.createKeys', {}).catch(String);
    await fixture.pass(2_000);
    expect(await answer).toBe('TypeError: unforeseen');
    expect(fixture.sent).toEqual([]);
  });
});
