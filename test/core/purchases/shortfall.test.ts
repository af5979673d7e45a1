import { describe, expect, it } from 'vitest';
import { endpointQuestion } from '#core/purchases/consent/endpoint-question.ts';
import { createBatchFixture } from '#test/core/batches/fixture.ts';

const day = 86_400;
const month = { days: 30 };
const first = { kind: 'config', title: '' };

/** Both configurations renew themselves within a week, for 199 roubles each, and the server does not. */
async function createRenewing(balance: number) {
  const fixture = createBatchFixture();
  const { account } = fixture.service;
  const now = Math.floor(fixture.clock.now() / 1000);
  for (const [n, config] of account.configs.entries()) {
    const expires_at = now + (n === 0 ? 3 : 5) * day;
    Object.assign(config, { expires_at, auto_renewal: true, auto_renewal_days: 30 });
  }
  account.balance = balance;
  // The prices are read.
  await fixture.plan({ action: 'renew', keys: fixture.keys(), ...month });
  return { ...fixture, firstAt: now + 3 * day, secondAt: now + 5 * day };
}

const option = { body: { paid_option_id: 1, tariff_id: 31_101 } };

describe('a question before the balance pays', () => {
  it('says of a purchase which renewals are not paid afterwards, and from when', async () => {
    const short = await createRenewing(299 + 198);
    await short.buy('paidOptions.create', option);
    const shortfall = { at: short.firstAt, count: 2, roubles: 398 };
    expect(short.questions).toMatchObject([{ kind: 'purchase', balance: 497, shortfall }]);
    const enough = await createRenewing(299 + 398);
    await enough.buy('paidOptions.create', option);
    expect(enough.questions[0]).not.toHaveProperty('shortfall');
  });

  it('says nothing of what was not paid without it either', async () => {
    const fixture = await createRenewing(299 + 1);
    await fixture.buy('paidOptions.create', option);
    expect(fixture.questions).toMatchObject([{ shortfall: { at: fixture.firstAt, count: 1 } }]);
    fixture.service.account.balance = 199 + 198;
    const path = { config_id: fixture.service.configId };
    await fixture.buy('configs.renew', { path, body: { tariff_id: 10_101 } });
    expect(fixture.questions[1]).not.toHaveProperty('shortfall');
  });

  it('counts what is renewed as paid, alone and in a batch', async () => {
    const fixture = await createRenewing(549 + 198);
    const { service, questions } = fixture;
    const path = { config_id: service.configId };
    await fixture.buy('configs.renew', { path, body: { tariff_id: 10_102 } });
    const shortfall = { at: fixture.secondAt, count: 1, roubles: 199 };
    expect(questions).toMatchObject([{ action: 'renew', shortfall }]);
    const [config] = service.account.configs;
    Object.assign(config ?? {}, { expires_at: fixture.firstAt });
    service.account.balance = 549 + 198;
    const keys = [`config:${String(service.configId)}`];
    await fixture.run({ action: 'renew', keys, days: 90 });
    expect(questions[1]).toMatchObject({ kind: 'batch', shortfall });
  });

  it('counts what is to renew itself from then on in a batch', async () => {
    const fixture = await createRenewing(199);
    const { service, questions, secondAt } = fixture;
    const [, other] = service.account.configs;
    Object.assign(other ?? {}, { auto_renewal: false });
    const key = `config:${String(other?.id)}`;
    const settings = [{ key, enabled: true, ...month }];
    await fixture.run({ action: 'auto-renewal', settings });
    expect(questions).toMatchObject([{ shortfall: { at: secondAt, count: 1, roubles: 199 } }]);
  });

  it.each([
    [198, { at: expect.closeTo(50, 1) as number, first, count: 1, roubles: 199 }],
    [199, undefined],
  ])(
    'counts at once what has expired and is to renew itself: of %i roubles',
    (balance, shortfall) => {
      const tariffs = [{ days: 30, price: 199 }];
      const read: Readonly<Record<string, unknown>> = {
        'profile.get': { balance },
        'configs.tariffs': [{ id: 1, currency: 'RUB', tariffs }],
      };
      const record = { key: 'config:1', source: 'config', title: '', expiresAt: 20 };
      const sources = {
        readCache: { cached: (id: string) => read[id] && { value: read[id], fetchedAt: 50_000 } },
        connections: { record: () => record, records: () => [record] },
      };
      const input = { path: { config_id: 1 }, body: { enabled: true, days: 30 } };
      const question = endpointQuestion('configs.setAutoRenewal', input, sources as never);
      expect(question).toMatchObject({ kind: 'auto-renewal', days: 30 });
      expect(question && 'shortfall' in question ? question.shortfall : undefined).toEqual(
        shortfall,
      );
    },
  );
});
