import { describe, expect, it } from 'vitest';
import { body, untilDecided } from '#test/core/purchases/context/desk.ts';
import { never, notSeen } from '#test/core/purchases/context/lost-answers.ts';

const hour = 3_600_000;

describe('the word to send it again', () => {
  it('waits while another of the same balance is under way', async () => {
    const desk = await notSeen();
    const { id } = desk.entry();
    desk.weather.purchase = never;
    await desk.buy('paidOptions.create', { body: { paid_option_id: 1, tariff_id: 31_101 } });
    expect(await desk.purchases.retry({ id, attempts: 1 })).toMatchObject({
      value: { started: false, entry: { row: 'paidOptions.create', state: 'finding-out' } },
    });
    expect(desk.left).toHaveLength(2);
  });

  it('sends nothing when nothing can be read first', async () => {
    const desk = await notSeen();
    const { id } = desk.entry();
    desk.weather.reads = { offline: true };
    const word = desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(1_000);
    expect(await word).toMatchObject({ failure: { kind: 'offline' } });
    expect(desk.entry()).toMatchObject({ state: 'not-seen', attempts: 1 });
    expect(desk.left).toHaveLength(1);
  });

  it('ends the search for the first: what appears meanwhile is judged with the second', async () => {
    const desk = await notSeen();
    const { id } = desk.entry();
    desk.weather.purchase = { there: 19_000 };
    await desk.pass(15_000);
    const word = desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(1_000);
    await desk.service.other('configs.create', body);
    await desk.pass(14_000);
    expect(desk.entry()).toMatchObject({ state: 'sending', candidates: [] });
    await desk.pass(10_000);
    expect(await word).toMatchObject({ value: { entry: { state: 'done' } } });
  });

  it('that was refused changed nothing: what appeared meanwhile is still found', async () => {
    const desk = await notSeen();
    const { id } = desk.entry();
    desk.weather.purchase = { faults: ['429'] };
    desk.weather.reads = { there: 2_000 };
    const word = desk.purchases.retry({ id, attempts: 1 });
    // After it was looked whether anything appeared, and before what there is then was read.
    await desk.pass(3_000);
    await desk.service.other('configs.create', body);
    await desk.pass(5_000);
    expect(await word).toMatchObject({ failure: { kind: 'rate-limited' } });
    desk.weather.reads = {};
    await desk.pass(hour);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
  });

  it('begins a new search, whatever was sent between', async () => {
    const desk = await notSeen();
    const { id } = desk.entry();
    await desk.buy('paidOptions.create', { body: { paid_option_id: 1, tariff_id: 31_101 } });
    desk.weather.purchase = never;
    void desk.purchases.retry({ id, attempts: 1 });
    await desk.pass(30_000 + untilDecided);
    const state = () => desk.purchases.list().entries.find((entry) => entry.id === id)?.state;
    expect(state()).toBe('not-seen');
    await desk.service.other('configs.create', body);
    await desk.pass(hour);
    expect(state()).toBe('unclear');
  });
});
