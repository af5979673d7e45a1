import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import {
  proposedSteps,
  repairSteps,
  type Located,
  type RepairFacts,
} from '#contract/connections/repair-steps.ts';
import { connectionRow } from './connection-row.ts';

const now = 1_800_000_000_000;
const answers = (ms = 20): CheckResult => ({ outcome: 'answers', ms, depth: 'tls' });
const fails = (
  outcome: Exclude<CheckResult['outcome'], 'answers' | 'undetermined'> = 'silent',
): CheckResult => ({ outcome }) as CheckResult;

/** A connection on the server of this number, at a location of its own. */
function on(server: number, protocol: string, result?: CheckResult, place = server): Located {
  return {
    ...connectionRow({
      key: `config:${String(server)}${protocol.length}`,
      protocol,
      host: `s${String(server)}.example.com:443`,
      ...(result && { check: { result, at: now } }),
    }),
    locationId: place,
    serverId: server,
  };
}

function facts(failed: Located, others: Located[], given: Partial<RepairFacts> = {}): RepairFacts {
  return {
    failed: { ...failed, flags: [] },
    others: [failed, ...others],
    chooses: { location: true, server: true },
    delays: new Map(),
    now,
    ...given,
  };
}

/** Protocol and place of each proposed step, and what it rests on. */
function proposed(of: RepairFacts) {
  return proposedSteps(repairSteps(of), of.failed).map(({ to, proof }) =>
    [to.protocol, to.location, to.server, proof.kind].join(' '),
  );
}

describe('how a connection is made to work', () => {
  it('by nothing where this network finds the names of no server', () => {
    const nameless = (server: number) => on(server, 'vless', fails('name-not-found'));
    const known = { delays: new Map([[9, 5]]) };
    const address = { ...on(4, 'trojan', answers()), host: '203.0.113.4:443' };
    const steps = (...others: Located[]) =>
      proposed(facts(nameless(1), [nameless(2), address, ...others], known));
    expect(steps()).toEqual([]);
    // One that was never checked is no evidence.
    expect(steps(on(6, 'trojan'))).toEqual([]);
    expect(proposed(facts(nameless(1), [address], known))).not.toEqual([]);
    expect(steps(nameless(3))).toEqual([]);
    expect(steps(nameless(3), on(5, 'trojan', answers()))).not.toEqual([]);
  });

  it('by a protocol that answers on its own server, before one that answers elsewhere', () => {
    const others = [on(2, 'trojan', answers(5)), on(1, 'outline', answers(90))];
    expect(proposed(facts(on(1, 'vless', fails()), others))).toEqual([
      'outline 1 1 answers',
      'trojan 2 2 answers',
    ]);
  });

  it('by every change that is known to help, the likeliest first, each once', () => {
    const range = on(1, 'hysteria2', answers(300));
    const others = [
      on(4, 'trojan', answers(30)),
      on(2, 'trojan', answers(5)),
      on(2, 'outline', answers(7)),
      on(3, 'wg', answers(10)),
      on(1, 'outline', answers(90)),
      { ...range, host: 's1.example.com:443,20000-29999' },
      on(5, 'ikev2', answers(1)),
      on(6, 'shadowsocks-2022'),
    ];
    const failed = on(1, 'vless', fails());
    const steps = repairSteps(facts(failed, others, { delays: new Map([[9, 4]]) }));
    const said = steps.map(({ to, proof }) => [
      `${to.protocol} ${String(to.location)} ${String(to.server)}`,
      proof.kind === 'answers' ? `${proof.key} ${String(proof.isSameServer)}` : proof.ms,
    ]);
    expect(said).toEqual([
      ['outline 1 1', 'config:17 true'],
      ['hysteria2 1 1', 'config:19 true'],
      ['trojan 1 1', 'config:26 false'],
      ['wg 1 1', 'config:32 false'],
      ['trojan 2 2', 'config:26 false'],
      ['wg 3 3', 'config:32 false'],
      ['trojan 4 4', 'config:46 false'],
      ['outline 9 null', 4],
    ]);
  });

  it('by its own protocol nowhere but at another place', () => {
    expect(proposed(facts(on(1, 'vless', fails('reset')), [on(2, 'vless', answers())]))).toEqual([
      'vless 2 2 answers',
    ]);
    expect(proposed(facts(on(1, 'vless'), [on(2, 'trojan', answers())]))[0]).toBe(
      'trojan 1 1 answers',
    );
  });

  it('at another place after the first protocol, before the second', () => {
    const others = [on(1, 'outline', answers(5)), on(1, 'trojan', answers(9))];
    const delays = new Map([[4, 20]]);
    expect(proposed(facts(on(1, 'vless', fails()), others, { delays }))).toEqual([
      'outline 1 1 answers',
      'outline 4  reached',
    ]);
  });

  it('not by a protocol that fails on its own server, whatever it does elsewhere', () => {
    const others = [on(2, 'trojan', answers()), on(1, 'trojan', fails())];
    expect(proposed(facts(on(1, 'vless', fails('reset')), others))).toEqual(['trojan 2 2 answers']);
  });

  it('at another place first where nothing comes back from its server', () => {
    const others = [on(2, 'trojan', answers())];
    const at = (result: CheckResult) => proposed(facts(on(1, 'vless', result), others))[0];
    expect(at(fails('no-answer'))).toBe('trojan 2 2 answers');
    expect(at(fails('reset'))).toBe('trojan 1 1 answers');
    // Nor does another protocol get through to it.
    const silent = [...others, on(1, 'outline', fails())];
    expect(proposed(facts(on(1, 'vless', fails('reset')), silent))[0]).toBe('trojan 2 2 answers');
    const elsewhere = [...others, on(3, 'outline', fails())];
    expect(proposed(facts(on(1, 'vless', fails('reset')), elsewhere))[0]).toBe(
      'trojan 1 1 answers',
    );
    const both = [on(1, 'outline', answers(90)), on(2, 'trojan', answers(5))];
    expect(proposed(facts(on(1, 'vless', fails('no-answer')), both))[0]).toBe(
      'outline 1 1 answers',
    );
    const alike = [...others, on(1, 'vless', fails())];
    expect(proposed(facts(on(1, 'vless', fails('reset')), alike))[0]).toBe('trojan 1 1 answers');
  });

  it.each(['name-not-found', 'no-address', 'dns-failed', 'unreachable'] as const)(
    'at another place alone where its name or the way to it is out of reach: %s',
    (why) => {
      const lost = on(1, 'vless', fails(why));
      expect(proposed(facts(lost, [on(2, 'trojan', answers())]))).toEqual(['trojan 2 2 answers']);
      const delays = new Map([[5, 80]]);
      expect(proposed(facts(lost, [], { delays }))).toEqual(['vless 5  reached']);
    },
  );

  it('at the place that is reached fastest, by a protocol that answers from here', () => {
    const delays = new Map([
      [1, 3],
      [5, 80],
      [4, 20],
    ]);
    const others = [on(1, 'outline', answers())];
    expect(proposed(facts(on(1, 'vless', fails()), others, { delays }))).toEqual([
      'outline 1 1 answers',
      'outline 4  reached',
    ]);
    // Nothing is known of protocols: the second is tried by the other kind of transport.
    expect(proposed(facts(on(1, 'vless', fails()), [], { delays }))).toEqual([
      'vless 4  reached',
      'hysteria2 5  reached',
    ]);
    for (const udp of ['wg', 'hysteria2', 'amnezia-wg-2']) {
      expect(proposed(facts(on(1, udp, fails()), [on(7, 'ikev2', answers())], { delays }))).toEqual(
        [`${udp} 4  reached`, 'vless 5  reached'],
      );
    }
    // Its own protocol is known to work.
    const own = [on(1, 'outline', answers()), on(7, 'vless', answers())];
    const reached = repairSteps(facts(on(1, 'vless', fails()), own, { delays })).slice(-2);
    expect(reached.map(({ to }) => `${to.protocol} ${String(to.location)}`)).toEqual([
      'vless 4',
      'vless 5',
    ]);
  });

  it('only as the service lets it be changed', () => {
    const others = [on(2, 'trojan', answers()), on(3, 'outline', answers(), 1)];
    const failed = on(1, 'vless', fails());
    const delays = new Map([[2, 5]]);
    const noChange = { failed: { ...failed, flags: ['noChangeCountry'] }, delays };
    expect(proposed(facts(failed, others, noChange))).toEqual([
      'trojan 1 1 answers',
      'outline 1 3 answers',
    ]);
    const reached = repairSteps(facts(failed, [], noChange));
    expect(reached).toEqual([]);
    const unplaced = { ...on(2, 'trojan', answers()), locationId: null, serverId: null };
    for (const location of [true, false]) {
      const chooses = { location, server: true };
      const [only, ...more] = repairSteps(facts(failed, [unplaced], { chooses }));
      expect([only?.to.protocol, only?.to.server, more]).toEqual(['trojan', 1, []]);
    }
    const nowhere = { ...failed, flags: [], locationId: null };
    expect(proposed(facts(failed, others, { failed: nowhere }))).toEqual([
      'trojan 2 2 answers',
      'outline 1 3 answers',
    ]);
    const ofServer = { chooses: { location: false, server: false }, delays };
    expect(proposed(facts(failed, others, ofServer))).toEqual([
      'trojan   answers',
      'outline   answers',
    ]);
  });

  it('by nothing that was seen in another network, long ago, or of another kind', () => {
    const old = on(2, 'trojan', answers());
    const elsewhere = { ...old, check: { result: answers(), at: now, elsewhere: true as const } };
    const long = { ...old, check: { result: answers(), at: now - 3_600_000 } };
    const others = [elsewhere, long, on(3, 'socks5', answers())];
    expect(proposed(facts(on(1, 'vless', fails()), others))).toEqual([]);
  });
});
