import { expect, it } from 'vitest';
import { createProber } from '#core/checks/prober.ts';
import { maxDatagrams } from '#core/checks/probes/probe.ts';
import { readTarget } from '#core/checks/read-target.ts';
import { ProbeFault, type ProbeSockets } from '#core/kernel/ports.ts';
import { manualClock, seededRandom, settled } from '#test/core/fakes.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const salamander = {
  connection_url: 'hysteria2://p@192.0.2.1:443/?obfs=salamander&obfs-password=s',
};

/** The AmneziaWG config that has a check send most. */
const largest = {
  connection_url: '',
  awg_config: [
    '[Interface]',
    `PrivateKey = ${key(8)}`,
    'Jc = 128\nJmin = 1500\nJmax = 1500\nS1 = 1500\nS2 = 0\nH1 = 5\nH2 = 6\nH3 = 7\nH4 = 8',
    ...[1, 2, 3, 4, 5].map((at) => `I${String(at)} = <r 1500>`),
    `[Peer]\nPublicKey = ${key(9)}\nEndpoint = 192.0.2.1:51820`,
  ].join('\n'),
};

/** Everything that a check sends to a server that never answers, within its five seconds. */
async function sentBy(protocol: string, secrets: Parameters<typeof readTarget>[1]) {
  const clock = manualClock();
  const ended = new AbortController();
  const sent: number[] = [];
  const sockets: ProbeSockets = {
    lookup: () => Promise.resolve({ kind: 'found', addresses: ['192.0.2.1'] }),
    connect: () => Promise.reject(new ProbeFault('unreachable')),
    datagrams: () =>
      Promise.resolve({
        send: ({ byteLength }) => sent.push(byteLength),
        receive: () =>
          new Promise((_, reject) =>
            ended.signal.addEventListener('abort', () => reject(new ProbeFault('no-answer'))),
          ),
        close: () => undefined,
      }),
    close: () => undefined,
  };
  const prober = createProber({
    sockets,
    random: seededRandom(),
    clock: { ...clock, serviceTime: () => clock.now() },
  });
  const target = readTarget(protocol, secrets);
  if (target.kind === 'undetermined') throw new Error(target.reason);
  const lookup = { kind: 'found', addresses: ['192.0.2.1'] } as const;
  const result = prober.probe(target, lookup, ended.signal);
  await settled();
  for (let at = 0; at < 5; at += 1) await clock.advance(1000);
  ended.abort();
  expect(await result).toEqual({ outcome: 'key-unanswered' });
  return sent;
}

it.each([
  ['amnezia-wg-2', largest],
  ['hysteria2', salamander],
])('a check of %s sends a bounded number of datagrams and bytes', async (protocol, secrets) => {
  const sent = await sentBy(protocol, secrets);
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.length).toBeLessThanOrEqual(maxDatagrams.count);
  const bytes = sent.reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeLessThanOrEqual(maxDatagrams.bytes);
  expect(Math.max(...sent)).toBeLessThanOrEqual(1700);
});
