import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { overviewLimit } from '#contract/endpoint.ts';
import { figure, type Bench, type Measured } from '#test/bench/figure.ts';
import { startClient } from './loopback-client.ts';

const readings = ['overview', 'endpoint'] as const;
const windows = ['sliding', 'fixed'] as const;
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Ten minutes, or `CULVERT_LOOPBACK_SECONDS` for a try. */
const seconds = Number(process.env['CULVERT_LOOPBACK_SECONDS'] ?? 600);

interface Outcome {
  readonly accepted: number;
  readonly refused: number;
  readonly avoidable: number;
  readonly shares: readonly number[];
}

/** Two clients on one key against a local service of their own, in real time. */
async function run(
  reading: (typeof readings)[number],
  kind: (typeof windows)[number],
): Promise<Outcome> {
  const flags = ['--port', '0', '--scale', '60', '--limits', reading, '--windows', kind];
  const service = spawn(process.execPath, ['src-service/main.ts', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
    const { url, key } = JSON.parse(line) as { url: string; key: string };
    const clients = [await startClient(url, key), await startClient(url, key)];
    await wait(seconds * 1000);
    await Promise.all(clients.map((client) => client.stop()));
    const wide = reading === 'overview' ? overviewLimit : undefined;
    const refusals = clients.map(({ sent }) => sent.filter(({ status }) => status === 429).length);
    const shares = clients.map(({ sent }, n) => sent.length - (refusals[n] ?? 0));
    return {
      accepted: shares.reduce((sum, each) => sum + each, 0),
      refused: refusals.reduce((sum, each) => sum + each, 0),
      avoidable: clients.reduce((sum, client) => sum + client.avoidable(wide), 0),
      shares,
    };
  } finally {
    service.kill();
  }
}

/**
 * The real client, limiter and poller over real sockets against the local service, both readings and
 * both kinds of windows at once. A 429 counts as avoidable when the client's own requests could have
 * filled a window; the others are the other client's doing.
 */
export const loopback: Bench = {
  id: 'limits.loopback',
  long: true,
  async run() {
    const settings = readings.flatMap((reading) => windows.map((kind) => ({ reading, kind })));
    const outcomes = await Promise.all(settings.map(({ reading, kind }) => run(reading, kind)));
    return settings.flatMap(({ reading, kind }, n): Measured[] => {
      const outcome = outcomes[n];
      if (!outcome) return [];
      const { accepted, refused, avoidable, shares } = outcome;
      const id = `limits.loopback.${reading}.${kind}`;
      return [
        figure(`${id}.avoidable`, [avoidable], {
          better: 'lower',
          target: 0,
          of: 'worst',
          note: `429s by the client's own doing; ${accepted} accepted, ${shares.join(' and ')}`,
        }),
        figure(`${id}.refused`, [refused / (accepted + refused)], {
          better: 'lower',
          target: 0.05,
          of: 'worst',
          note: `of all requests: ${refused} times the other client was first`,
        }),
      ];
    });
  },
};
