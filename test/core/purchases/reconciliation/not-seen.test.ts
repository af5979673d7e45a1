import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { body, createFixture, untilDecided } from '#test/core/purchases/context/fixture.ts';
import { lose, never } from '#test/core/purchases/context/lost-answers.ts';

describe('what was not seen', () => {
  it('is sent again by the user’s word alone, and once for each', async () => {
    const fixture = createFixture();
    const { id } = await lose(fixture, never);
    await fixture.pass(24 * 3_600_000);
    expect(fixture.sent).toHaveLength(1);
    fixture.requestFaults.purchase = {};
    const clicks = [1, 2].map(() => fixture.purchases.retry({ id, attempts: 1 }));
    await fixture.pass(2_000);
    for (const click of clicks) expect(await click).toMatchObject({ value: { started: true } });
    expect(fixture.sent).toHaveLength(2);
    expect(fixture.entry()).toMatchObject({ state: 'done', attempts: 2, result: { by: 'answer' } });
  });

  it('is not sent for a word about an earlier attempt', async () => {
    const fixture = createFixture();
    const { id } = await lose(fixture, never);
    void fixture.purchases.retry({ id, attempts: 1 });
    await fixture.pass(untilDecided + 2_000);
    expect(fixture.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
    expect(await fixture.purchases.retry({ id, attempts: 1 })).toMatchObject({
      value: { started: false },
    });
    expect(fixture.sent).toHaveLength(2);
  });

  it('keeps anything else from being begun for it', async () => {
    const fixture = createFixture();
    const { id } = await lose(fixture, never);
    const second = await fixture.buy('configs.create', body);
    expect(second).toMatchObject({ value: { started: false, entry: { id } } });
    fixture.purchases.dismiss(id);
    fixture.requestFaults.purchase = {};
    expect(await fixture.buy('configs.create', body)).toMatchObject({ value: { started: true } });
  });

  it('is shown when it appears later, and left to the user', async () => {
    const fixture = createFixture();
    await lose(fixture, never);
    await fixture.service.other('configs.create', body);
    await fixture.pass(70_000);
    expect(fixture.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
    // They have seen it, and say that theirs is another.
    fixture.requestFaults.purchase = {};
    expect(await fixture.retry()).toMatchObject({ value: { started: true } });
    expect(fixture.entry()).toMatchObject({ state: 'done', candidates: [] });
  });

  it('is shown instead of sent when it appeared just before the word', async () => {
    const fixture = createFixture();
    await lose(fixture, never);
    await fixture.service.other('configs.create', body);
    expect(await fixture.retry()).toMatchObject({
      value: { started: false, entry: { state: 'unclear' } },
    });
    expect(fixture.sent).toHaveLength(1);
    // What appears after that is shown too.
    await fixture.service.other('configs.create', body);
    await fixture.pass(3_600_000);
    expect(fixture.entry().candidates).toHaveLength(2);
  });

  it('is sent again where what there was before is gone and nothing can be compared', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    await fixture.buy('configs.create', body);
    const { id } = fixture.entry();
    fixture.kill();
    sealedOver(fixture.vault).write([
      { purpose: 'purchase-baselines', name: id, value: undefined },
    ]);
    fixture.restart();
    await fixture.pass(untilDecided);
    fixture.requestFaults.purchase = {};
    expect(await fixture.retry()).toMatchObject({
      value: { started: true, entry: { state: 'done' } },
    });
  });

  it('is again what it was when the new attempt is refused', async () => {
    const journals: PurchaseJournal[] = [];
    const fixture = createFixture({ onJournal: (journal) => journals.push(journal) });
    await lose(fixture, never);
    const before = journals.length;
    fixture.requestFaults.purchase = { faults: ['429'] };
    expect(await fixture.retry()).toMatchObject({ failure: { kind: 'rate-limited' } });
    expect(fixture.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
    expect(journals.at(-1)).toEqual(fixture.purchases.list());
    expect(journals.slice(before).map(({ entries }) => entries[0]?.state)).toEqual(
      expect.arrayContaining(['preparing', 'sending', 'not-seen']),
    );
    fixture.restart();
    expect(fixture.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
  });

  it('of a withdrawal needs its numbers again, and the same sum', async () => {
    const fixture = createFixture();
    const card = { amount: 1000, card_number: '4111111111111111' };
    const { id } = await lose(fixture, never, 'referral.withdrawCard', { body: card });
    fixture.requestFaults.purchase = {};
    expect(await fixture.purchases.retry({ id, attempts: 1 })).toMatchObject(fail('invalid-input'));
    const input = { body: { ...card, amount: 2000 } };
    expect(await fixture.purchases.retry({ id, attempts: 1, input })).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'input', code: 'changed' }] },
    });
    expect(await fixture.retry({ body: card })).toMatchObject({
      value: { started: true, entry: { state: 'done' } },
    });
  });
});
