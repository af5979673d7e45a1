import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import { body, createFixture, untilDecided } from '#test/core/purchases/context/fixture.ts';
import { lose, never, notSeen } from '#test/core/purchases/context/lost-answers.ts';

const hour = 3_600_000;

describe('the word to send it again', () => {
  it('waits while another of the same balance is under way', async () => {
    const fixture = await notSeen();
    const { id } = fixture.entry();
    fixture.requestFaults.purchase = never;
    await fixture.buy('paidOptions.create', { body: { paid_option_id: 1, tariff_id: 31_101 } });
    expect(await fixture.purchases.retry({ id, attempts: 1 })).toMatchObject({
      value: { started: false, entry: { endpoint: 'paidOptions.create', state: 'finding-out' } },
    });
    expect(fixture.sent).toHaveLength(2);
  });

  it('sends nothing when nothing can be read first', async () => {
    const fixture = await notSeen();
    fixture.requestFaults.reads = { offline: true };
    expect(await fixture.retry()).toMatchObject({ failure: { kind: 'offline' } });
    expect(fixture.entry()).toMatchObject({ state: 'not-seen', attempts: 1 });
    expect(fixture.sent).toHaveLength(1);
  });

  it('that shows what has appeared has it read anew', async () => {
    const stale: (readonly string[])[] = [];
    const fixture = createFixture({ makeStale: (ids) => stale.push(ids) });
    await lose(fixture, never);
    await fixture.service.other('configs.create', body);
    const before = stale.length;
    expect(await fixture.retry()).toMatchObject({
      value: { started: false, entry: { state: 'unclear' } },
    });
    expect(stale.slice(before)).toEqual([api['configs.create'].makesStale]);
  });

  it('ends the search for the first: what appears meanwhile is matched with the second', async () => {
    const fixture = await notSeen();
    const { id } = fixture.entry();
    fixture.requestFaults.purchase = { there: 19_000 };
    await fixture.pass(15_000);
    const answer = fixture.purchases.retry({ id, attempts: 1 });
    await fixture.pass(1_000);
    await fixture.service.other('configs.create', body);
    await fixture.pass(14_000);
    expect(fixture.entry()).toMatchObject({ state: 'sending', candidates: [] });
    await fixture.pass(10_000);
    expect(await answer).toMatchObject({ value: { entry: { state: 'done' } } });
  });

  it('that was refused changed nothing: what appeared meanwhile is still found', async () => {
    const fixture = await notSeen();
    const { id } = fixture.entry();
    fixture.requestFaults.purchase = { faults: ['429'] };
    fixture.requestFaults.reads = { there: 2_000 };
    const answer = fixture.purchases.retry({ id, attempts: 1 });
    // After it was looked whether anything appeared, and before what there is then was read.
    await fixture.pass(3_000);
    await fixture.service.other('configs.create', body);
    await fixture.pass(5_000);
    expect(await answer).toMatchObject({ failure: { kind: 'rate-limited' } });
    fixture.requestFaults.reads = {};
    await fixture.pass(hour);
    expect(fixture.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
  });

  it('begins a new search, whatever was sent between', async () => {
    const fixture = await notSeen();
    const { id } = fixture.entry();
    await fixture.buy('paidOptions.create', { body: { paid_option_id: 1, tariff_id: 31_101 } });
    fixture.requestFaults.purchase = never;
    void fixture.purchases.retry({ id, attempts: 1 });
    await fixture.pass(30_000 + untilDecided);
    const state = () => fixture.purchases.list().entries.find((entry) => entry.id === id)?.state;
    expect(state()).toBe('not-seen');
    await fixture.service.other('configs.create', body);
    await fixture.pass(hour);
    expect(state()).toBe('unclear');
  });
});
