import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createProber } from '#core/checks/prober.ts';
import { readTarget } from '#core/checks/read-target.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { ratiosOf, wallTime } from '#test/bench/pairs.ts';

const targets = 1000;
const atOnce = 16;
/** What a check makes of each target. */
const tries = 3;
const knownDelayMs = 50;
const tlsHello = Buffer.concat([
  Buffer.from('160303002c02000028030300', 'hex'),
  Buffer.alloc(38, 7),
]);

/** So many at a time, until all are done. */
async function all(count: number, run: () => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Opens a connection and closes it, with nothing around it. */
async function rawConnect(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  socket.destroy();
}

/** Checks of loopback targets beside raw connects, and the reported delay beside a known one. */
export const probe: Bench = {
  id: 'probe',
  async run() {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        setTimeout(() => socket.write(tlsHello), knownDelayMs);
      });
    });
    server.listen({ host: '127.0.0.1', port: 0, backlog: 511 });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const prober = createProber({
      sockets: createProbeSockets(),
      random: createSystemRandom(),
      clock: { ...createSystemClock(), serviceTime: () => Date.now() },
    });
    const never = new AbortController().signal;
    const at = `127.0.0.1:${String(port)}`;
    const checkUrl = async (url: string) => {
      const target = readTarget('', { connection_url: url });
      if (target.kind === 'undetermined') throw new Error('no target');
      const lookup = { kind: 'found', addresses: ['127.0.0.1'] } as const;
      const result = await prober.probe(target, lookup, never);
      if (result.outcome !== 'answers') throw new Error(result.outcome);
      return result.ms;
    };
    try {
      const ratios = await ratiosOf(
        {
          of: () => all(targets, () => checkUrl(`ss://YTpi@${at}`)),
          by: () => all(targets * tries, () => rawConnect(port)),
        },
        { rounds: 9, warmUp: 2, now: wallTime },
      );
      const errors: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        const ms = await checkUrl(`trojan://p@${at}`);
        errors.push(Math.abs(ms - knownDelayMs) / knownDelayMs);
      }
      return [
        figure('probe.overhead', ratios, {
          better: 'lower',
          target: 1.3,
          of: 'median',
          note: `${String(targets)} checks / ${String(targets * tries)} raw connects`,
        }),
        figure('probe.delay-error', errors, {
          better: 'lower',
          target: 0.05,
          of: 'median',
          note: `of a known delay of ${String(knownDelayMs)} ms`,
        }),
      ];
    } finally {
      server.close();
    }
  },
};
