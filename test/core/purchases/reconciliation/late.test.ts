import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Entry } from '#core/purchases/entry.ts';
import { lateVerdict } from '#core/purchases/reconciliation/search.ts';
import { asBaseline } from '#core/purchases/reconciliation/view.ts';
import { wantedOf } from '#core/purchases/request/wanted.ts';
import { virtualStart } from '#test/simulator/virtual-time.ts';
import {
  body,
  config,
  createDesk,
  recordsOf,
  untilDecided,
} from '#test/core/purchases/context/desk.ts';
import { never, notSeen } from '#test/core/purchases/context/lost-answers.ts';

const laptop = { body: { name: 'Laptop' } };

const hour = 3_600_000;

describe('after nothing was seen', () => {
  it('another of our own that was sent since is not taken for it, after a restart either', async () => {
    const server = { server_id: 0, days: 30 };
    const desk = createDesk();
    desk.weather.purchase = never;
    server.server_id = desk.service.serverId;
    void desk.say('cloudServers.renew', { body: server });
    await desk.pass(30_000 + untilDecided);
    desk.weather.purchase = {};
    await desk.buy('cloudServers.create', {
      body: { location_id: 3, tariff_config_id: 1, tariff_id: 21_101 },
    });
    const renewal = () =>
      desk.purchases.list().entries.find(({ endpoint }) => endpoint === 'cloudServers.renew')
        ?.state;
    await desk.pass(hour);
    expect(renewal()).toBe('not-seen');
    desk.restart();
    await desk.pass(hour);
    expect(renewal()).toBe('not-seen');
  });

  it('what appears is still shown when something of another balance was sent since', async () => {
    const desk = await notSeen();
    await desk.buy('apiKeys.create', laptop);
    await desk.service.other('configs.create', body);
    await desk.pass(hour);
    const { entries } = desk.purchases.list();
    expect(entries.find(({ endpoint }) => endpoint === 'configs.create')?.state).toBe('unclear');
  });

  it('what appears after a restart is shown, and what appears after that', async () => {
    const desk = await notSeen();
    desk.restart();
    await desk.service.other('configs.create', body);
    await desk.pass(hour);
    expect(desk.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
    desk.restart();
    await desk.service.other('configs.create', body);
    await desk.pass(hour);
    expect(desk.entry().candidates).toHaveLength(2);
  });

  it('nothing else is begun for it while something that may be it is shown', async () => {
    const desk = await notSeen();
    await desk.service.other('configs.create', body);
    await desk.pass(hour);
    expect(desk.entry().state).toBe('unclear');
    expect(await desk.buy('configs.create', body)).toMatchObject({ value: { started: false } });
    expect(desk.left).toHaveLength(1);
  });

  it('a balance that fell without a trace is shown', async () => {
    const desk = await notSeen();
    desk.service.account.balance -= 199;
    await desk.pass(hour);
    expect(desk.entry()).toMatchObject({
      state: 'unclear',
      candidates: [],
      balance: { before: 6000, last: 5801 },
    });
  });

  it('is looked for a day, and no longer', async () => {
    const desk = await notSeen();
    await desk.pass(25 * hour);
    await desk.service.other('configs.create', body);
    await desk.pass(3 * hour);
    expect(desk.entry().state).toBe('not-seen');
  });

  it('a look that comes back late no longer counts once it was sent again', async () => {
    const desk = await notSeen();
    const { id } = desk.entry();
    await desk.service.other('configs.create', body);
    desk.weather.reads = { back: 15_000 };
    await desk.pass(30_000);
    desk.weather.reads = {};
    // What appeared is shown at the first word; the second sends.
    for (const started of [false, true]) {
      const word = desk.purchases.retry({ id, attempts: 1 });
      await desk.pass(1_000);
      expect(await word).toMatchObject({ value: { started } });
    }
    expect(desk.entry().state).toBe('done');
    await desk.pass(60_000);
    expect(desk.entry().state).toBe('done');
  });

  it('keys of its name that appear are shown, each of them', async () => {
    const desk = await notSeen('apiKeys.create', laptop);
    for (const many of [1, 2]) {
      await desk.service.other('apiKeys.create', laptop);
      await desk.pass(hour);
      expect(desk.entry().state).toBe('unclear');
      expect(desk.entry().orphans).toHaveLength(many);
    }
  });

  it('a key that another device replaces later is not looked at', async () => {
    const desk = await notSeen('profile.resetSubscriptionLink', {});
    await desk.service.other('profile.resetSubscriptionLink', {});
    await desk.pass(hour);
    expect(desk.entry().state).toBe('not-seen');
  });

  it('nothing is called ours, however well it fits', () => {
    const time = 1_800_000_000;
    const asked = { body: config };
    const wanted = wantedOf('configs.create', asked, [{ tariff: 10_101, days: 30, amount: 199 }]);
    const before = { time, balance: 6000, payments: [], things: [] };
    const payment = {
      id: 1,
      type: 'new_config',
      method: 'balance',
      amount: '199',
      days: 30,
      paid: true,
      asKey: false,
      createdAt: time + 1,
    };
    const facts = { location_id: 1, protocol: 'vless', server_id: 1 };
    const now = {
      ...before,
      payments: [payment],
      things: [{ key: '8', expiresAt: time + 2_592_000, facts }],
    };
    const span = { from: time, until: time + 90 };
    const entry = { row: 'configs.create', asked, wanted, span };
    expect(lateVerdict(entry as never, asBaseline(before), now)).toMatchObject({
      kind: 'unclear',
    });
  });
});

describe('a verdict', () => {
  it('is reached by a look that began after the deadline, not by one that ended after it', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['drop-after'] };
    void desk.say('configs.create', body);
    await desk.pass(100);
    desk.weather.reads = { back: 13_000 };
    // Looks of thirteen seconds with growing pauses: one lasts from before the deadline until after it.
    await desk.pass(57_000);
    await desk.service.other('configs.create', body);
    await desk.pass(120_000);
    expect(desk.entry()).toMatchObject({ state: 'unclear' });
    expect(desk.entry().candidates).toHaveLength(2);
  });

  it('weighs what happened between ten seconds before the request and thirty after its deadline', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    const sealed = recordsOf(desk.vault).read(
      'purchases',
      `entry ${desk.entry().id}`,
      z.custom<Entry>(),
    );
    const sentAt = virtualStart / 1000;
    expect(sealed?.span).toEqual({ from: sentAt - 10, until: sentAt + 90 });
  });

  it('is never “not seen” where what there was before is gone', async () => {
    const desk = createDesk();
    desk.weather.purchase = never;
    await desk.buy('configs.create', body);
    desk.kill();
    recordsOf(desk.vault).write([
      { purpose: 'purchases', name: `before ${desk.entry().id}`, value: undefined },
    ]);
    desk.restart();
    await desk.pass(untilDecided);
    expect(desk.entry().state).toBe('unclear');
  });
});
