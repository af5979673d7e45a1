import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import { fail, ok } from '#contract/failure.ts';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import { CheckResults } from '#core/checks/check-results.ts';
import { Checks } from '#core/checks/checks.ts';
import type { OpenedProber } from '#core/checks/prober.ts';
import { makeConnection, type ConnectionFacts } from '#core/connections/connection.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { Lookup } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { manualClock, sealedOver, settled } from '#test/core/fakes.ts';

const found: Lookup = { kind: 'found', addresses: ['192.0.2.1'] };
const answered: CheckResult = { outcome: 'answers', ms: 40, depth: 'handshake' };

function connection(id: number, facts: Partial<ConnectionFacts> = {}) {
  return makeConnection({
    key: `config:${String(id)}`,
    source: 'config',
    protocol: 'vless',
    country: 'nl',
    place: 'Netherlands',
    online: 'online',
    secrets: { connection_url: `vless://secret@s${String(id)}.example.com:443` },
    ...facts,
  });
}

/** Checks of some connections, with probes that end when the test says so. */
function fixture(count: number, more: readonly ReturnType<typeof connection>[] = []) {
  const all = [...Array.from({ length: count }, (_, id) => connection(id)), ...more];
  const known = new Map(all.map((each) => [each.record.key, each]));
  const clock = manualClock();
  const vault = sealedOver(createMemoryVault());
  const network = { mark: 'home' };
  const openResults = () =>
    new CheckResults({ vault, network: () => network.mark, keepsHistory: () => true, clock });
  const results = openResults();
  const progress: CheckProgress[] = [];
  const published: string[][] = [];
  const probes: {
    host: string;
    addresses: readonly string[];
    signal: AbortSignal;
    end: (result: CheckResult) => void;
  }[] = [];
  const lookups = new Map<string, Lookup | Promise<Lookup>>();
  const questions: ConsentQuestion[] = [];
  const consent = { agrees: true };
  const prober: OpenedProber = {
    async lookUp({ host }, signal) {
      const cut = new Promise<Lookup>((resolve) =>
        signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'dns-failed' })),
      );
      return Promise.race([cut, lookups.get(host) ?? found]);
    },
    probe: ({ host }, lookup, signal) =>
      new Promise((resolve) => {
        if (lookup.kind === 'failed') resolve({ outcome: lookup.reason });
        if (lookup.kind === 'local') resolve({ outcome: 'undetermined', reason: 'local-address' });
        if (lookup.kind !== 'found') return;
        probes.push({ host, addresses: lookup.addresses, signal, end: resolve });
        signal.addEventListener('abort', () => resolve({ outcome: 'no-answer' }));
      }),
    close: () => undefined,
  };
  const checks = new Checks({
    connections: {
      record: (key) => known.get(key)?.record,
      secrets: (requested) =>
        requested.map(({ key, form }) =>
          form === 'url' ? known.get(key)?.secrets.connection_url : undefined,
        ),
    },
    results,
    openProber: () => prober,
    look: () => Promise.resolve(),
    ask(question) {
      questions.push(question);
      return Promise.resolve(consent.agrees ? ok(null) : fail('declined'));
    },
    clock,
    publish: (state) => progress.push(state),
    onResults: (keys) => published.push([...keys]),
  });
  return {
    checks,
    /** Starts checks, and lets them get as far as they can. */
    start: async (
      keys: readonly string[],
      options: Partial<Parameters<typeof checks.start>[1]> = {},
    ): Promise<void> => {
      await checks.start(keys, { interrupting: false, ...options });
      await settled();
    },
    /** Ends one probe, and lets the checks go on. */
    end: async (nth: number, result: CheckResult): Promise<void> => {
      probes[nth]?.end(result);
      await settled();
    },
    clock,
    vault,
    network,
    results,
    openResults,
    progress,
    published,
    probes,
    known,
    lookups,
    questions,
    consent,
    keys: [...known.keys()],
  };
}

describe('checks', () => {
  it('run sixteen at a time', async () => {
    const { start, probes, keys, end } = fixture(20);
    await start(keys);
    expect(probes).toHaveLength(16);
    await end(3, answered);
    expect(probes).toHaveLength(17);
  });

  it('leave out what would send a handshake by its URL, whatever the service calls it', async () => {
    const key = encodeURIComponent(Buffer.alloc(32, 1).toString('base64'));
    const url = `wireguard://${key}@s9.example.com:1?publickey=${key}&address=10.0.0.2`;
    const { start, probes, keys, progress, end } = fixture(1, [
      connection(9, { secrets: { connection_url: url } }),
    ]);
    await start(keys);
    expect(probes.map(({ host }) => host)).toEqual(['s0.example.com']);
    await end(0, answered);
    expect(progress.at(-1)).toMatchObject({ running: false, total: 1, leftOut: 1, done: 1 });
    await start(keys, { interrupting: true });
    expect(probes).toHaveLength(3);
  });

  it('give each five seconds from the end of its lookup on', async () => {
    const { checks, clock, probes, results, lookups, keys } = fixture(1);
    const lookup = Promise.withResolvers<Lookup>();
    lookups.set('s0.example.com', lookup.promise);
    await checks.start(keys, { interrupting: false });
    await clock.advance(4999);
    lookup.resolve(found);
    await settled();
    await clock.advance(4999);
    expect(probes[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(probes[0]?.signal.aborted).toBe(true);
    expect(results.of('config:0')?.result).toEqual({ outcome: 'no-answer' });
    expect(checks.progress()).toMatchObject({ running: false, done: 1, answered: 0 });
  });

  it('tell the one cause for which most failed, as every failed lookup is', async () => {
    const { start, end, lookups, progress, keys } = fixture(4);
    const failures = ['name-not-found', 'no-address', 'dns-failed'] as const;
    for (const [id, reason] of failures.entries())
      lookups.set(`s${String(id)}.example.com`, { kind: 'failed', reason });
    await start(keys);
    await end(0, { outcome: 'undetermined', reason: 'sent-enough' });
    const found = { done: 4, answered: 0, failed: 3, cause: 'dns-failed' };
    expect(progress.at(-1)).toMatchObject(found);
    await start(keys);
    await end(1, { outcome: 'reset' });
    expect(progress.at(-1)).toMatchObject({ ...found, failed: 4 });
    lookups.delete('s1.example.com');
    await start(keys);
    await end(2, { outcome: 'reset' });
    await end(3, { outcome: 'reset' });
    expect(progress.at(-1)).toMatchObject({ ...found, failed: 4, cause: null });
  });

  it('wait five seconds for a name', async () => {
    const { checks, clock, probes, results, lookups, keys } = fixture(1);
    lookups.set('s0.example.com', new Promise(() => undefined));
    await checks.start(keys, { interrupting: false });
    await clock.advance(5000);
    expect(probes).toEqual([]);
    expect(results.of('config:0')?.result).toEqual({ outcome: 'dns-failed' });
  });

  it('of live servers are not held back by names that DNS does not answer', async () => {
    const { start, probes, lookups, keys } = fixture(30);
    for (let id = 0; id < 24; id += 1)
      lookups.set(`s${String(id)}.example.com`, new Promise(() => undefined));
    await start(keys);
    expect(probes.map(({ host }) => host)).toEqual(
      [24, 25, 26, 27, 28, 29].map((id) => `s${String(id)}.example.com`),
    );
  });

  it('contact an address of the local network only where the user allows it', async () => {
    const { start, probes, lookups, results, questions, consent, keys } = fixture(2);
    const local: Lookup = { kind: 'local', addresses: ['192.168.1.1', '10.0.0.1'] };
    for (const id of [0, 1]) lookups.set(`s${String(id)}.example.com`, local);
    const uncontacted = { outcome: 'undetermined', reason: 'local-address' };

    await start(keys);
    expect([questions, probes]).toEqual([[], []]);
    expect(results.of('config:0')?.result).toEqual(uncontacted);

    consent.agrees = false;
    await start(['config:0']);
    expect(questions).toEqual([{ kind: 'check-local', title: '', address: '192.168.1.1' }]);
    expect([probes, results.of('config:0')?.result]).toEqual([[], uncontacted]);

    consent.agrees = true;
    await start(['config:0']);
    expect(probes.map(({ addresses }) => addresses)).toEqual([['192.168.1.1']]);
    await start(keys);
    expect([questions.length, probes.length]).toEqual([2, 3]);
  });

  it('publish results together as they come, and how far they are', async () => {
    const { start, clock, probes, published, progress, keys, end } = fixture(3);
    await start(keys);
    probes[0]?.end(answered);
    await end(1, { outcome: 'refused' });
    expect(published).toEqual([]);
    await clock.advance(250);
    expect(published).toEqual([['config:0', 'config:1']]);
    expect(progress.at(-1)).toMatchObject({ running: true, done: 2, total: 3, answered: 1 });
    await end(2, answered);
    expect(published.at(-1)).toEqual(['config:2']);
    expect(progress.at(-1)).toMatchObject({ running: false, done: 3, answered: 2 });
  });

  it('stop at once when they are cancelled, and keep the results so far', async () => {
    const { start, checks, probes, results, keys, end } = fixture(20);
    await start(keys);
    await end(0, answered);
    expect(checks.cancel()).toMatchObject({ running: false, done: 1 });
    await settled();
    expect(probes.every(({ signal }, at) => at === 0 || signal.aborted)).toBe(true);
    expect(probes).toHaveLength(17);
    expect(keys.filter((key) => results.of(key))).toEqual(['config:0']);
  });

  it('report what cannot be checked, and send nothing for it', async () => {
    const odd = connection(5, { secrets: { connection_url: 'vmess://a@b.example.com:1' } });
    const { start, probes, results } = fixture(0, [odd]);
    await start([odd.record.key]);
    expect(probes).toEqual([]);
    expect(results.of(odd.record.key)?.result).toEqual({
      outcome: 'undetermined',
      reason: 'unknown-protocol',
    });
  });

  it('look one after the other for the first that answers, and leave the rest alone', async () => {
    const { start, checks, probes, results, progress, keys, end } = fixture(4);
    await start(keys, { firstAnswer: true });
    expect(probes).toHaveLength(1);
    await end(0, { outcome: 'reset' });
    expect(probes).toHaveLength(2);
    expect(checks.progress()).toMatchObject({ running: true, done: 1, total: 4 });
    await end(1, answered);
    expect(probes).toHaveLength(2);
    expect(progress.at(-1)).toMatchObject({ running: false, done: 2, total: 4, answered: 1 });
    expect(keys.filter((key) => results.of(key))).toEqual(['config:0', 'config:1']);
  });

  it('look no further for one that answers where this computer is offline', async () => {
    const { start, checks, probes, keys, end } = fixture(3);
    await start(keys, { firstAnswer: true });
    await end(0, { outcome: 'offline' });
    expect(probes).toHaveLength(1);
    expect(checks.progress()).toMatchObject({ running: false, done: 1, answered: 0 });
  });

  it('look no further for one that answers once they are cancelled', async () => {
    const { start, checks, probes, results, keys } = fixture(3);
    await start(keys, { firstAnswer: true });
    checks.cancel();
    await settled();
    expect(probes.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(keys.filter((key) => results.of(key))).toEqual([]);
  });

  it('ask nothing while they look for one that answers', async () => {
    const { start, lookups, questions, results } = fixture(1);
    lookups.set('s0.example.com', { kind: 'local', addresses: ['192.168.1.1'] });
    await start(['config:0'], { firstAnswer: true });
    expect(questions).toEqual([]);
    expect(results.of('config:0')?.result).toMatchObject({ reason: 'local-address' });
  });

  it('that the network began take the place of no other, and ask nothing', async () => {
    const { start, checks, probes, lookups, questions, keys } = fixture(2);
    lookups.set('s1.example.com', { kind: 'local', addresses: ['192.168.1.1'] });
    await start(['config:0']);
    await start(keys, { automatic: true });
    expect(probes.map(({ signal }) => signal.aborted)).toEqual([false]);
    expect(checks.progress()).toMatchObject({ automatic: false, total: 1 });
    checks.cancel();
    await start(['config:1'], { automatic: true });
    expect(checks.progress()).toMatchObject({ automatic: true, running: false, done: 1 });
    expect(questions).toEqual([]);
  });

  it('replace those that are running', async () => {
    const { start, checks, probes, keys, end } = fixture(2);
    await start(['config:0']);
    await start(['config:1']);
    expect(probes[0]?.signal.aborted).toBe(true);
    await end(1, answered);
    expect(checks.progress()).toMatchObject({ running: false, total: 1, answered: 1 });
    expect(keys).toHaveLength(2);
  });

  it('ignore connections that do not exist', async () => {
    const { checks } = fixture(1);
    expect(await checks.start(['config:99'], { interrupting: false })).toMatchObject(
      fail('not-found'),
    );
  });
});

describe('results of checks', () => {
  it('belong to the network that they were found in, and are seen as such in any other', async () => {
    const { start, results, network, probes, published, keys, end } = fixture(2);
    await start(keys);
    probes[0]?.end(answered);
    await end(1, { outcome: 'refused' });
    for (const key of keys) expect(results.of(key)).not.toHaveProperty('elsewhere');
    network.mark = 'cafe';
    results.networkChanged();
    expect(results.of('config:0')).toMatchObject({ result: answered, elsewhere: true });
    await start(['config:1']);
    await end(2, answered);
    expect(results.of('config:1')).not.toHaveProperty('elsewhere');
    expect(published.at(-1)).toEqual(['config:1']);
    network.mark = 'home';
    results.networkChanged();
    expect(results.of('config:0')).not.toHaveProperty('elsewhere');
  });

  it('say when a connection last answered, whatever was found since', async () => {
    const { start, clock, results, probes } = fixture(1);
    const at = clock.now();
    for (const result of [answered, { outcome: 'refused' }, { outcome: 'offline' }] as const) {
      await start(['config:0']);
      probes.at(-1)?.end(result);
      await settled();
      await clock.advance(1000);
    }
    expect(results.of('config:0')).toEqual({
      result: { outcome: 'offline' },
      at: at + 2000,
      answeredAt: at,
    });
  });

  it('are not made of a change of the network: what is being checked ends, what was found stays', async () => {
    const { start, checks, probes, results, keys, end } = fixture(2);
    await start(keys);
    await end(0, answered);
    checks.networkChanged();
    expect(checks.progress()).toMatchObject({ running: false, done: 1 });
    await settled();
    expect(probes[1]?.signal.aborted).toBe(true);
    expect(keys.filter((key) => results.of(key))).toEqual(['config:0']);
  });

  it('outlive a restart, with their age, until they are forgotten', async () => {
    const { start, clock, vault, probes, keys, openResults } = fixture(2);
    await start(keys);
    for (const { end } of probes) end(answered);
    await settled();
    const again = openResults();
    expect(again.of('config:0')).toEqual({ result: answered, at: clock.now() });
    vault.write(again.renewed(['config:1', 'config:7']));
    vault.write(again.forget(['config:0', 'config:7'], () => false));
    const last = openResults();
    expect(last.of('config:0')).toBeUndefined();
    expect(last.of('config:1')).toMatchObject({ result: answered, earlier: true });
    expect(again.forget(['config:0'], () => false)).toEqual([]);
  });

  it('do not count for a connection that changed or went while it was checked', async () => {
    const { start, checks, clock, probes, results, published, known, keys } = fixture(3);
    await start(keys);
    const secrets = { connection_url: 'vless://other@s0.example.com:443' };
    known.set('config:0', connection(0, { secrets }));
    known.delete('config:1');
    for (const { end } of probes) end(answered);
    await settled();
    await clock.advance(250);
    expect(keys.filter((key) => results.of(key))).toEqual(['config:2']);
    expect(published).toEqual([['config:2']]);
    expect(checks.progress()).toMatchObject({ running: false, done: 3, answered: 1 });
  });
});
