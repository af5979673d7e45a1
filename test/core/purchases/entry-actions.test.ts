import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { config, createDesk, recordsOf, untilDecided } from './context/desk.ts';

const byLink = { body: { ...config, payment_method_id: 1 } };

describe('what is shown once', () => {
  it('stays until the person says that it is saved, and is wiped then', async () => {
    const desk = createDesk();
    await desk.buy('apiKeys.create', { body: { name: 'Laptop' } });
    const { id } = desk.entry();
    expect(desk.purchases.dismiss(id)).toMatchObject({
      failure: { issues: [{ code: 'unsaved' }] },
    });
    expect(desk.purchases.markSaved(id)).toMatchObject({ value: { unsaved: false, secrets: [] } });
    expect(desk.purchases.reveal(id, 'api-key')).toMatchObject({ ok: false });
    expect(desk.purchases.markSaved(id)).toMatchObject({ ok: false });
    const records = () =>
      [`entry ${id}`, `before ${id}`].map((name) =>
        recordsOf(desk.vault).read('purchases', name, z.unknown()),
      );
    expect(records()).not.toContain(undefined);
    expect(desk.purchases.dismiss(id)).toMatchObject({ value: { entries: [] } });
    expect(records()).toEqual([undefined, undefined]);
  });

  it('is no link that waits: that one is kept without a word, and cannot be wiped', async () => {
    const desk = createDesk();
    await desk.buy('configs.create', byLink);
    expect(desk.purchases.markSaved(desk.entry().id)).toMatchObject({
      failure: { issues: [{ code: 'nothing-to-save' }] },
    });
    expect(desk.reveal('payment-link')).toMatch(/^https:/);
  });

  it('is shown for a while, and copied without crossing to the window', async () => {
    const desk = createDesk();
    await desk.buy('xray.createKeys', {});
    const { id, secrets } = desk.entry();
    expect(secrets).toEqual([
      { name: 'private-key', hidden: 44 },
      { name: 'public-key', hidden: 44 },
    ]);
    const shown = desk.purchases.reveal(id, 'private-key');
    expect(shown).toMatchObject({ ok: true, value: { until: expect.any(Number) as number } });
    expect(await desk.purchases.copy(id, 'public-key')).toEqual({
      ok: true,
      value: { clearsAt: null },
    });
    expect(desk.copied).toEqual([desk.reveal('public-key')]);
    expect(await desk.purchases.copy(id, 'api-key')).toMatchObject({ ok: false });
    expect(JSON.stringify(desk.purchases.list())).not.toContain(desk.copied[0]);
  });

  it('and not understood is saved before anything of it is sent again', async () => {
    const desk = createDesk();
    desk.weather.purchase = { faults: ['bad-json'] };
    await desk.buy('configs.create', { body: { as_key: true, tariff_id: 10_101 } });
    const like = { body: { as_key: true, tariff_id: 10_101 } };
    await desk.service.other('configs.create', like);
    await desk.pass(untilDecided);
    const { id } = desk.entry();
    expect(desk.entry()).toMatchObject({ state: 'unclear', unsaved: true });
    expect(await desk.purchases.retry({ id, attempts: 1 })).toMatchObject({
      failure: { issues: [{ code: 'unsaved' }] },
    });
    expect(desk.reveal('answer')).toMatch(/"promocode":"/);
  });
});
