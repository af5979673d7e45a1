import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { config, createFixture, recordsOf, untilDecided } from './context/fixture.ts';

const byLink = { body: { ...config, payment_method_id: 1 } };

describe('what is shown once', () => {
  it('stays until the person says that it is saved, and is wiped then', async () => {
    const fixture = createFixture();
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    const { id } = fixture.entry();
    expect(fixture.purchases.dismiss(id)).toMatchObject({
      failure: { issues: [{ code: 'unsaved' }] },
    });
    expect(fixture.purchases.markSaved(id)).toMatchObject({
      value: { unsaved: false, secrets: [] },
    });
    expect(fixture.purchases.reveal(id, 'api-key')).toMatchObject({ ok: false });
    expect(fixture.purchases.markSaved(id)).toMatchObject({ ok: false });
    const records = () =>
      [`entry ${id}`, `before ${id}`].map((name) =>
        recordsOf(fixture.vault).read('purchases', name, z.unknown()),
      );
    expect(records()).not.toContain(undefined);
    expect(fixture.purchases.dismiss(id)).toMatchObject({ value: { entries: [] } });
    expect(records()).toEqual([undefined, undefined]);
  });

  it('is no link that waits: that one is kept without a word, and cannot be wiped', async () => {
    const fixture = createFixture();
    await fixture.buy('configs.create', byLink);
    expect(fixture.purchases.markSaved(fixture.entry().id)).toMatchObject({
      failure: { issues: [{ code: 'nothing-to-save' }] },
    });
    expect(fixture.reveal('payment-link')).toMatch(/^https:/);
  });

  it('is shown for a while, and copied without crossing to the window', async () => {
    const fixture = createFixture();
    await fixture.buy('xray.createKeys', {});
    const { id, secrets } = fixture.entry();
    expect(secrets).toEqual([
      { name: 'private-key', hidden: 44 },
      { name: 'public-key', hidden: 44 },
    ]);
    const shown = fixture.purchases.reveal(id, 'private-key');
    expect(shown).toMatchObject({ ok: true, value: { until: expect.any(Number) as number } });
    expect(await fixture.purchases.copy(id, 'public-key')).toEqual({
      ok: true,
      value: { clearsAt: null },
    });
    expect(fixture.copied).toEqual([fixture.reveal('public-key')]);
    expect(await fixture.purchases.copy(id, 'api-key')).toMatchObject({ ok: false });
    expect(JSON.stringify(fixture.purchases.list())).not.toContain(fixture.copied[0]);
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
      failure: { issues: [{ code: 'unsaved' }] },
    });
    expect(fixture.reveal('answer')).toMatch(/"promocode":"/);
  });
});
