import { describe, expect, it } from 'vitest';
import { dataOf, send, testServices } from './client.ts';

const { start } = testServices();
type Service = Awaited<ReturnType<typeof start>>;

const vless = { location_id: 1, protocol: 'vless' } as const;

async function buy(service: Service, body: object) {
  return dataOf(
    'configs.create',
    await send(service, 'configs.create', { body: { ...vless, ...body } }),
  );
}

function linkOf(data: object): string {
  if (!('link' in data) || typeof data.link !== 'string') throw new Error('not a link');
  return data.link;
}

describe('buying a configuration', () => {
  it('returns a link when a payment method is given, and creates it when the link is paid', async () => {
    const service = await start();
    const before = service.control.account().configs.length;
    const link = linkOf(await buy(service, { payment_method_id: 1 }));
    expect(link.startsWith(service.url)).toBe(true);
    expect(service.control.account().configs).toHaveLength(before);
    expect(service.control.account().history[0]).toMatchObject({ method: 'sbp', is_paid: false });

    const shown = await fetch(link);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await shown.text()).toContain('<form method="post">');
    expect(await (await fetch(link, { method: 'POST' })).text()).not.toContain('<form');
    await fetch(link, { method: 'POST' });
    expect(service.control.account().configs).toHaveLength(before + 1);
    expect(service.control.account().history[0]).toMatchObject({ is_paid: true });
  });

  it('charges nothing when it is unavailable', async () => {
    const service = await start();
    const { balance } = service.control.account();
    for (const body of [
      { ...vless, location_id: 13 },
      { ...vless, location_id: 99 },
      { ...vless, server_id: 201 },
      { ...vless, tariff_id: 1 },
      { ...vless, payment_method_id: 9 },
    ]) {
      expect((await send(service, 'configs.create', { body })).status).toBe(400);
    }
    expect(service.control.account()).toMatchObject({ balance });
  });
});
