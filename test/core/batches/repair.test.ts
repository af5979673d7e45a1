import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/check-result.ts';
import type { Protocol } from '#contract/constants.ts';
import { fail, ok } from '#contract/failure.ts';
import { createBatchFixture, statesOf } from './fixture.ts';

const answers: CheckResult = { outcome: 'answers', ms: 12, depth: 'tls' };

/** A configuration that answers from here by some protocols alone. */
function fixtureWhere(works: readonly string[]) {
  const checked: string[] = [];
  const fixture = createBatchFixture({
    prove: () => {
      const { protocol } = config();
      checked.push(protocol);
      return Promise.resolve(ok(works.includes(protocol) ? answers : { outcome: 'silent' }));
    },
  });
  const config = () => {
    const [first] = fixture.service.account.configs;
    if (!first) throw new Error('a configuration is needed');
    return first;
  };
  const { id, location_id: location, server_id: server, protocol } = config();
  const to = (...protocols: Protocol[]) => ({
    action: 'repair' as const,
    key: `config:${String(id)}`,
    to: protocols.map((each) => ({ protocol: each, location, server })),
  });
  return { fixture, config, checked, to, before: protocol as Protocol };
}

describe('a connection is changed until it works', () => {
  it('asks once for both changes, and leaves the second out where the first answers', async () => {
    const { fixture, config, checked, to } = fixtureWhere(['trojan']);
    const batch = await fixture.run(to('trojan', 'outline'));
    expect(fixture.questions).toMatchObject([
      { kind: 'repair', steps: [{ protocol: 'trojan' }, { protocol: 'outline' }] },
    ]);
    expect(statesOf(batch)).toEqual(['done', 'left-out']);
    expect(batch.items.map(({ problem }) => problem)).toEqual([null, 'works-already']);
    expect(batch.summary).toMatchObject({ stopped: null, running: false, undoable: 1 });
    expect([checked, config().protocol]).toEqual([['trojan'], 'trojan']);
    expect(fixture.changes).toHaveLength(1);
  });

  it('goes on to the second where the first does not answer, and says so where neither does', async () => {
    const both = fixtureWhere(['outline']);
    const batch = await both.fixture.run(both.to('trojan', 'outline'));
    expect(statesOf(batch)).toEqual(['done', 'done']);
    expect(batch.items.map(({ found }) => found?.outcome)).toEqual(['silent', 'answers']);
    expect(batch.summary.stopped).toBeNull();

    const none = fixtureWhere([]);
    const { summary } = await none.fixture.run(none.to('trojan', 'outline'));
    expect(summary).toMatchObject({ stopped: 'none-works', undoable: 1, rest: 0, failed: 0 });
    expect(none.fixture.questions).toHaveLength(1);
    expect(none.fixture.changes).toHaveLength(2);
  });

  it('is put back to what it was by one more change, which is asked about and checked', async () => {
    const { fixture, config, checked, to, before } = fixtureWhere([]);
    const { id } = (await fixture.run(to('trojan', 'outline'))).summary;
    const back = await fixture.run({ action: 'undo', batch: id });
    expect(fixture.questions).toHaveLength(2);
    expect(fixture.questions[1]).toMatchObject({ kind: 'repair', steps: [{ protocol: before }] });
    expect([statesOf(back), back.summary.stopped]).toEqual([['done'], null]);
    expect([config().protocol, checked]).toEqual([before, ['trojan', 'outline', before]]);
    const [, first] = fixture.batches.list().batches;
    expect(first).toMatchObject({ id, undoable: 0 });
  });

  it('changes nothing that is refused, and nothing that would stay the same', async () => {
    const refused = fixtureWhere([]);
    refused.fixture.user.agrees = false;
    expect(await refused.fixture.start(refused.to('trojan'))).toMatchObject(fail('declined'));
    const same = fixtureWhere([]);
    expect(await same.fixture.start(same.to(same.before))).toMatchObject(fail('not-found'));
    expect([...refused.fixture.changes, ...same.fixture.changes]).toEqual([]);
  });

  it('stops after a change that cannot be judged from here, and after one whose answer was lost', async () => {
    const unjudged = createBatchFixture({
      prove: () => Promise.resolve(ok({ outcome: 'offline' })),
    });
    const unread = createBatchFixture({ prove: () => Promise.resolve(fail('offline')) });
    for (const fixture of [unjudged, unread]) {
      const batch = await fixture.run(fixtureWhere([]).to('trojan', 'outline'));
      expect([statesOf(batch), batch.summary.stopped]).toEqual([['done', 'pending'], 'unproven']);
    }
    const lost = fixtureWhere(['outline']);
    // What it breaks is known by then.
    void lost.fixture.batches.plan(lost.to('trojan'));
    await lost.fixture.pass(50);
    lost.fixture.requestFaults.reads = { faults: ['drop-after'] };
    const batch = await lost.fixture.run(lost.to('trojan', 'outline'));
    expect([statesOf(batch), batch.summary.stopped]).toEqual([['unknown', 'pending'], 'failure']);
    expect(lost.checked).toEqual([]);
  });

  it('goes on to the second where the service refuses the first', async () => {
    const { fixture, config, to } = fixtureWhere(['outline']);
    const refused = to('trojan', 'outline');
    const [first, ...rest] = refused.to;
    const elsewhere = first && { ...first, location: 999_999, server: 1 };
    const batch = await fixture.run({ ...refused, to: elsewhere ? [elsewhere, ...rest] : [] });
    expect(statesOf(batch)).toEqual(['failed', 'done']);
    expect([batch.summary.stopped, config().protocol]).toEqual([null, 'outline']);
  });
});
