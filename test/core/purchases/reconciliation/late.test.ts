import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { Entry } from '#core/purchases/entry.ts';
import { virtualStart } from '#test/simulator/virtual-time.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { body, createFixture, untilDecided } from '#test/core/purchases/context/fixture.ts';
import { afterwards, lose, never, notSeen } from '#test/core/purchases/context/lost-answers.ts';

const laptop = { body: { name: 'Laptop' } };

const hour = 3_600_000;

describe('after nothing was seen', () => {
  /** A renewal of which nothing was seen, and what is bought of the same balance after it. */
  async function renewalNotSeen() {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    const server = { server_id: fixture.service.serverId, days: 30 };
    void fixture.submit('cloudServers.renew', { body: server });
    await fixture.pass(30_000 + untilDecided);
    fixture.requestFaults.purchase = {};
    const buyServer = () =>
      fixture.buy('cloudServers.create', {
        body: { location_id: 3, tariff_config_id: 1, tariff_id: 21_101 },
      });
    const states = () =>
      fixture.purchases.list().entries.map(({ endpoint, state }) => [endpoint, state]);
    const both = [
      ['cloudServers.create', 'done'],
      ['cloudServers.renew', 'not-seen'],
    ];
    return { fixture, buyServer, states, both };
  }

  it('another of our own that was sent since is not taken for it, after a restart either', async () => {
    const { fixture, buyServer, states, both } = await renewalNotSeen();
    await buyServer();
    await fixture.pass(hour);
    expect(states()).toEqual(both);
    fixture.restart();
    await fixture.pass(hour);
    expect(states()).toEqual(both);
  });

  it('what appears is still shown when something of another balance was sent since', async () => {
    const fixture = await notSeen();
    await fixture.buy('apiKeys.create', laptop);
    await fixture.service.other('configs.create', body);
    await fixture.pass(hour);
    const { entries } = fixture.purchases.list();
    expect(entries.find(({ endpoint }) => endpoint === 'configs.create')?.state).toBe('unclear');
  });

  it('what appears after a restart is shown, and what appears after that', async () => {
    const fixture = await notSeen();
    fixture.restart();
    await fixture.service.other('configs.create', body);
    await fixture.pass(hour);
    expect(fixture.entry()).toMatchObject({ state: 'unclear', candidates: [{ days: 30 }] });
    fixture.restart();
    await fixture.service.other('configs.create', body);
    await fixture.pass(hour);
    expect(fixture.entry().candidates).toHaveLength(2);
  });

  it('nothing else is begun for it while something that may be it is shown', async () => {
    const fixture = await notSeen();
    await fixture.service.other('configs.create', body);
    await fixture.pass(hour);
    expect(fixture.entry().state).toBe('unclear');
    expect(await fixture.buy('configs.create', body)).toMatchObject({ value: { started: false } });
    expect(fixture.sent).toHaveLength(1);
  });

  it('a balance that fell without a trace is shown', async () => {
    const fixture = await notSeen();
    fixture.service.account.balance -= 199;
    await fixture.pass(hour);
    expect(fixture.entry()).toMatchObject({
      state: 'unclear',
      candidates: [],
      balance: { before: 6000, last: 5801 },
    });
  });

  it('is looked for a day, and no longer', async () => {
    const fixture = await notSeen();
    await fixture.pass(25 * hour);
    await fixture.service.other('configs.create', body);
    await fixture.pass(3 * hour);
    expect(fixture.entry().state).toBe('not-seen');
  });

  it('a look that comes back late no longer counts once it was sent again', async () => {
    const fixture = await notSeen();
    await fixture.service.other('configs.create', body);
    fixture.requestFaults.reads = { back: 15_000 };
    await fixture.pass(30_000);
    fixture.requestFaults.reads = {};
    // What appeared is shown at the first word; the second sends.
    for (const started of [false, true]) {
      expect(await fixture.retry()).toMatchObject({ value: { started } });
    }
    expect(fixture.entry().state).toBe('done');
    await fixture.pass(60_000);
    expect(fixture.entry().state).toBe('done');
  });

  it('a look that is on its way no longer counts once another of our own was sent', async () => {
    const { fixture, buyServer, states, both } = await renewalNotSeen();
    fixture.requestFaults.reads = { there: 15_000 };
    await fixture.pass(31_000);
    fixture.requestFaults.reads = {};
    await buyServer();
    await fixture.pass(60_000);
    expect(states()).toEqual(both);
  });

  it('what appears is read anew wherever it is shown', async () => {
    const stale: (readonly string[])[] = [];
    const fixture = createFixture({ makeStale: (ids) => stale.push(ids) });
    await lose(fixture, never);
    const before = stale.length;
    await fixture.service.other('configs.create', body);
    await fixture.pass(hour);
    expect(fixture.entry().state).toBe('unclear');
    expect(stale.slice(before)).toEqual([api['configs.create'].makesStale]);
  });

  it('keys that appear are still shown once one of several was removed', async () => {
    const fixture = await notSeen('apiKeys.create', laptop);
    for (let nth = 0; nth < 2; nth += 1) await fixture.service.other('apiKeys.create', laptop);
    await fixture.pass(hour);
    const { id, orphans } = fixture.entry();
    const removing = fixture.purchases.removeOrphan(id, orphans[0]?.id ?? 0);
    await fixture.pass(2_000);
    expect(await removing).toMatchObject({ value: { state: 'unclear', orphans: [orphans[1]] } });
    await fixture.service.other('apiKeys.create', laptop);
    await fixture.pass(hour);
    expect(fixture.entry().orphans).toHaveLength(2);
  });

  it('keys of its name that appear are shown, each of them', async () => {
    const fixture = await notSeen('apiKeys.create', laptop);
    for (const many of [1, 2]) {
      await fixture.service.other('apiKeys.create', laptop);
      await fixture.pass(hour);
      expect(fixture.entry().state).toBe('unclear');
      expect(fixture.entry().orphans).toHaveLength(many);
    }
    expect(await fixture.retry()).toMatchObject({
      value: { entry: { state: 'done', orphans: [] } },
    });
  });

  it('a key that another device replaces later is not looked at', async () => {
    const fixture = await notSeen('profile.resetSubscriptionLink', {});
    await fixture.service.other('profile.resetSubscriptionLink', {});
    await fixture.pass(hour);
    expect(fixture.entry().state).toBe('not-seen');
  });
});

describe('a verdict', () => {
  it('is reached by a look that began after the deadline, not by one that ended after it', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-after'] };
    void fixture.submit('configs.create', body);
    await fixture.pass(100);
    fixture.requestFaults.reads = { back: 13_000 };
    // Looks of thirteen seconds with growing pauses: one lasts from before the deadline until after it.
    await fixture.pass(57_000);
    await fixture.service.other('configs.create', body);
    await fixture.pass(120_000);
    expect(fixture.entry()).toMatchObject({ state: 'unclear' });
    expect(fixture.entry().candidates).toHaveLength(2);
  });

  it('stands when a look comes back that began before it', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = afterwards;
    void fixture.submit('configs.create', body);
    await fixture.pass(100);
    fixture.requestFaults.reads = { back: 13_000 };
    await fixture.pass(50_000);
    await fixture.service.other('configs.create', body);
    // The next look sees that, and lasts from before the deadline until after it.
    await fixture.pass(12_000);
    fixture.requestFaults.reads = {};
    // Another of its product has it looked for now.
    void fixture.submit('configs.create', body);
    await fixture.pass(1_000);
    const decided = fixture.entry();
    expect(decided).toMatchObject({ state: 'unclear', candidates: [{}, {}] });
    await fixture.pass(20_000);
    expect(fixture.entry()).toEqual(decided);
  });

  it('is reached right after the deadline, however long the looks before it took', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    void fixture.submit('configs.create', body);
    await fixture.pass(100);
    fixture.requestFaults.reads = { back: 1_000 };
    await fixture.pass(58_000);
    expect(fixture.entry().state).toBe('finding-out');
    await fixture.pass(5_000);
    expect(fixture.entry().state).toBe('not-seen');
  });

  it('is awaited without publishing anew what has not changed', async () => {
    const journals: PurchaseJournal[] = [];
    const fixture = createFixture({ onJournal: (journal) => journals.push(journal) });
    fixture.requestFaults.purchase = afterwards;
    void fixture.submit('configs.create', body);
    await fixture.pass(5_000);
    expect(fixture.entry()).toMatchObject({ state: 'finding-out', candidates: [{ days: 30 }] });
    const before = journals.length;
    await fixture.pass(50_000);
    expect(journals).toHaveLength(before);
  });

  it('weighs what happened between ten seconds before the request and thirty after its deadline', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    await fixture.buy('configs.create', body);
    const sealed = sealedOver(fixture.vault).read('purchases', fixture.entry().id, Entry);
    const sentAt = virtualStart / 1000;
    expect(sealed?.span).toEqual({ from: sentAt - 10, until: sentAt + 90 });
  });

  it('counts from when the request left, not from when it was prepared', async () => {
    const fixture = createFixture();
    const card = { body: { amount: 1000, card_number: '4111111111111111' } };
    await fixture.buy('referral.withdrawCard', card);
    fixture.purchases.dismiss(fixture.entry().id);
    // One a second, three seconds long: the second waits for the limit.
    void fixture.submit('referral.withdrawCard', card);
    await fixture.pass(5_000);
    const { id, changedAt } = fixture.entry();
    const sealed = sealedOver(fixture.vault).read('purchases', id, Entry);
    const sentAt = (changedAt - virtualStart) / 1000;
    expect(sentAt).toBeGreaterThanOrEqual(2.5);
    expect(Math.abs((sealed?.span.from ?? 0) - (virtualStart / 1000 + sentAt - 10))).toBeLessThan(
      0.5,
    );
  });

  it('is never “not seen” where what there was before is gone', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = never;
    await fixture.buy('configs.create', body);
    fixture.kill();
    sealedOver(fixture.vault).write([
      { purpose: 'purchase-baselines', name: fixture.entry().id, value: undefined },
    ]);
    fixture.restart();
    await fixture.pass(untilDecided);
    expect(fixture.entry().state).toBe('unclear');
  });
});
