import { describe, expect, it } from 'vitest';
import { body, createDesk, untilDecided } from '#test/core/purchases/context/desk.ts';
import { lose, never } from '#test/core/purchases/context/lost-answers.ts';

describe('what was not seen', () => {
  it('is sent again by the person’s word alone, and once for each', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    await desk.pass(24 * 3_600_000);
    expect(desk.left).toHaveLength(1);
    desk.weather.purchase = {};
    const clicks = [1, 2].map(() => desk.purchases.retry({ id, attempts: 1 }));
    await desk.pass(2_000);
    for (const click of clicks) expect(await click).toMatchObject({ value: { started: true } });
    expect(desk.left).toHaveLength(2);
    expect(desk.entry()).toMatchObject({ state: 'done', attempts: 2, result: { by: 'answer' } });
  });

  it('is not sent for a word about an earlier attempt', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    void desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(untilDecided + 2_000);
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
    expect(await desk.purchases.retry({ id, attempts: 1 })).toMatchObject({
      value: { started: false },
    });
    expect(desk.left).toHaveLength(2);
  });

  it('keeps anything else from being begun for it', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    const second = await desk.buy('configs.create', body);
    expect(second).toMatchObject({ value: { started: false, entry: { id } } });
    desk.purchases.dismiss(id);
    desk.weather.purchase = {};
    expect(await desk.buy('configs.create', body)).toMatchObject({ value: { started: true } });
  });

  it('is shown when it appears later, and left to the person', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    await desk.service.other('configs.create', body);
    await desk.pass(70_000);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
    // They have seen it, and say that theirs is another.
    desk.weather.purchase = {};
    const again = desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(2_000);
    expect(await again).toMatchObject({ value: { started: true } });
    expect(desk.entry()).toMatchObject({ state: 'done', candidates: [] });
  });

  it('is shown instead of sent when it appeared just before the word', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    await desk.service.other('configs.create', body);
    const again = desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(2_000);
    expect(await again).toMatchObject({ value: { started: false, entry: { state: 'unclear' } } });
    expect(desk.left).toHaveLength(1);
  });

  it('is again what it was when the new attempt is refused', async () => {
    const desk = createDesk();
    const { id } = await lose(desk, never);
    desk.weather.purchase = { faults: ['429'] };
    const again = desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(2_000);
    expect(await again).toMatchObject({ failure: { kind: 'rate-limited' } });
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
    desk.restart();
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 2 });
  });

  it('of a withdrawal by phone needs its number again', async () => {
    const desk = createDesk();
    const sbp = { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' };
    const { id, needsInput } = await lose(desk, never, 'referral.withdrawSbp', { body: sbp });
    expect(needsInput).toBe(true);
    expect(await desk.purchases.retry({ id, attempts: 1 })).toMatchObject({ ok: false });
    expect(desk.left).toHaveLength(1);
  });

  it('of a withdrawal needs its numbers again, and the same sum', async () => {
    const desk = createDesk();
    const card = { amount: 1000, card_number: '4111111111111111' };
    const { id } = await lose(desk, never, 'referral.withdrawCard', { body: card });
    desk.weather.purchase = {};
    const wrong = [undefined, { body: { ...card, amount: 2000 } }];
    for (const input of wrong) {
      expect(await desk.purchases.retry({ id, attempts: 1, input })).toMatchObject({
        failure: { kind: 'invalid-input' },
      });
    }
    const again = desk.purchases.retry({ id, attempts: 1, input: { body: card } });
    await desk.pass(5_000);
    expect(await again).toMatchObject({ value: { started: true, entry: { state: 'done' } } });
  });
});
