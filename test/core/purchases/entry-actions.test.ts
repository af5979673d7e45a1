import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { body, config, createFixture, untilDecided } from './context/fixture.ts';

const byLink = { body: { ...config, payment_method_id: 1 } };

describe('what is shown once', () => {
  it('stays until the user says that it is saved, and is wiped then', async () => {
    const fixture = createFixture();
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    const { id } = fixture.entry();
    expect(fixture.purchases.dismiss(id)).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'unsaved' }] },
    });
    expect(fixture.purchases.markSaved(id)).toMatchObject({
      value: { unsaved: false, secrets: [] },
    });
    expect(fixture.purchases.held(id, 'api-key')).toMatchObject({ ok: false });
    expect(fixture.purchases.markSaved(id)).toMatchObject({ ok: false });
    const record = () => sealedOver(fixture.vault).read('purchases', id, z.unknown());
    expect(record()).toBeDefined();
    expect(fixture.purchases.dismiss(id)).toMatchObject({ value: { entries: [] } });
    expect(record()).toBeUndefined();
  });

  it('is no link that waits for payment: it cannot be marked as saved, and loses nothing', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    const { id } = fixture.entry();
    expect(fixture.purchases.markSaved(id)).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'nothing-to-save' }] },
    });
    expect(fixture.purchases.whatRemovalLoses(id)).toBeNull();
    expect(fixture.reveal('payment-link')).toMatch(/^https:/);
  });

  it('leaves by itself, and is not in the list', async () => {
    const fixture = createFixture();
    await fixture.buy('xray.createKeys', {});
    const { id, secrets } = fixture.entry();
    expect(secrets).toEqual([
      { name: 'private-key', hidden: 44 },
      { name: 'public-key', hidden: 44 },
    ]);
    const text = fixture.reveal('public-key') ?? '';
    expect(fixture.purchases.leaving(id, 'public-key', 'copy')).toEqual(ok({ text }));
    expect(fixture.purchases.leaving(id, 'api-key', 'copy')).toMatchObject({ ok: false });
    expect(JSON.stringify(fixture.purchases.list())).not.toContain(text);
  });

  it('and not understood is saved before anything of it is sent again', async () => {
    const fixture = createFixture();
    fixture.requestFaults.purchase = { faults: ['bad-json'] };
    await fixture.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    const like = { body: { as_key: true, tariff_id: 10_101 } };
    await fixture.service.other('configs.create', like);
    await fixture.pass(untilDecided);
    const { id } = fixture.entry();
    expect(fixture.entry()).toMatchObject({ state: 'unclear', unsaved: true });
    expect(await fixture.purchases.retry({ id, attempts: 1 })).toMatchObject({
      failure: { issues: [{ path: 'id', code: 'unsaved' }] },
    });
    expect(fixture.reveal('answer')).toMatch(/"promocode":"/);
  });
});

describe('what is lost with an entry', () => {
  it('is a secret of it that was neither shown nor copied, also in an earlier run', async () => {
    const fixture = createFixture();
    await fixture.buy('xray.createKeys', {});
    const { id } = fixture.entry();
    const lost = () => fixture.purchases.whatRemovalLoses(id);
    expect(lost()).toBe('secret');
    fixture.purchases.leaving(id, 'public-key', 'reveal');
    expect(lost()).toBe('secret');
    fixture.purchases.leaving(id, 'private-key', 'copy');
    expect(lost()).toBeNull();
    fixture.restart();
    expect(lost()).toBeNull();
    fixture.purchases.markSaved(id);
    expect([lost(), fixture.purchases.whatRemovalLoses('gone')]).toEqual([null, null]);
  });

  it('is an API key until main has shown it', async () => {
    const fixture = createFixture();
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    const { id } = fixture.entry();
    const show = (answer: Result<boolean>) =>
      fixture.purchases.showKey(id, 'api-key', () => Promise.resolve(answer));
    expect(await show(fail('declined'))).toEqual(fail('declined'));
    expect(fixture.purchases.whatRemovalLoses(id)).toBe('secret');
    expect(await show(ok(false))).toEqual(ok(null));
    expect(fixture.purchases.whatRemovalLoses(id)).toBeNull();
  });

  it('is a record that cannot be read, until it is copied', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', body);
    const { id } = fixture.entry();
    fixture.kill();
    sealedOver(fixture.vault).write([{ purpose: 'purchases', name: id, value: { newer: true } }]);
    fixture.restart();
    expect(fixture.purchases.whatRemovalLoses(id)).toBe('unreadable-entry');
    fixture.purchases.leaving(id, 'answer', 'copy');
    expect(fixture.purchases.whatRemovalLoses(id)).toBeNull();
  });
});

describe('the API key in an answer', () => {
  const key = `svc_abcdefgh_${'k'.repeat(24)}`;

  /** An entry for a new key whose answer was this text. */
  function answered(text: string) {
    const fixture = createFixture();
    return fixture.buy('apiKeys.create', { body: { name: 'Laptop' } }).then(() => {
      const { id } = fixture.entry();
      fixture.kill();
      const records = sealedOver(fixture.vault);
      const entry = records.read('purchases', id, z.looseObject({}));
      const value = { ...entry, secrets: { answer: text } };
      records.write([{ purpose: 'purchases', name: id, value }]);
      fixture.restart();
      return { fixture, id };
    });
  }

  it('is all that main shows and copies of it', async () => {
    const { fixture, id } = await answered(`{"key":"${key}","note":"Pay at evil.example"`);
    const shown: string[] = [];
    const copied = await fixture.purchases.showKey(id, 'answer', (name, text) => {
      shown.push(name, text);
      return Promise.resolve(ok(true));
    });
    expect([shown, copied]).toEqual([['Laptop', key], ok(key)]);
  });

  it('is missing where nothing has the form of a key', async () => {
    const { fixture, id } = await answered('Pay at evil.example');
    const show = () => Promise.reject(new Error('shown'));
    expect(await fixture.purchases.showKey(id, 'answer', show)).toEqual(fail('bad-response'));
  });
});

describe('an entry', () => {
  it('that is gone can be neither shown, copied, saved, opened, stopped, retried nor removed', async () => {
    const { purchases } = createFixture();
    const gone = { ok: false, failure: { kind: 'not-found' } };
    expect(purchases.dismiss('gone')).toMatchObject(gone);
    expect(purchases.leaving('gone', 'api-key', 'reveal')).toMatchObject(gone);
    expect(purchases.leaving('gone', 'api-key', 'copy')).toMatchObject(gone);
    expect(purchases.markSaved('gone')).toMatchObject(gone);
    expect(await purchases.openLink('gone')).toMatchObject(gone);
    expect(purchases.stopWaiting('gone')).toMatchObject(gone);
    expect(await purchases.removeOrphan('gone', 1)).toMatchObject(gone);
    expect(await purchases.retry({ id: 'gone', attempts: 1 })).toMatchObject(gone);
    expect(purchases.keyName('gone')).toBeUndefined();
  });

  it('of an API key says so, with its name; no other does', async () => {
    const fixture = createFixture();
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    const { id } = fixture.entry();
    expect(fixture.purchases.keyName(id)).toBe('Laptop');
    for (const way of ['copy', 'reveal'] as const)
      expect(fixture.purchases.leaving(id, 'api-key', way)).toMatchObject({
        failure: { issues: [{ path: 'secret', code: 'shown-by-main' }] },
      });
    await fixture.buy('configs.create', byLink);
    const [config] = fixture.purchases.list().entries;
    expect(config).toMatchObject({ endpoint: 'configs.create' });
    expect(fixture.purchases.keyName(config?.id ?? '')).toBeUndefined();
  });

  it('without a link opens none', async () => {
    const fixture = createFixture();
    await fixture.buy('xray.createKeys', {});
    expect(await fixture.purchases.openLink(fixture.entry().id)).toMatchObject(fail('not-found'));
    expect(fixture.opened).toEqual([]);
  });

  it('that is dismissed is gone from every window, and nothing is looked for any more', async () => {
    let requests = 0;
    let journal: PurchaseJournal | undefined;
    const fixture = createFixture({
      requestFaults: (_, isPurchase) => {
        requests += 1;
        return isPurchase ? { faults: ['drop-before'] } : {};
      },
      onJournal: (published) => {
        journal = published;
      },
    });
    await fixture.buy('configs.create', body);
    await fixture.pass(untilDecided);
    fixture.purchases.dismiss(fixture.entry().id);
    expect(journal?.entries).toEqual([]);
    const before = requests;
    await fixture.pass(3_600_000);
    expect(requests).toBe(before);
  });
});

describe('an account that is closed', () => {
  it('asks nothing any more, and publishes, changes and marks nothing', async () => {
    let requests = 0;
    let published = 0;
    let stale = 0;
    const fixture = createFixture({
      requestFaults: (_, isPurchase) => {
        requests += 1;
        return isPurchase ? { back: 5_000 } : {};
      },
      onJournal: () => {
        published += 1;
      },
      makeStale: () => {
        stale += 1;
      },
    });
    void fixture.submit('configs.create', byLink);
    await fixture.pass(10_000);
    const option = { paid_option_id: 1, tariff_id: 31_101 };
    const answer = fixture.submit('paidOptions.create', { body: option });
    await fixture.pass(1_000);
    const before = [requests, published, stale];
    expect(stale).toBe(1);
    const { entries } = fixture.purchases.list();
    fixture.purchases.stop();
    await fixture.pass(3_600_000);
    expect([requests, published, stale]).toEqual(before);
    expect(await answer).toMatchObject({ value: { started: true } });
    expect(fixture.purchases.list().entries).toEqual(entries);
  });

  it('while a link is opened has no entry to answer with', async () => {
    const fixture = createFixture({
      openExternal: () => {
        fixture.purchases.stop();
        return Promise.resolve();
      },
    });
    await fixture.buy('configs.create', byLink);
    const { id } = fixture.entry();
    expect(await fixture.purchases.openLink(id)).toMatchObject(fail('not-found'));
  });
});
