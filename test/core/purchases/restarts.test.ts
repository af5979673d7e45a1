import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { z } from 'zod';
import { VaultError } from '#core/kernel/ports.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { config, createFixture, entryOf, untilDecided } from './context/fixture.ts';
import { deriveKey, hideName } from '#core/kernel/vault/seal.ts';
import { Journal } from '#core/purchases/journal.ts';
import type { Moment } from './context/device.ts';

const body = { body: config };
const card = { amount: 1000, card_number: '4111111111111111' };

/** A fixture whose program dies at this moment of its first purchase, counted from 1. */
function dyingAt(moment: Moment, nth: number) {
  let count = 0;
  let armed = true;
  return createFixture({
    moment: (now) => {
      if (!armed || now !== moment) return true;
      count += 1;
      if (count < nth) return true;
      armed = false;
      return false;
    },
  });
}

describe('a purchase in whose middle the program dies', () => {
  it.each([
    ['while its intent is written', 'write', 1, 'nothing'],
    ['when its intent is on the disk', 'written', 1, 'not-seen'],
    ['just before it is sent', 'send', 3, 'not-seen'],
    ['before its answer is here', 'arrive', 3, 'done'],
    ['while its answer is written', 'write', 2, 'done'],
    ['when its answer is on the disk', 'written', 2, 'done'],
    ['before anyone was told', 'write', 3, 'done'],
  ] as const)('is found out at the next start: %s', async (_, moment, nth, state) => {
    const fixture = dyingAt(moment, nth);
    void fixture.submit('referral.withdrawCard', { body: card }).catch(String);
    await fixture.pass(2_000);
    fixture.restart();
    await fixture.pass(untilDecided);
    const { entries } = fixture.purchases.list();
    expect(entries[0]?.state ?? 'nothing').toBe(state);
    expect(fixture.service.account.referral).toHaveLength(state === 'done' ? 1 : 0);
  });

  it('is known at once when its answer was sealed, and what was shown once is there', async () => {
    const fixture = dyingAt('written', 2);
    void fixture.submit('apiKeys.create', { body: { name: 'Laptop' } }).catch(String);
    await fixture.pass(2_000);
    fixture.restart();
    expect(fixture.entry()).toMatchObject({
      state: 'done',
      result: { by: 'answer' },
      unsaved: true,
    });
    expect(fixture.reveal('api-key')).toMatch(/^svc_/);
  });

  it('is looked up for what it took from the balance, where that was not read before', async () => {
    const fixture = createFixture();
    await fixture.buyUnread('configs.create', body);
    expect(fixture.entry()).toMatchObject({ state: 'done', charged: null });
    fixture.requestFaults.reads = {};
    fixture.restart();
    await fixture.pass(2_000);
    expect(fixture.entry()).toMatchObject({ state: 'done', charged: 199 });
    expect(fixture.baseline()).toBeUndefined();
  });

  it('is reported as refused when that was the answer', async () => {
    const fixture = dyingAt('written', 2);
    fixture.requestFaults.purchase = { faults: ['429'] };
    void fixture.submit('apiKeys.create', { body: { name: 'Laptop' } }).catch(String);
    await fixture.pass(2_000);
    fixture.restart();
    expect(fixture.entry()).toMatchObject({
      state: 'refused',
      failure: { kind: 'rate-limited' },
      attempts: 1,
    });
  });

  it('gives its link though what there was before is gone, and does not wait for its use', async () => {
    const fixture = dyingAt('written', 2);
    void fixture.submit('messenger.connect', {}).catch(String);
    await fixture.pass(2_000);
    const { id } = fixture.entry();
    sealedOver(fixture.vault).write([
      { purpose: 'purchase-baselines', name: id, value: undefined },
    ]);
    fixture.restart();
    await fixture.pass(1_000);
    expect(fixture.entry().state).toBe('stopped');
    expect(fixture.reveal('messenger-link')).toMatch(/^https:/);
  });

  it('is not taken for one that another device made much later', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    fixture.kill();
    await fixture.pass(2 * 3_600_000);
    await fixture.service.other('configs.create', body);
    fixture.restart();
    await fixture.pass(untilDecided);
    expect(fixture.entry()).toMatchObject({
      state: 'unclear',
      candidates: [{ type: 'new_config' }],
    });
  });

  it('is distinguished from what existed before it, after the restart too', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', body);
    fixture.purchases.dismiss(fixture.entry().id);
    fixture.requestFaults.purchase = { faults: ['drop-after'] };
    await fixture.buy('configs.create', body);
    fixture.restart();
    await fixture.pass(untilDecided);
    const { id } = fixture.service.account.configs.at(-1) ?? {};
    const { id: payment } = fixture.service.account.history[0] ?? {};
    expect(fixture.entry()).toMatchObject({
      state: 'done',
      result: { by: 'match', resource: id, payment },
    });
    const found = fixture.purchases.list();
    fixture.restart();
    expect(fixture.purchases.list()).toEqual(found);
  });

  it.each([
    ['payments', 'configs.create', body],
    ['keys', 'apiKeys.create', { body: { name: 'Laptop' } }],
  ] as const)('shows the same traces after the restart: %s', async (_, endpoint, input) => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-after'] };
    await fixture.buy(endpoint, input);
    await fixture.service.other(endpoint, input);
    await fixture.pass(untilDecided);
    const shown = fixture.entry();
    expect(shown.state).toBe('unclear');
    expect([...shown.candidates, ...shown.orphans]).toHaveLength(2);
    fixture.restart();
    expect(fixture.entry()).toEqual(shown);
  });

  it('keeps others of its kind waiting after the restart too', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-after'] };
    const first = entryOf(await fixture.buy('configs.create', body));
    fixture.restart();
    const second = await fixture.buy('paidOptions.create', { body: { paid_option_id: 1 } });
    expect(second).toMatchObject({ value: { started: false, entry: { id: first.id } } });
  });
});

describe('the journal', () => {
  /** A purchase that was kept, and the journal that is opened over it. */
  async function kept() {
    const fixture = createFixture();
    await fixture.buy('configs.create', body);
    const open = (disk = {}) => new Journal(sealedOver({ ...fixture.vault, ...disk }));
    const [made] = open().entries();
    if (!made) throw new Error('nothing was kept');
    return { made, open };
  }
  const refusing = {
    writeThrough: () => {
      throw new VaultError('no-space');
    },
  };
  const nothingBefore = { time: 0, balance: null, payments: [], resources: [] };

  it('drops the oldest of what is finished, and nothing that is open or unsaved', async () => {
    const { made, open } = await kept();
    const journal = open();
    for (let nth = 0; nth < 210; nth += 1) {
      const state = nth === 3 ? 'not-seen' : 'done';
      const secrets = nth === 5 ? { 'api-key': 'svc' } : {};
      const place = { id: String(nth), ticket: `ticket ${String(nth)}`, createdAt: nth };
      journal.put({ ...made, ...place, state, secrets });
    }
    const ids = open()
      .entries()
      .map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(ids.slice(-4)).toEqual(['14', '13', '5', '3']);
    expect(journal.isSpent('ticket 0')).toBe(true);
  });

  it('lists an entry that is on the disk, though the disk refused it at first', async () => {
    const { made, open } = await kept();
    const journal = open(refusing);
    const entry = { ...made, id: 'another' };
    expect(() => journal.putDurably(entry, nothingBefore)).toThrow(VaultError);
    journal.put(entry);
    expect(open().get('another')).toEqual(entry);
  });

  it('lists an entry still whose second attempt the disk refused', async () => {
    const { made, open } = await kept();
    const journal = open(refusing);
    expect(() => journal.putDurably(made, nothingBefore)).toThrow(VaultError);
    journal.put({ ...made, id: 'another' });
    const ids = open()
      .entries()
      .map(({ id }) => id);
    expect(ids.toSorted()).toEqual([made.id, 'another'].toSorted());
  });

  it('takes no ticket again of its last five hundred entries', async () => {
    const { made, open } = await kept();
    const journal = open();
    for (let nth = 0; nth <= 500; nth += 1) {
      journal.hold({ ...made, id: String(nth), ticket: `ticket ${String(nth)}` });
      journal.remove(String(nth), true);
    }
    expect([0, 1, 500].map((nth) => journal.isSpent(`ticket ${String(nth)}`))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('takes no ticket again after an entry was dismissed that it cannot read', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', body, 'form 0001');
    fixture.purchases.dismiss(fixture.entry().id);
    await fixture.buy('xray.createKeys', {});
    const { id } = fixture.entry();
    fixture.kill();
    sealedOver(fixture.vault).write([{ purpose: 'purchases', name: id, value: {} }]);
    fixture.restart();
    expect(fixture.purchases.dismiss(id)).toMatchObject({ ok: true });
    fixture.restart();
    expect(await fixture.buy('configs.create', body, 'form 0001')).toMatchObject({
      failure: { issues: [{ path: 'ticket', code: 'used' }] },
    });
    expect(fixture.service.carriedOut).toHaveLength(2);
  });

  it('keeps an entry that it cannot read, shows it and gives its record', async () => {
    const fixture = createFixture();
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    const { id, createdAt } = fixture.entry();
    await fixture.buy('configs.create', body);
    fixture.kill();
    const vault = sealedOver(fixture.vault);
    const record = { id, createdAt, state: 'a state of tomorrow', secrets: { 'api-key': 'svc' } };
    vault.write([{ purpose: 'purchases', name: id, value: record }]);
    fixture.restart();
    const [config] = fixture.purchases.list().entries;
    expect(config).toMatchObject({ endpoint: 'configs.create' });
    fixture.purchases.dismiss(config?.id ?? '');
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({
      entries: [],
      unreadable: [{ id, createdAt }],
    });
    expect(JSON.stringify(fixture.purchases.list())).not.toContain('svc');
    expect(fixture.purchases.held(id, 'api-key')).toMatchObject(fail('not-found'));
    expect(fixture.purchases.leaving(id, 'answer', 'reveal')).toMatchObject({
      failure: { issues: [{ code: 'shown-by-main' }] },
    });
    const left = fixture.purchases.leaving(id, 'answer', 'copy');
    expect(JSON.parse(left.ok ? left.value.text : '')).toEqual(record);
    expect(fixture.purchases.dismiss(id)).toMatchObject({ value: { unreadable: [] } });
    fixture.restart();
    expect(fixture.purchases.list().unreadable).toEqual([]);
  });

  it.each([
    ['configuration', { path: { config_id: '7' } }],
    ['subscription', { path: { id: '7' } }],
    ['sum', { body: { amount: '100' } }],
  ])(
    'shows an entry whose input names a %s in another type as one that it cannot read',
    async (_, input) => {
      const fixture = createFixture();
      await fixture.buy('configs.create', body);
      const { id } = fixture.entry();
      fixture.kill();
      const vault = sealedOver(fixture.vault);
      const record = vault.read('purchases', id, z.looseObject({}));
      const value = { ...record, input };
      vault.write([{ purpose: 'purchases', name: id, value }]);
      fixture.restart();
      expect(fixture.purchases.list()).toMatchObject({ entries: [], unreadable: [{ id }] });
    },
  );

  it('forgets with an entry what there was before it', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['drop-before'] };
    await fixture.buy('configs.create', body);
    const { id } = fixture.entry();
    const journal = new Journal(sealedOver(fixture.vault));
    expect(journal.baseline(id)).toBeDefined();
    journal.remove(id, true);
    expect(journal.baseline(id)).toBeUndefined();
  });

  it('shows an entry whose seal does not open, beside the others, until it is dismissed', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', body);
    const lost = fixture.entry().id;
    const { id: other } = entryOf(await fixture.buy('xray.createKeys', {}));
    fixture.kill();
    const name = hideName(deriveKey(new Uint8Array(32).fill(7), 'name', 'purchases'), lost);
    const place = { account: 'a', purpose: 'purchases', name };
    const sealed = Uint8Array.from(fixture.vault.read(place) ?? []);
    sealed[sealed.length - 1] = (sealed[sealed.length - 1] ?? 0) ^ 1;
    fixture.vault.write([{ ...place, sealed }]);
    fixture.restart();
    const [damaged] = fixture.purchases.list().unreadable;
    expect(fixture.purchases.list()).toMatchObject({
      entries: [{ id: other }],
      unreadable: [{ createdAt: null }],
    });
    const id = damaged?.id ?? '';
    expect(fixture.purchases.held(id, 'answer')).toEqual({ ok: true, value: '' });
    expect(fixture.vault.read(place)).toEqual(sealed);
    expect(fixture.purchases.dismiss(id)).toMatchObject({ value: { unreadable: [] } });
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({ entries: [{ id: other }], unreadable: [] });
  });
});
