import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { answer, setUp } from './polling.ts';

describe('published statistics', () => {
  it('are not published again while nothing changed', async () => {
    const { time, poller, requests, published } = setUp({ respond: () => answer(5) });
    poller.watch(['a'], 'a');
    await time.run(50_000);
    expect(requests.length).toBeGreaterThan(8);
    expect(published.length).toBe(1);
  });

  it('are published for their age about once a minute', async () => {
    const { time, poller, published } = setUp({ respond: () => answer(5) });
    poller.watch(['a'], 'a');
    await time.run(200_000);
    expect(published.length).toBe(4);
  });

  it('hold the last sixty points of up and down, with their times', async () => {
    const { time, poller } = setUp();
    poller.watch(['a'], 'a');
    await time.run(600_000);
    const recent = poller.snapshot('a')?.recent ?? [];
    expect(recent.length).toBe(60);
    expect(recent.every((point) => point.down === point.up * 2)).toBe(true);
    expect(recent.at(-1)?.at).toBe(poller.snapshot('a')?.fetchedAt);
  });

  it('keep the old values beside a failure, back off, and recover', async () => {
    let broken = false;
    const { time, poller, requests, published } = setUp({
      respond: (_server, _route, nth) => (broken ? fail('server', { status: 503 }) : answer(nth)),
    });
    poller.watch(['a'], 'a');
    await time.run(1000);
    broken = true;
    await time.run(60_000);
    const sample = poller.snapshot('a');
    expect(sample?.failure?.kind).toBe('server');
    expect(sample?.days[0]?.up).toBe(1);
    expect(sample?.fetchedAt).toBeLessThan(time.clock.now() - 55_000);
    expect(requests.length).toBeLessThan(7);
    broken = false;
    await time.run(120_000);
    expect(published.at(-1)?.failure).toBeUndefined();
  });

  it('show that a server was never read, without values', async () => {
    const { time, poller } = setUp({ respond: () => fail('not-found') });
    poller.watch(['a'], null);
    await time.run(1000);
    expect(poller.snapshot('a')).toMatchObject({
      fetchedAt: 0,
      days: [],
      failure: { kind: 'not-found' },
    });
  });

  it('come from another endpoint when one does not know the server', async () => {
    const { time, poller } = setUp({
      endpoints: () => ['paidOptions.configStats', 'configs.serverStats'],
      respond: (_server, endpoint, nth) =>
        endpoint === 'paidOptions.configStats' ? fail('not-found') : answer(nth),
    });
    poller.watch(['a'], 'a');
    await time.run(20_000);
    expect(poller.snapshot('a')?.failure).toBeUndefined();
    expect(poller.snapshot('a')?.fetchedAt).toBeGreaterThan(0);
  });

  it('report an answer that is not statistics', async () => {
    const { time, poller } = setUp({ respond: () => ok({ host: 1 }) });
    poller.watch(['a'], null);
    await time.run(1000);
    expect(poller.snapshot('a')?.failure?.kind).toBe('bad-response');
  });

  it('start from the samples of an earlier run', async () => {
    const first = setUp();
    first.poller.watch(['a'], 'a');
    await first.time.run(1000);
    first.poller.stop();
    const second = setUp({ vault: first.vault });
    await second.time.run(60_000);
    expect(second.poller.watch(['a'], null)[0]?.days[0]?.up).toBe(1);
    await second.time.run(1000);
    expect(second.poller.snapshot('a')?.recent.length).toBe(2);
  });

  it('are fetched again when the clock was set back since the last run', async () => {
    const first = setUp();
    await first.time.run(3_600_000);
    first.poller.watch(['a'], 'a');
    await first.time.run(1000);
    first.poller.stop();
    const second = setUp({ vault: first.vault });
    second.poller.watch(['a'], null);
    await second.time.run(1000);
    expect(second.requests.length).toBe(1);
  });
});
