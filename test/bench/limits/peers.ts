import { Worker } from 'node:worker_threads';
import { figure, type Bench } from '#test/bench/figure.ts';

/** What the worker answers: for each limiter, refused and used parts of each setting. */
export interface PeerResult {
  readonly name: string;
  readonly refused: readonly number[];
  readonly used: readonly number[];
}

/**
 * The same saturation for Culvert's limiter and five from the registry. It runs in a worker whose
 * timers and clocks are virtual before any of them is loaded.
 */
export const peers: Bench = {
  id: 'limits.peers',
  async run() {
    const worker = new Worker(new URL('peers-worker.ts', import.meta.url));
    const results = await new Promise<readonly PeerResult[]>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    return results.map(({ name, refused, used }) => {
      const ours = name === 'culvert';
      const mean = used.reduce((sum, each) => sum + each, 0) / used.length;
      return figure(`limits.peers.${name}.refused`, refused, {
        // That the others are refused at all shows that the run is hard enough to tell.
        better: ours ? 'lower' : 'higher',
        target: ours ? 0 : 0.01,
        of: ours ? 'worst' : 'mean',
        note: `429s of all requests; uses ${mean.toFixed(3)} of N/(W+RTT)`,
      });
    });
  },
};
