import { afterEach, describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import type { HttpResponse } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { FaultKind } from '#service/faults.ts';
import { startService } from '#service/service.ts';
import { sampled } from '#test/simulator/deep.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { run, signedIn } from '#test/core/harness.ts';
import { startDevice } from './context/device.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The journal against the service over real sockets, on virtual time. */
async function overSockets() {
  let underWay = 0;
  const time = createVirtualTime(() => underWay > 0);
  const service = await startService({ limits: 'off', clock: time.clock });
  const transport = createUndiciTransport({ service: service.url });
  ends.push(
    () => service.close(),
    () => transport.close(),
  );
  const { purchases } = startDevice({
    address: service,
    service: {
      endpointOf: () => undefined,
      answer(request) {
        underWay += 1;
        return transport
          .send(request)
          .then(withoutDate)
          .finally(() => {
            underWay -= 1;
          });
      },
    },
    clock: time.clock,
    vault: createMemoryVault(),
    requestFaults: () => ({}),
  });
  return { time, service, purchases };
}

/** The socket’s own server knows no other time than the machine’s. */
function withoutDate({ headers, ...answer }: HttpResponse): HttpResponse {
  const left = Object.entries(headers).filter(([name]) => name !== 'date');
  return { ...answer, headers: Object.fromEntries(left) };
}

const rows: readonly (readonly [PurchaseEndpoint, object])[] = [
  ['configs.create', { body: { location_id: 1, protocol: 'vless', tariff_id: 10_101 } }],
  ['configs.create', { body: { as_key: true, tariff_id: 10_102 } }],
  ['paidOptions.create', { body: { paid_option_id: 2, tariff_id: 32_101 } }],
  ['referral.withdrawCard', { body: { amount: 1000, card_number: '4111111111111111' } }],
];

describe('over real sockets', () => {
  const faults: readonly (readonly [FaultKind, string])[] = [
    ['drop-before', 'not-seen'],
    ['drop-after', 'done'],
    ['cut', 'done'],
    ['500', 'not-seen'],
    ['500-after', 'done'],
    ['bad-json', 'done'],
  ];

  it.each(sampled(faults, 3))('after %s every purchase is %s', async (fault, state) => {
    const { time, service, purchases } = await overSockets();
    service.control.setBalance({ balance: 9000, referral_balance: 9000 });
    for (const [at, [endpoint, input]] of rows.entries()) {
      service.control.setFaults([`${endpoint}:${fault}:1:1`]);
      const answer = purchases.submit({ ticket: `ticket ${String(at)}`, endpoint, input });
      await time.run(70_000);
      expect(await answer).toMatchObject({ ok: true, value: { started: true } });
      const { id, ...entry } = purchases.list().entries[0] ?? { id: '' };
      expect(entry, endpoint).toMatchObject({ endpoint, state, attempts: 1 });
      if (purchases.dismiss(id).ok) continue;
      purchases.markSaved(id);
      expect(purchases.dismiss(id)).toMatchObject({ ok: true });
    }
    expect(service.control.journal.counts()).toMatchObject({
      'configs.create': 2,
      'paidOptions.create': 1,
      'referral.withdrawCard': 1,
    });
  });
});

describe('the program', () => {
  it('answers the window’s calls over IPC, and keeps the journal over a restart', async () => {
    const { machine, running: first } = await signedIn({ limits: 'off' });
    const shown = first.until('purchases.changed', ({ entries }) => entries[0]?.state === 'done');
    const word = {
      ticket: 'form 0001',
      endpoint: 'apiKeys.create',
      input: { body: { name: 'Laptop' } },
    };
    const { entry } = await first.ask('purchases.submit', word as never);
    expect((await shown).entries).toEqual([entry]);
    expect(entry).toMatchObject({ state: 'done', unsaved: true });
    await first.stop();

    const second = await run(machine);
    expect(await second.ask('purchases.list', {})).toEqual({
      entries: [entry],
      unreadable: [],
      persistent: true,
    });
    const { id } = entry;
    const secret = 'api-key';
    for (const name of ['secrets.reveal', 'secrets.copy'] as const) {
      expect(await second.call(name, { of: 'purchase', id, secret })).toMatchObject({
        ok: false,
        failure: { issues: [{ path: 'secret', code: 'shown-by-main' }] },
      });
    }
    expect(await second.ask('purchases.showKey', { id, secret })).toEqual({
      copied: { clearsAt: expect.any(Number) as number },
    });
    const [text = ''] = machine.consentDialog.keys;
    expect(text).toMatch(/^svc_/);
    expect(machine.clipboard.text).toBe(text);
    await second.ask('purchases.markSaved', { id });
    expect(await second.ask('purchases.dismiss', { id })).toMatchObject({ entries: [] });
    expect(machine.log.lines.join('')).not.toContain(text);
  });

  it('shows what was bought in the list of connections, and opens the link to pay', async () => {
    const { service, machine, running } = await signedIn({ limits: 'off' });
    const { count } = await running.ask('connections.rows', {});
    const more = async () => {
      const now = await running.ask('connections.rows', {});
      return now.count > count;
    };
    const grown = new Promise<void>((resolve) => {
      running.app.listen((name) => {
        if (name === 'connections.changed') void more().then((is) => is && resolve());
      });
    });
    const config = { location_id: 1, protocol: 'vless' };
    await running.ask('purchases.submit', {
      ticket: 'form 0001',
      endpoint: 'configs.create',
      input: { body: config },
    });
    await grown;

    const { entry } = await running.ask('purchases.submit', {
      ticket: 'form 0002',
      endpoint: 'configs.create',
      input: { body: { ...config, payment_method_id: 1 } },
    });
    const paid = running.until('purchases.changed', ({ entries }) =>
      entries.some(({ id, state }) => id === entry.id && state === 'done'),
    );
    const { host, origin } = new URL(service.url);
    expect(entry.link).toEqual({ host, opened: false, opens: true });
    machine.consentDialog.agrees = false;
    expect(await running.call('purchases.openLink', { id: entry.id })).toMatchObject({ ok: false });
    expect(machine.shell.opened).toEqual([]);
    expect(machine.consentDialog.questions.at(-1)).toMatchObject({
      kind: 'link',
      purpose: { product: 'config', action: 'buy' },
      // Neither a tariff nor days are named.
      price: null,
      origin,
      account: service.control.account().email,
      service: service.url,
    });
    machine.consentDialog.agrees = true;
    await running.ask('purchases.openLink', { id: entry.id });
    const [address = ''] = machine.shell.opened;
    expect(address.startsWith(service.url)).toBe(true);
    await fetch(address, { method: 'POST' });
    // Opened again, the next look comes soon, unless the first has seen the payment by now.
    const again = await running.call('purchases.openLink', { id: entry.id });
    if (!again.ok) expect(again.failure).toEqual({ kind: 'not-found' });
    await paid;
  });

  it('sends nothing that costs money without the journal', async () => {
    const { service, running } = await signedIn({ limits: 'off' });
    const input = { body: { location_id: 1, protocol: 'vless' } };
    expect(await running.app.call('configs.create', input)).toMatchObject(fail('invalid-input'));
    expect(service.control.journal.counts()['configs.create']).toBeUndefined();
  });
});
