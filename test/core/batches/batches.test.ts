import { describe, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { BatchChange } from '#contract/ipc/batches.ts';
import { runs } from '#test/simulator/deep.ts';
import { planDevices } from '#core/batches/plan-changes.ts';
import { connectionsOf, createBatchFixture, statesOf, valueOf } from './fixture.ts';

const month = 30;
const ofAccount = { kind: 'account', id: null } as const;

/** Until when each of the account's configurations runs, by its key. */
function expiries({ service }: ReturnType<typeof createBatchFixture>) {
  return Object.fromEntries(
    service.account.configs.map(({ id, expires_at }) => [`config:${String(id)}`, expires_at]),
  );
}

describe('a batch of renewals', () => {
  it('asks once for all of them, and buys each once at the price that was shown', async () => {
    const fixture = createBatchFixture();
    const keys = [...fixture.keys(), ...fixture.serverKeys()];
    const before = fixture.service.account.balance;
    const plan = await fixture.plan({ action: 'renew', keys, days: month });
    expect(plan.count).toBe(3);
    expect(plan.items.map(({ problem }) => problem)).toEqual([null, null, null, 'with-other']);
    expect(plan.balance).toBe(before);
    const sum = plan.items.reduce(
      (all, { price, problem }) => all + (problem ? 0 : (price?.amount ?? NaN)),
      0,
    );
    expect(plan.sum).toEqual({ amount: sum, currency: 'RUB' });

    const batch = await fixture.run({ action: 'renew', keys, days: month });

    expect(statesOf(batch)).toEqual(['done', 'done', 'done', 'left-out']);
    expect(fixture.questions).toMatchObject([
      {
        kind: 'batch',
        action: 'renew',
        count: 3,
        sum: plan.sum,
        days: [month, month],
        balance: before,
      },
    ]);
    expect(fixture.service.carriedOut).toHaveLength(3);
    expect(fixture.service.account.balance).toBe(before - sum);
    expect(batch.items.slice(0, 2)).toMatchObject(
      fixture.keys().map((key) => ({ expiresAt: expiries(fixture)[key] })),
    );
    expect(batch.summary).toMatchObject({ running: false, stopped: null, charged: sum });
    expect(fixture.purchases.list().entries).toHaveLength(3);
  });

  it('says which of them do not work from here, before anything is paid', async () => {
    const account = () => fixture.service.account;
    const check = () => ({ result: { outcome: 'refused' }, at: fixture.clock.now() });
    const fixture = createBatchFixture({
      connections: {
        record: (key) => connectionsOf({ account: account() }).record(key),
        records: () => [],
        row: (key) =>
          key === fixture.keys()[1]
            ? ({ state: { state: 'online' }, check: check() } as never)
            : undefined,
        retitle: () => undefined,
      },
    });
    const keys = fixture.keys();
    const plan = await fixture.plan({ action: 'renew', keys, days: month });
    expect(plan.items.map(({ fails }) => fails)).toEqual([undefined, true]);
    await fixture.run({ action: 'renew', keys, days: month });
    const names = [account().configs[1]?.title ?? ''];
    expect(fixture.questions).toMatchObject([{ count: 2, failing: { count: 1, names } }]);
  });

  it('sends nothing where the user refuses', async () => {
    const fixture = createBatchFixture();
    fixture.user.agrees = false;
    const answer = await fixture.start({ action: 'renew', keys: fixture.keys(), days: month });
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'declined' } });
    await fixture.pass(60_000);
    expect(fixture.sent).toEqual([]);
    expect(fixture.batches.list().batches).toEqual([]);
  });

  it('renews the things that were shown, also where the lists have others in their places by then', async () => {
    const fixture = createBatchFixture();
    const { account } = fixture.service;
    const [first, second] = account.configs;
    if (!first || !second) throw new Error('two configurations are needed');
    const before = expiries(fixture);
    fixture.requestFaults.purchase = { there: 4_000 };
    valueOf(
      await fixture.start({ action: 'renew', keys: [`config:${String(second.id)}`], days: month }),
    );
    // Another device adds one at the top and turns the list around, while this one is buying.
    await fixture.service.between(() => {
      account.configs.unshift({ ...first, id: 9_999, title: second.title });
      account.configs.reverse();
    });
    await fixture.pass(600_000);
    expect(statesOf(fixture.newest())).toEqual(['done']);
    const now = expiries(fixture);
    expect(now[`config:${String(second.id)}`]).toBeGreaterThan(
      before[`config:${String(second.id)}`] ?? 0,
    );
    expect(now[`config:${String(first.id)}`]).toBe(before[`config:${String(first.id)}`]);
    expect(now['config:9999']).toBe(first.expires_at);
  });

  it('reads the balance for the question: a top-up elsewhere counts, and so does what was spent', async () => {
    const fixture = createBatchFixture();
    const request = { action: 'renew', keys: fixture.keys(), days: month } as const;
    fixture.service.account.balance = 0;
    const poor = await fixture.plan(request);
    expect(poor.balance).toBe(0);
    const shown = { count: poor.count, sum: poor.sum };
    expect(await fixture.after(fixture.batches.start(request, shown), 50)).toMatchObject({
      ok: false,
      failure: { kind: 'unsent', reason: 'insufficient' },
    });
    expect(fixture.questions).toEqual([]);

    fixture.service.account.balance = poor.sum?.amount ?? 0;
    valueOf(await fixture.after(fixture.batches.start(request, shown), 50));
    await fixture.pass(600_000);
    expect(statesOf(fixture.newest())).toEqual(['done', 'done']);
    expect(fixture.service.account.balance).toBe(0);
  });

  it('asks nobody where prices changed since they were shown', async () => {
    const fixture = createBatchFixture();
    const request = { action: 'renew', keys: fixture.keys(), days: month } as const;
    const { count, sum } = await fixture.plan(request);
    fixture.service.account.pricing_rules = [
      { type: 'all', product_title: 'Everything', percent: 50, comment: null },
    ];
    const answer = await fixture.after(fixture.batches.start(request, { count, sum }), 50);
    expect(answer).toMatchObject({
      ok: false,
      failure: { reason: 'price-changed', prices: { shown: sum } },
    });
    expect(fixture.questions).toEqual([]);
  });

  it('stops where a price rises between two of them, and leaves the rest as it is', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { there: 4_000 };
    valueOf(await fixture.start({ action: 'renew', keys: fixture.keys(), days: month }));
    fixture.service.account.pricing_rules = [
      { type: 'all', product_title: 'Everything', percent: 50, comment: null },
    ];
    await fixture.pass(600_000);
    const { summary, items } = fixture.newest();
    expect(items.map(({ state }) => state)).toContain('pending');
    expect(['failure', 'charged-more']).toContain(summary.stopped);
    expect(fixture.service.carriedOut.length).toBeLessThan(2);
  });

  it.each([
    ['at the question', 'asked', 0],
    ['between two of them', 'sent', 1],
  ] as const)(
    'renews nothing for other days than were agreed to, at the price of these: %s',
    async (_, moment, carriedOut) => {
      let isOther = false;
      const fixture = createBatchFixture({
        ask: () => {
          isOther ||= moment === 'asked';
          return Promise.resolve(ok(null));
        },
        requestFaults: (_request, isPurchase) => {
          isOther ||= isPurchase;
          return {};
        },
        service: {
          endpointOf: (request) => fixture.service.endpointOf(request),
          async answer(request, ...more) {
            const answer = await fixture.service.answer(request, ...more);
            if (!isOther || !request.url.endsWith('/configs/tariffs')) return answer;
            const text = Buffer.from(answer.body).toString();
            return { ...answer, body: Buffer.from(text.replaceAll('"days":30,', '"days":29,')) };
          },
        },
      });
      await fixture.start({ action: 'renew', keys: fixture.keys(), days: month });
      await fixture.pass(600_000);
      expect(isOther).toBe(true);
      expect(fixture.service.carriedOut).toHaveLength(carriedOut);
    },
  );

  it('waits for the outcome of a purchase whose answer was lost, and never sends it again', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { faults: ['drop-after'] };
    const keys = fixture.keys();
    valueOf(await fixture.start({ action: 'renew', keys, days: month }));
    await fixture.pass(10_000);
    expect(statesOf(fixture.newest())).toEqual(['finding-out', 'pending']);
    expect(fixture.newest().summary.over).toBe(0);
    fixture.requestFaults.purchase = {};
    await fixture.pass(600_000);
    expect(statesOf(fixture.newest())).toEqual(['done', 'done']);
    expect(fixture.service.carriedOut).toHaveLength(2);
    expect(fixture.sentPurchases.map(({ path }) => path)).toEqual(
      keys.map((key) => `/configs/renewal/${key.slice('config:'.length)}`),
    );
  });

  it('stops where a purchase was not seen to happen, and buys nothing more', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    valueOf(await fixture.start({ action: 'renew', keys: fixture.keys(), days: month }));
    fixture.requestFaults.purchase = {};
    await fixture.pass(1_800_000);
    expect(statesOf(fixture.newest())).toEqual(['open', 'pending']);
    expect(fixture.newest().summary).toMatchObject({ running: false, stopped: 'undecided' });
    expect(fixture.sentPurchases).toHaveLength(1);
    expect(fixture.service.carriedOut).toEqual([]);
  });

  it('fails and stops where the service wants a payment by a link, for nothing was spent', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { there: 30_000 };
    await fixture.start({ action: 'renew', keys: fixture.keys(), days: month });
    // Before the request arrives.
    fixture.service.account.balance = 0;
    await fixture.pass(600_000);
    const { summary, items } = fixture.newest();
    expect(items).toMatchObject([
      { state: 'failed', failure: null, charged: null },
      { state: 'pending' },
    ]);
    expect(summary).toMatchObject({ failed: 1, charged: 0, stopped: 'failure' });
  });

  it('waits out a refusal for the limits', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { faults: ['429'] };
    valueOf(await fixture.start({ action: 'renew', keys: fixture.keys(), days: month }));
    expect(fixture.newest().summary).toMatchObject({ over: 0, running: true });
    fixture.requestFaults.purchase = {};
    await fixture.pass(600_000);
    expect(statesOf(fixture.newest())).toEqual(['done', 'done']);
    expect(fixture.service.carriedOut.filter(({ status }) => status < 300)).toHaveLength(2);
  });

  it('counts what is over, and how long the rest takes from that', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { there: 4_000 };
    valueOf(await fixture.start({ action: 'renew', keys: fixture.keys(), days: month }));
    expect(fixture.newest().summary).toMatchObject({ over: 0, total: 2 });
    for (let n = 0; n < 300 && fixture.newest().summary.over === 0; n += 1) await fixture.pass(100);
    const { over, left } = fixture.newest().summary;
    expect(over).toBe(1);
    // The first took four seconds for the purchase alone.
    expect(left).toBeGreaterThanOrEqual(4_000);
    expect(left).toBeLessThan(10_000);
    await fixture.pass(600_000);
    expect(fixture.newest().summary).toMatchObject({ over: 2, running: false });
  });

  it('says before it begins how long the limits make it last, keeps to that, and stops between two at once', async () => {
    const fixture = createBatchFixture();
    const { configs } = fixture.service.account;
    const [first] = configs;
    if (!first) throw new Error('no configuration');
    for (let id = 500; configs.length < 80; id += 1) configs.push({ ...first, id });
    const titles = fixture.keys().map((key, n) => ({ key, title: `Number ${String(n)}` }));
    const { lasts } = await fixture.plan({ action: 'rename', titles });
    expect(lasts).toBeGreaterThan(80_000);
    const { id } = valueOf(await fixture.start({ action: 'rename', titles }));
    const lasting: number[] = [];
    for (let passed = 0; passed < 70_000; passed += 10_000) {
      lasting.push(passed + (fixture.newest().summary.left ?? 0));
      await fixture.pass(10_000);
    }
    for (const ms of lasting) expect(Math.abs(ms - lasts) / lasts).toBeLessThan(0.25);
    const { over } = fixture.newest().summary;
    valueOf(fixture.batches.stop(id));
    await fixture.pass(50);
    expect(fixture.newest().summary).toMatchObject({ running: false, stopped: 'user', over });
    expect(new Set(statesOf(fixture.newest()))).toEqual(new Set(['done', 'pending']));
  });

  it('says how long purchases still last, with what they wait for the limits counted once', async () => {
    const fixture = createBatchFixture();
    const { account } = fixture.service;
    const [first] = account.configs;
    if (!first) throw new Error('no configuration');
    for (let id = 500; account.configs.length < 20; id += 1) account.configs.push({ ...first, id });
    account.balance = 100_000;
    const request = { action: 'renew', keys: fixture.keys(), days: month } as const;
    const few = await fixture.plan({ ...request, keys: request.keys.slice(0, 3) });
    expect(few.lasts).toBeLessThan(5_000);
    const { lasts } = await fixture.plan(request);
    valueOf(await fixture.start(request));
    const left = [lasts];
    while (fixture.newest().summary.running) {
      left.push(fixture.newest().summary.left ?? NaN);
      await fixture.pass(1_000);
    }
    for (const [passed, ms] of left.entries())
      expect(Math.abs(passed * 1_000 + ms - left.length * 1_000)).toBeLessThan(left.length * 400);
  });

  it('ends after the current one when it is stopped, and the rest can be begun again', async () => {
    const fixture = createBatchFixture();
    fixture.requestFaults.purchase = { there: 4_000 };
    const { id } = valueOf(
      await fixture.start({ action: 'renew', keys: fixture.keys(), days: month }),
    );
    valueOf(fixture.batches.stop(id));
    await fixture.pass(600_000);
    expect(statesOf(fixture.newest())).toEqual(['done', 'pending']);
    expect(fixture.newest().summary).toMatchObject({ running: false, stopped: 'user', rest: 1 });

    const rest = await fixture.run({ action: 'rest', batch: id });
    expect(statesOf(rest)).toEqual(['done']);
    expect(statesOf(valueOf(fixture.batches.get(id)))).toEqual(['done', 'taken']);
    expect(fixture.service.carriedOut).toHaveLength(2);
    expect(fixture.questions).toHaveLength(2);
    expect(await fixture.after(fixture.batches.plan({ action: 'rest', batch: id }))).toMatchObject({
      ok: false,
    });
  });

  it('sends nothing once the account is closed', async () => {
    const fixture = createBatchFixture();
    valueOf(await fixture.start({ action: 'renew', keys: fixture.keys(), days: month }));
    fixture.batches.close();
    const before = fixture.sent.length;
    await fixture.pass(600_000);
    expect(fixture.sent.length).toBeLessThanOrEqual(before + 1);
    fixture.restart();
    await fixture.pass(100_000);
    expect(fixture.newest().summary).toMatchObject({ running: false, stopped: 'interrupted' });
  });

  it('leaves out what is not over and what is gone', async () => {
    const fixture = createBatchFixture();
    const [config] = fixture.service.account.configs;
    const input = {
      path: { config_id: config?.id },
      body: { tariff_id: 10_101, payment_method_id: 1 },
    };
    await fixture.buy('configs.renew', input);
    const keys = [...fixture.keys(), 'config:77'];
    const plan = await fixture.plan({ action: 'renew', keys, days: month });
    expect(plan.items.map(({ problem }) => problem)).toEqual(['not-over', null, 'gone']);
  });
});

describe('a batch that is killed', () => {
  it('has lost and doubled nothing, at whatever write, request or answer that was', async () => {
    // Every moment in the deep run, some of them in every other.
    const stride = runs(1, 2) === 1 ? 7 : 1;
    let kills = 0;
    for (let moment = 1; ; moment += stride) {
      let left = Infinity;
      const fixture = createBatchFixture({
        moment: () => (left -= 1) > 0,
      });
      const keys = [...fixture.keys(), ...fixture.serverKeys().slice(0, 1)];
      const before = expiries(fixture);
      const { count, sum } = await fixture.plan({ action: 'renew', keys, days: month });
      left = moment;
      void fixture.batches
        .start({ action: 'renew', keys, days: month }, { count, sum })
        .catch(() => undefined);
      await fixture.pass(300_000);
      const survived = left > 0;
      left = Infinity;
      fixture.restart();
      await fixture.pass(200_000);
      const [killed] = fixture.batches.list().batches;
      if (killed) {
        const { items } = fixture.newest();
        const done = items.filter(({ state }) => state === 'done').length;
        // Before anything else is begun, the record says what happened and what did not.
        expect([moment, done]).toEqual([moment, fixture.service.carriedOut.length]);
        // What was to be sent at that very moment and was not is the user's to send again.
        for (const { id, attempts, state } of fixture.purchases.list().entries) {
          if (state === 'not-seen') {
            valueOf(await fixture.after(fixture.purchases.retry({ id, attempts })));
          }
        }
        expect(statesOf(fixture.newest())).not.toContain('open');
        if (killed.rest > 0) await fixture.run({ action: 'rest', batch: killed.id });
      } else {
        expect(fixture.service.carriedOut).toEqual([]);
        await fixture.run({ action: 'renew', keys, days: month });
      }
      const days = Object.entries(expiries(fixture)).map(
        ([key, at]) => (at - (before[key] ?? 0)) / 86_400,
      );
      expect([moment, ...days]).toEqual([moment, month, month]);
      expect([moment, fixture.service.carriedOut.length]).toEqual([moment, 3]);
      if (survived) break;
      kills += 1;
    }
    expect(kills * stride).toBeGreaterThan(40);
  });
});

describe('a batch of other changes', () => {
  it('keeps the period of what had one, and gives the others the one that was chosen', async () => {
    const fixture = createBatchFixture();
    const [first, second] = fixture.service.account.configs;
    if (!first || !second) throw new Error('two configurations are needed');
    Object.assign(first, { auto_renewal: false, auto_renewal_days: 180 });
    const settings = fixture.keys().map((key) => ({ key, enabled: true, days: month }));
    const plan = await fixture.plan({ action: 'auto-renewal', settings });
    expect(plan.items.map(({ days }) => days)).toEqual([180, month]);
    const batch = await fixture.run({ action: 'auto-renewal', settings });
    expect(statesOf(batch)).toEqual(['done', 'done']);
    expect([first, second]).toMatchObject([
      { auto_renewal: true, auto_renewal_days: 180 },
      { auto_renewal: true, auto_renewal_days: month },
    ]);
    const amount = plan.items.reduce((sum, { price }) => sum + (price?.amount ?? NaN), 0);
    expect(fixture.questions).toMatchObject([
      { action: 'auto-renewal', count: 2, days: [month, 180], sum: { amount, currency: 'RUB' } },
    ]);
  });

  it('puts auto-renewal back with the period that it had', async () => {
    const fixture = createBatchFixture();
    const [first] = fixture.service.account.configs;
    if (!first) throw new Error('a configuration is needed');
    Object.assign(first, { auto_renewal: true, auto_renewal_days: 90 });
    const settings = fixture.keys().map((key) => ({ key, enabled: false }));
    const batch = await fixture.run({ action: 'auto-renewal', settings });
    expect(statesOf(batch)).toEqual(['done', 'left-out']);
    expect(fixture.questions).toEqual([]);
    const undo = { action: 'undo', batch: batch.summary.id } as const;
    expect(statesOf(await fixture.run(undo))).toEqual(['done']);
    expect(first).toMatchObject({ auto_renewal: true, auto_renewal_days: 90 });
    expect(fixture.questions).toHaveLength(1);
    expect(fixture.newest().summary.undoes).toBe(true);
    expect(valueOf(fixture.batches.get(batch.summary.id)).summary.undoable).toBe(0);
  });

  it('renames within the rules of each, and puts the titles back', async () => {
    const fixture = createBatchFixture();
    const { configs } = fixture.service.account;
    const [first] = configs;
    if (first) first.title = '  ';
    const [one, other] = fixture.keys();
    if (one === undefined || other === undefined) throw new Error('two are needed');
    const titles = [
      { key: one, title: 'Berlin 1' },
      { key: other, title: 'x'.repeat(65) },
      { key: 'config:77', title: 'Gone' },
    ];
    const plan = await fixture.plan({ action: 'rename', titles });
    expect(plan.items.map(({ problem }) => problem)).toEqual([null, 'title-long', 'gone']);
    const batch = await fixture.run({ action: 'rename', titles });
    expect(configs.map(({ title }) => title)).toEqual(['Berlin 1', null]);
    expect(fixture.questions).toEqual([]);
    await fixture.run({ action: 'undo', batch: batch.summary.id });
    expect(configs.map(({ title }) => title)).toEqual(['  ', null]);
  });

  it('leaves out a title that it could not put back, and says why a title stays', async () => {
    const fixture = createBatchFixture();
    const { configs } = fixture.service.account;
    const [first] = configs;
    if (first) first.title = 'x'.repeat(65);
    const problemsOf = async (...titles: (string | null | undefined)[]) => {
      const items = fixture
        .keys()
        .map((key, at) => ({ key, ...(titles[at] !== undefined && { title: titles[at] }) }));
      const plan = await fixture.plan({ action: 'rename', titles: items });
      return plan.items.map(({ problem }) => problem);
    };
    expect(await problemsOf('Berlin 1', 'Berlin 2')).toEqual(['title-final', null]);
    expect(await problemsOf(null, null)).toEqual(['title-final', 'unchanged']);
    expect(await problemsOf(undefined, undefined)).toEqual(['place-unknown', 'place-unknown']);
  });

  it('counts for undo only what can be put back now', async () => {
    const fixture = createBatchFixture();
    const [first] = fixture.service.account.configs;
    if (!first) throw new Error('one is needed');
    const titles = fixture.keys().map((key, at) => ({ key, title: `Home ${String(at + 1)}` }));
    const batch = await fixture.run({ action: 'rename', titles });
    expect(batch.summary.undoable).toBe(2);
    first.title = null;
    expect(valueOf(fixture.batches.get(batch.summary.id)).summary.undoable).toBe(1);
  });

  it('is new until the user saw how it ended, also after a restart', async () => {
    const fixture = createBatchFixture();
    const titles = fixture.keys().map((key) => ({ key, title: 'Home' }));
    const { summary } = await fixture.run({ action: 'rename', titles });
    expect(summary.seen).toBe(false);
    fixture.restart();
    expect(fixture.newest().summary.seen).toBe(false);
    fixture.batches.see(summary.id);
    fixture.restart();
    expect(fixture.newest().summary.seen).toBe(true);
  });

  it('tries those again that failed, and no others', async () => {
    let fails = true;
    const fixture = createBatchFixture({
      requestFaults: (request) =>
        fails && request.method === 'PATCH' && request.url.endsWith(String(second))
          ? { faults: ['500'] }
          : {},
    });
    const second = fixture.service.account.configs[1]?.id ?? 0;
    const titles = fixture.keys().map((key, at) => ({ key, title: `Home ${String(at + 1)}` }));
    const batch = await fixture.run({ action: 'rename', titles });
    expect(statesOf(batch)).toEqual(['done', 'unknown']);
    expect(batch.summary).toMatchObject({ failed: 1, stopped: null });
    fails = false;
    const again = await fixture.run({ action: 'failed', batch: batch.summary.id });
    expect(again.items.map(({ key }) => key)).toEqual([`config:${String(second)}`]);
    expect(fixture.service.account.configs.map(({ title }) => title)).toEqual(['Home 1', 'Home 2']);
    expect(fixture.changes).toHaveLength(3);
  });

  it('goes on with an undo, and tries again what is not certain of it, as an undo', async () => {
    let fails = false;
    const fixture = createBatchFixture({
      requestFaults: ({ method }) => (fails && method === 'PATCH' ? { faults: ['500'] } : {}),
    });
    const { configs } = fixture.service.account;
    const [first] = configs;
    if (!first) throw new Error('one is needed');
    for (let id = 500; configs.length < 5; id += 1) configs.push({ ...first, id });
    const before = configs.map(({ title }) => title);
    const titles = fixture.keys().map((key, n) => ({ key, title: `Home ${String(n)}` }));
    const { summary } = await fixture.run({ action: 'rename', titles });
    fails = true;
    const undo = await fixture.run({ action: 'undo', batch: summary.id });
    expect(statesOf(undo)).toEqual(['unknown', 'unknown', 'unknown', 'pending', 'pending']);
    expect(undo.summary).toMatchObject({ rest: 2, failed: 3 });
    fails = false;
    const rest = await fixture.run({ action: 'rest', batch: undo.summary.id });
    expect(rest.summary).toMatchObject({ undoes: true, total: 2, counts: { done: 2 } });
    const again = await fixture.run({ action: 'failed', batch: undo.summary.id });
    expect(again.summary).toMatchObject({ undoes: true, total: 3, counts: { done: 3 } });
    expect(configs.map(({ title }) => title)).toEqual(before);
  });

  it('begins no second one while one runs', async () => {
    const fixture = createBatchFixture();
    const titles = fixture.keys().map((key) => ({ key, title: 'Home' }));
    fixture.requestFaults.reads = { there: 9_000 };
    const request = { action: 'rename', titles } as const;
    valueOf(await fixture.start(request));
    expect(await fixture.batches.start(request, { count: 2, sum: null })).toMatchObject({
      failure: { reason: 'in-the-way' },
    });
  });

  it('removes devices of the account after the question, and blocks them without one', async () => {
    const fixture = createBatchFixture();
    const devices = [{ id: '4', name: 'Phone', blocked: false }];
    const facts = { action: 'devices', owner: ofAccount, devices } as const;
    await fixture.run({ ...facts, change: 'block' });
    expect(fixture.questions).toEqual([]);
    // An item that no longer exists counts as removed.
    const removed = await fixture.run({ ...facts, change: 'remove' });
    expect(statesOf(removed)).toEqual(['done']);
    expect(fixture.questions).toMatchObject([{ action: 'remove-devices', names: ['4'] }]);
  });

  it('names a device as the service does, whatever the page calls it', () => {
    const devices = [
      { id: '4', name: 'Culvert wants your password', blocked: false },
      { id: '5', name: 'of no list', blocked: false },
    ];
    const listed = { devices: [{ id: 4, device_name: 'Phone' }] };
    const planned = planDevices(
      { action: 'devices', owner: ofAccount, change: 'remove', devices },
      {
        readCache: {
          cached: ((_id: string, { query }: { query: { page: number } }) =>
            query.page === 1 ? { value: listed } : undefined) as never,
        } as never,
      },
    );
    expect(planned.map(({ name }) => name)).toEqual(['Phone', '5']);
  });

  it('does nothing where it would be another by the time of the answer', async () => {
    const fixture = createBatchFixture({
      ask() {
        const [config] = fixture.service.account.configs;
        if (config) config.title = 'Renamed meanwhile';
        return Promise.resolve(ok(null));
      },
    });
    const request = { action: 'renew', keys: fixture.keys(), days: month } as const;
    expect(await fixture.start(request)).toMatchObject({ ok: false, failure: { kind: 'unsent' } });
    expect(fixture.service.carriedOut).toEqual([]);
  });

  it('blocks no device again, and lets in again only what it blocked', async () => {
    const fixture = createBatchFixture();
    const added = [false, true].map((is_blocked, at) => ({
      id: 70 + at,
      device_name: 'Phone',
      device_type: 'ios',
      os_version: '18',
      is_blocked,
      is_fingerprinted: true,
      last_seen_at: 0,
    }));
    fixture.service.account.devices.push(...added);
    const devices = added.map(({ id, device_name: name, is_blocked: blocked }) => ({
      id: String(id),
      name,
      blocked,
    }));
    const request = { action: 'devices', owner: ofAccount, change: 'block', devices } as const;
    const blocked = await fixture.run(request);
    expect(statesOf(blocked)).toEqual(['done', 'left-out']);
    expect(added.map(({ is_blocked: isBlocked }) => isBlocked)).toEqual([true, true]);
    await fixture.run({ action: 'undo', batch: blocked.summary.id });
    expect(added.map(({ is_blocked: isBlocked }) => isBlocked)).toEqual([false, true]);
    expect(fixture.newest().summary).toMatchObject({ undoes: true, undoable: 1 });
  });

  it('changes the devices of a custom subscription at its own address', async () => {
    const fixture = createBatchFixture();
    const devices = [{ id: '71', name: 'Phone', blocked: false }];
    const owner = { kind: 'subscription', id: 5 } as const;
    await fixture.run({ action: 'devices', owner, devices, change: 'block' });
    await fixture.run({ action: 'devices', owner, devices, change: 'remove' });
    const path = '/profile/custom-subscriptions/5/devices/71';
    expect(fixture.changes).toEqual([`${path}/blocked {"is_blocked":true}`, `${path} `]);
  });

  it('deletes what the service deletes, each at its own address, after one question', async () => {
    const fixture = createBatchFixture({
      connections: {
        record: (key) => {
          const { configs } = fixture.service.account;
          const config = connectionsOf(fixture.service).record(`config:${String(configs[0]?.id)}`);
          return config && { ...config, key };
        },
        records: () => [],
        row: () => undefined,
        retitle: () => undefined,
      },
    });
    const keys = [
      'cloud:3:17',
      'proxy:3:18',
      'sub:config:4',
      'sub:paid:5:6',
      'config:4',
      'paid:5:6',
    ];
    const batch = await fixture.run({ action: 'delete', keys });
    expect(batch.items.map(({ problem }) => problem)).toEqual([
      ...Array.from({ length: 4 }, () => null),
      'not-deleted',
      'not-deleted',
    ]);
    expect(fixture.changes).toEqual([
      '/cloud-servers/3/configs/17 ',
      '/cloud-servers/3/proxies/18 ',
      '/configs/4/subconfig ',
      '/paid-options/5/configs/6/subconfig ',
    ]);
    expect(fixture.questions).toMatchObject([{ kind: 'batch', action: 'delete', count: 4 }]);
    expect(batch.summary.undoable).toBe(0);
  });

  it('takes no blocking of a paid option’s devices, which the service only removes', () => {
    const devices = [{ id: 'q83vEjRWeJA=/+', name: 'Phone', blocked: false }];
    const request = { action: 'devices', owner: { kind: 'option', id: 1 }, devices } as const;
    const isTaken = (change: string) => BatchChange.safeParse({ ...request, change }).success;
    expect(['remove', 'block', 'unblock'].filter(isTaken)).toEqual(['remove']);
  });
});
