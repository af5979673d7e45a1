import { describe, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { manualClock } from '#test/core/fakes.ts';
import type { DeviceOptions, Run } from './context/device.ts';
import {
  allowanceOf,
  body,
  createFixture,
  questionOf,
  raisePrices,
  recordsOf,
  untilDecided,
} from './context/fixture.ts';

const dayMs = 24 * 3_600_000;
const option = { body: { paid_option_id: 1, tariff_id: 31_101 } };

/** A device that may spend so many roubles a day without asking. */
function withAllowance(
  roubles: Parameters<Run['purchases']['allowance']['set']>[0],
  given: Partial<DeviceOptions> = {},
) {
  const questions: ConsentQuestion[] = [];
  const fixture = createFixture({
    ask(question) {
      questions.push(question);
      return Promise.resolve(ok(null));
    },
    ...given,
  });
  fixture.purchases.allowance.set(roubles);
  return { fixture, questions };
}

describe('what a purchase is counted as for the day', () => {
  it.each(['429', '403', '400'] as const)(
    'is nothing where the service refuses it: %s',
    async (fault) => {
      const { fixture, questions } = withAllowance(200);
      fixture.requestFaults.purchase = { faults: [fault] };
      expect(await fixture.buy('configs.create', body)).toMatchObject({ ok: false });
      fixture.requestFaults.purchase = {};
      await fixture.pass(60_000);
      await fixture.buy('configs.create', body);
      expect([questions.length, fixture.sent.length]).toEqual([0, 2]);
    },
  );

  it('is nothing where what there was before it could not be read', async () => {
    const { fixture, questions } = withAllowance(200);
    fixture.requestFaults.reads = { back: 500 };
    const bought = fixture.submit('configs.create', body);
    await fixture.pass(400);
    // The prices arrive, and nothing after them.
    fixture.requestFaults.reads = { offline: true };
    await fixture.pass(60_000);
    expect(await bought).toMatchObject({ ok: false });
    fixture.requestFaults.reads = {};
    await fixture.buy('configs.create', body);
    expect(questions).toEqual([]);
  });

  it('is nothing where the program died on a refusal that it had stored', async () => {
    let writesLeft = Infinity;
    const { fixture, questions } = withAllowance(200, {
      moment: (moment) => moment !== 'written' || (writesLeft -= 1) > 0,
    });
    fixture.requestFaults.purchase = { faults: ['403'] };
    // The prices, what is spent, the intent, and the answer.
    writesLeft = 4;
    void fixture.submit('configs.create', body).catch(String);
    await fixture.pass(2_000);
    writesLeft = Infinity;
    fixture.restart();
    expect(fixture.entry()).toMatchObject({ state: 'refused' });
    fixture.requestFaults.purchase = {};
    await fixture.buy('configs.create', body);
    expect([questions.length, fixture.sent.length]).toEqual([0, 2]);
  });

  it('is its price while it is not known whether it was carried out', async () => {
    const { fixture, questions } = withAllowance(200);
    fixture.requestFaults.purchase = { faults: ['500'] };
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'not-seen' });
    fixture.purchases.dismiss(fixture.entry().id);
    fixture.requestFaults.purchase = {};
    await fixture.buy('configs.create', body);
    expect(questions).toHaveLength(1);
  });
});

describe('while it is not known what a purchase took', () => {
  it('the next is asked about, until that is known', async () => {
    const { fixture, questions } = withAllowance(3000);
    await fixture.buyUnread('configs.create', body);
    fixture.requestFaults.purchase = {};
    fixture.requestFaults.reads = {};
    await fixture.buy('paidOptions.create', option);
    expect(questions).toHaveLength(1);
    await fixture.pass(60_000);
    await fixture.buy('paidOptions.create', option);
    expect(questions).toHaveLength(1);
  });

  it('the next is asked about after a restart too', async () => {
    const { fixture, questions } = withAllowance(3000);
    await fixture.buyUnread('configs.create', body);
    fixture.restart();
    await fixture.pass(1_000);
    fixture.requestFaults.purchase = {};
    fixture.requestFaults.reads = {};
    await fixture.buy('paidOptions.create', option);
    expect(questions).toHaveLength(1);
  });

  it('the next is asked about where the answer was lost and another amount was taken', async () => {
    let risen = false;
    const { fixture, questions } = withAllowance(3000, {
      onJournal({ entries }) {
        if (risen || entries[0]?.state !== 'sending') return;
        risen = true;
        raisePrices(fixture);
      },
    });
    fixture.requestFaults.purchase = { faults: ['drop-after'] };
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({ state: 'unclear' });
    fixture.requestFaults.purchase = {};
    fixture.service.account.pricing_rules.length = 0;
    await fixture.buy('paidOptions.create', option);
    expect(questions).toHaveLength(1);
  });

  it('the next is not asked about for a link that is not paid yet, which took nothing', async () => {
    const { fixture, questions } = withAllowance(3000);
    fixture.service.account.balance = 250;
    await fixture.buy('paidOptions.create', option);
    expect(fixture.entry()).toMatchObject({ state: 'waiting' });
    await fixture.buy('configs.create', body);
    expect(questions).toEqual([]);
  });
});

describe('a clock that is set back', () => {
  it.each([1, 30 * 365])(
    'gives nothing of the allowance back, and holds it for no more than a day: %s days',
    async (days) => {
      const clock = manualClock();
      const allowance = allowanceOf(clock);
      allowance.set(500);
      expect(await allowance.trySpend(questionOf(500), 'e')).toBe(true);
      clock.jump(-days * dayMs);
      expect(await allowance.trySpend(questionOf(1), 'e')).toBe(false);
      await clock.advance(dayMs - 1);
      expect(await allowance.trySpend(questionOf(1), 'e')).toBe(false);
      await clock.advance(1);
      expect(await allowance.trySpend(questionOf(500), 'e')).toBe(true);
    },
  );
});

describe('an older copy of the records', () => {
  it('has no allowance, so that it is not spent twice', () => {
    const vault = recordsOf(createMemoryVault());
    allowanceOf(manualClock(), { vault }).set(500);
    expect(allowanceOf(manualClock(), { vault, doubted: true }).roubles()).toBe(0);
    expect(allowanceOf(manualClock(), { vault }).roubles()).toBe(0);
  });

  it('could not be known as one, so nothing is spent without a question', async () => {
    let isSecure = false;
    const secure = () => Promise.resolve(isSecure);
    const allowance = allowanceOf(manualClock(), { secure });
    allowance.set(500);
    expect(await allowance.trySpend(questionOf(500), 'e')).toBe(false);
    isSecure = true;
    expect(await allowance.trySpend(questionOf(500), 'e')).toBe(true);
  });
});
