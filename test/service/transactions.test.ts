import { beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { startService } from '#service/service.ts';
import type { State } from '#service/store/state.ts';
import { sampled } from '#test/simulator/deep.ts';
import { errorOf, send, sendRaw, testServices } from './client.ts';
import { validInput } from './valid-input.ts';

const changes = (Object.keys(api) as EndpointId[]).filter((id) => api[id].effect !== 'read');
const { start } = testServices();

describe('a handler that throws', () => {
  let seeded: State;
  beforeAll(async () => {
    const service = await startService();
    seeded = structuredClone(service.control.state);
    await service.close();
  });

  it.each(sampled(changes, 8))('changes nothing when any write of %s fails', async (id) => {
    const failing = failingState(structuredClone(seeded));
    const service = await start({ state: failing.state, report: () => undefined });
    const before = JSON.stringify(failing.state);
    let failed = 0;
    for (;;) {
      failing.failAt(failed);
      const received = await send(service, id, validInput(id, service.control));
      if (received.status < 400) break;
      expect(errorOf(received).status).toBe(500);
      expect(JSON.stringify(failing.state), `write ${String(failed)}`).toBe(before);
      failed += 1;
    }
    failing.failAt(Infinity);
    if (!writesNothing.has(id)) expect(failed).toBeGreaterThan(0);
  });

  it('keeps the objects of the state', async () => {
    const service = await start({ report: () => undefined });
    const account = service.control.account();
    const [key] = account.keys;
    await sendRaw(service, 'referral.withdrawCard', {
      body: { amount: 75_000, card_number: '4242424242424242' },
    });
    expect(service.control.account()).toBe(account);
    expect(service.control.account().keys[0]).toBe(key);
  });
});

describe('a withdrawal', () => {
  it.each(['18', '117', '00000000000', '00000000000000000000'])(
    'is refused and takes nothing when %s passes the Luhn check and is no card number',
    async (card_number) => {
      const service = await start();
      const before = JSON.stringify(service.control.state);
      const received = await sendRaw(service, 'referral.withdrawCard', {
        body: { amount: 1000, card_number },
      });
      expect(errorOf(received).status).toBe(400);
      expect(JSON.stringify(service.control.state)).toBe(before);
    },
  );
});

/** Changes whose answer is made without writing anything down. */
const writesNothing: ReadonlySet<EndpointId> = new Set<EndpointId>(['xray.createKeys']);

/** The state behind a proxy whose n-th write from now on throws, once. */
function failingState(state: State): { state: State; failAt(write: number): void } {
  let left = Infinity;
  const proxies = new WeakMap<object, object>();
  const targets = new WeakMap<object, object>();
  function write(): void {
    left -= 1;
    if (left === -1) throw new Error('this write fails');
  }
  function unwrapped(value: unknown): unknown {
    return typeof value === 'object' && value !== null ? (targets.get(value) ?? value) : value;
  }
  function guard<T extends object>(target: T): T {
    const known = proxies.get(target);
    if (known !== undefined) return known as T;
    const proxy = new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        return typeof value === 'object' && value !== null ? guard(value) : value;
      },
      set(object, name, value: unknown) {
        write();
        return Reflect.set(object, name, unwrapped(value));
      },
      deleteProperty(object, name) {
        write();
        return Reflect.deleteProperty(object, name);
      },
    });
    proxies.set(target, proxy);
    targets.set(proxy, target);
    return proxy;
  }
  return {
    state: guard(state),
    failAt(n) {
      left = n;
    },
  };
}
