import { describe, expect, it } from 'vitest';
import { body, config, createFixture, untilDecided } from '#test/core/purchases/context/fixture.ts';
import { afterwards, never } from '#test/core/purchases/context/lost-answers.ts';

describe('another device', () => {
  it('that bought something else does not confuse it', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = afterwards;
    await fixture.buy('configs.create', body);
    const option = { paid_option_id: 1, tariff_id: 31_101 };
    await fixture.service.other('paidOptions.create', { body: option });
    await fixture.service.other('configs.create', { body: { ...config, tariff_id: 10_102 } });
    await fixture.pass(untilDecided);
    // Two new configurations are alike: which is ours, the payment's days tell and the list cannot.
    expect(fixture.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
  });

  it('that bought the same leaves it to the user, with both to look at', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = afterwards;
    await fixture.buy('configs.create', body);
    await fixture.service.other('configs.create', body);
    await fixture.pass(untilDecided);
    const entry = fixture.entry();
    expect(entry.state).toBe('unclear');
    expect(entry.candidates.map(({ id }) => id)).toEqual(
      fixture.service.account.history.map(({ id }) => id),
    );
  });

  it('that bought the same elsewhere is not taken for us', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    await fixture.buy('configs.create', body);
    await fixture.service.other('configs.create', { body: { ...config, location_id: 2 } });
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({
      state: 'unclear',
      candidates: [{ type: 'new_config' }],
    });
  });

  it('whose payment and whose resource are of two different purchases is not taken for us', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    void fixture.submit('configs.create', body);
    await fixture.pass(1_000);
    const alike = { ...config, location_id: 2 };
    const other = { ...config, tariff_id: 10_102 };
    await fixture.service.other('configs.create', { body: alike });
    await fixture.service.other('configs.create', { body: other });
    await fixture.pass(untilDecided);
    expect(fixture.entry().state).toBe('unclear');
  });

  it('that opened the payment of a new server is not taken for our renewal of one', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    void fixture.submit('cloudServers.renew', {
      body: { server_id: fixture.service.serverId, days: 30 },
    });
    await fixture.pass(1_000);
    const bought = { location_id: 3, tariff_config_id: 1, tariff_id: 21_101, payment_method_id: 1 };
    await fixture.service.other('cloudServers.create', { body: bought });
    await fixture.pass(untilDecided);
    expect(fixture.entry().state).toBe('unclear');
  });

  it('that paid for a like one by a link is not taken for us', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    await fixture.buy('configs.create', body);
    await fixture.service.other('configs.create', { body: { ...config, payment_method_id: 1 } });
    fixture.service.payLast();
    await fixture.pass(untilDecided);
    expect(fixture.entry().state).toBe('unclear');
  });
});
