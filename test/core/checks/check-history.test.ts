import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import { CheckResults } from '#core/checks/check-results.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const works: CheckResult = { outcome: 'answers', ms: 40, depth: 'handshake' };
const fails: CheckResult = { outcome: 'no-answer' };

function checked(id: number, protocol = 'vless', host = `s${String(id)}.example.com:443`) {
  return { key: `config:${String(id)}`, protocol, host };
}
const phone = checked(1);

/** Results of checks in the network `place.is`; `restarted` reads them from the same vault. */
function fixture() {
  const clock = manualClock();
  const store = createMemoryVault();
  const vault = sealedOver(store);
  const place = { is: 'home' };
  const settings = { checkHistory: true };
  const open = () =>
    new CheckResults({
      vault,
      network: () => place.is,
      keepsHistory: () => settings.checkHistory,
      clock,
    });
  const results = open();
  const put = (of: ReturnType<typeof checked>, result: CheckResult, network = place.is) => {
    place.is = network;
    results.put(of, result, clock.now());
  };
  const restarted = () => {
    results.save();
    return open();
  };
  return { clock, store, place, settings, results, put, restarted };
}

describe('what checks found in a network', () => {
  it('is counted there alone, and outlives a restart', () => {
    const { clock, results, place, put, restarted } = fixture();
    put(phone, fails);
    clock.jump(3 * dayMs);
    put(phone, works);
    put(phone, works);
    const workedAt = clock.now();
    put(phone, fails, 'cafe');
    place.is = 'home';
    clock.jump(2 * hourMs);
    expect(restarted().here(phone)).toEqual({ network: '', worked: 2, total: 3, workedAt });
    place.is = 'cafe';
    expect(results.here(phone)).toMatchObject({ worked: 0, total: 1, workedAt: null });
    place.is = 'office';
    expect(results.here(phone)).toBeUndefined();
  });

  it('does not count what says nothing of the server', () => {
    const { results, put } = fixture();
    put(phone, { outcome: 'offline' });
    put(phone, { outcome: 'undetermined', reason: 'local-name' });
    expect([results.here(phone), results.history.networks()]).toEqual([undefined, []]);
  });

  it('stays where its key is reset, and begins anew at another server or by another protocol', () => {
    const { results, put } = fixture();
    put(phone, works);
    results.forget([phone.key], () => false);
    expect([results.of(phone.key), results.here(phone)?.total]).toEqual([undefined, 1]);
    expect(results.here(checked(1, 'trojan'))).toBeUndefined();
    put(checked(1, 'vless', 'other.example.com:443'), works);
    expect(results.here(checked(1, 'vless', 'other.example.com:443'))?.total).toBe(1);
    expect(results.here(phone)).toBeUndefined();
  });

  it('goes with a connection that is gone', () => {
    const { clock, results, put, restarted } = fixture();
    put(phone, works);
    clock.jump(hourMs);
    put(phone, works, 'cafe');
    put(checked(2), works);
    restarted();
    results.forget([phone.key], () => true);
    expect(results.history.networks().map((network) => network.results)).toEqual([1, 0]);
  });
});

describe('networks', () => {
  it('are named, and told apart without their marks', () => {
    const { clock, results, place, store, put, restarted } = fixture();
    put(phone, works);
    clock.jump(hourMs);
    put(phone, works, 'cafe');
    const home = results.history.networks().find(({ isHere }) => !isHere);
    results.save();
    results.history.name(home?.id ?? 0, 'Home');
    expect(restarted().history.networks()).toEqual([
      { id: 2, name: '', at: clock.now(), results: 1, isHere: true },
      { id: 1, name: 'Home', at: clock.now() - hourMs, results: 1, isHere: false },
    ]);
    expect(JSON.stringify(results.history.networks())).not.toContain('cafe');
    expect(results.here(phone)?.network).toBe('');
    place.is = 'home';
    expect(results.here(phone)?.network).toBe('Home');
    const stored = store.readAll('a', 'checks').map(({ sealed }) => Buffer.from(sealed));
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.filter((bytes) => bytes.includes('Home'))).toEqual([]);
  });

  it('are forgotten by network and whole', () => {
    const { results, store, put, restarted } = fixture();
    put(checked(2), works, 'cafe');
    put(phone, works, 'home');
    results.save();
    const [here] = results.history.networks().filter(({ isHere }) => isHere);
    expect(results.forgetNetwork(here?.id)).toEqual([phone.key]);
    expect(restarted().here(phone)).toBeUndefined();
    expect([results.of(phone.key), results.of('config:2')?.result]).toEqual([undefined, works]);
    put(phone, works);
    results.forgetNetwork();
    expect([restarted().history.networks(), results.of(phone.key)]).toEqual([[], undefined]);
    const stored = store.readAll('a', 'checks').map(({ name }) => name);
    expect(stored.filter((name) => name.startsWith('network:'))).toEqual([]);
    // Nothing of it comes back with the next network of that number.
    put(phone, works);
    expect(results.here(phone)?.total).toBe(1);
  });

  it('are not remembered where the user wants no history', () => {
    const { results, settings, put } = fixture();
    settings.checkHistory = false;
    put(phone, works);
    expect(results.history.networks()).toEqual([]);
    expect(results.of(phone.key)?.result).toEqual(works);
  });
});

describe('the memory of checks', () => {
  it('is less than a megabyte, and keeps the newest of what is checked often', () => {
    const { clock, results, store, put } = fixture();
    const kept = () =>
      store.readAll('a', 'checks').reduce((all, { sealed }) => all + sealed.length, 0);
    for (let network = 0; network < 18; network += 1) {
      for (let n = 0; n < 700; n += 1) {
        put(phone, works, `network ${String(network)}`);
        put(checked(2 + n), fails);
        clock.jump(60_000);
      }
      results.save();
    }
    const newest = Array.from({ length: 16 }, (_, n) => 18 - n);
    expect(results.history.networks().map(({ id }) => id)).toEqual(newest);
    expect(kept()).toBeLessThan(1024 ** 2);
    expect(results.here(phone)?.total).toBeGreaterThanOrEqual(8);
  });
});

describe('the odds of a connection', () => {
  const word = false;

  it('follow its own results here, the newest most', () => {
    const { clock, results, put } = fixture();
    expect(results.odds(phone, word)).toBeUndefined();
    for (let n = 0; n < 40; n += 1) {
      put(phone, works);
      clock.jump(dayMs / 4);
    }
    expect(results.odds(phone, word)).toBe(5);
    put(phone, fails);
    expect(results.odds(phone, word)).toBeLessThanOrEqual(2);
    clock.jump(dayMs);
    expect(results.odds(phone, word)).toBeGreaterThanOrEqual(4);
  });

  it('follow those of its protocol and its server here, where it has none', () => {
    const { results, put } = fixture();
    put(checked(2, 'vless'), fails);
    put(checked(3, 'trojan', 's4.example.com:8443'), works);
    expect(results.odds(phone, word)).toBeLessThanOrEqual(1);
    expect(results.odds(checked(4, 'outline'), word)).toBeGreaterThanOrEqual(4);
    const ranged = checked(6, 'hysteria2', 's4.example.com:443,20000-29999');
    expect(results.odds(ranged, word)).toBeGreaterThanOrEqual(4);
    expect(results.odds(checked(5, 'outline'), word)).toBeUndefined();
  });

  it('follow another network least, and then the word of the service', () => {
    const { results, place, put } = fixture();
    put(phone, works);
    put(checked(2, 'trojan'), fails);
    place.is = 'cafe';
    results.networkChanged();
    const [good, bad] = [results.odds(phone, word), results.odds(checked(2, 'trojan'), word)];
    expect([good, bad]).toEqual([4, 2]);
    expect(results.odds(phone, true)).toBe(3);
  });
});
