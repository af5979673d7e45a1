import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import {
  proposedSteps,
  repairSteps,
  type Located,
  type RepairFacts,
} from '#contract/connections/repair-plan.ts';
import { connectionRow } from './connection-row.ts';

const now = 1_800_000_000_000;
const answers = (ms = 20): CheckResult => ({ outcome: 'answers', ms, depth: 'tls' });
const fails = (outcome: 'silent' | 'no-answer' | 'reset' = 'silent'): CheckResult => ({ outcome });

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
  it('by a protocol that answers on its own server, before one that answers elsewhere', () => {
    const others = [on(2, 'trojan', answers(5)), on(1, 'outline', answers(90))];
    expect(proposed(facts(on(1, 'vless', fails()), others))).toEqual([
      'outline 1 1 answers',
      'trojan 2 2 answers',
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
  });

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
