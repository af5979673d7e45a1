import { describe, expect, it } from 'vitest';
import { body, config, createDesk, untilDecided } from '#test/core/purchases/context/desk.ts';
import { afterwards, never } from '#test/core/purchases/context/lost-answers.ts';

describe('another device', () => {
  it('that bought something else does not confuse it', async () => {
    const desk = createDesk();
    desk.weather.purchase = afterwards;
    await desk.buy('configs.create', body);
    const option = { paid_option_id: 1, tariff_id: 31_101 };
    await desk.service.other('paidOptions.create', { body: option });
    await desk.service.other('configs.create', { body: { ...config, tariff_id: 10_102 } });
    await desk.pass(untilDecided);
    // Two new configurations are alike: which is ours, the payment's days tell and the list cannot.
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
  });

  it('that bought the same leaves it to the person, with both to look at', async () => {
    const desk = createDesk();
    desk.weather.purchase = afterwards;
    await desk.buy('configs.create', body);
    await desk.service.other('configs.create', body);
    await desk.pass(untilDecided);
    const entry = desk.entry();
    expect(entry.state).toBe('unclear');
    expect(entry.candidates.map(({ id }) => id)).toEqual(
      desk.service.account.history.map(({ id }) => id),
    );
  });

  it('that bought the same elsewhere is not taken for us', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    await desk.service.other('configs.create', { body: { ...config, location_id: 2 } });
    await desk.pass(untilDecided);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ type: 'new_config' }] });
  });

  it('whose payment and whose thing are of two different purchases is not taken for us', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    void desk.say('configs.create', body);
    await desk.pass(1_000);
    const alike = { ...config, location_id: 2 };
    const other = { ...config, tariff_id: 10_102 };
    await desk.service.other('configs.create', { body: alike });
    await desk.service.other('configs.create', { body: other });
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });

  it('that opened the payment of a new server is not taken for our renewal of one', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    void desk.say('cloudServers.renew', { body: { server_id: desk.service.serverId, days: 30 } });
    await desk.pass(1_000);
    const bought = { location_id: 3, tariff_config_id: 1, tariff_id: 21_101, payment_method_id: 1 };
    await desk.service.other('cloudServers.create', { body: bought });
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });

  it('that paid for a like one by a link is not taken for us', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    await desk.service.other('configs.create', { body: { ...config, payment_method_id: 1 } });
    desk.service.payLast();
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });
});
