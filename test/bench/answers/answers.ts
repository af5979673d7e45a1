import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import { createAnswerThread } from '#adapters/answer-thread.ts';
import { readAnswer } from '#core/api/answer.ts';
import type { HttpResponse } from '#core/ports.ts';
import { startService } from '#service/service.ts';
import { figure, type Bench } from '#test/bench/figure.ts';

/** The longest answer that any endpoint may have. */
const longest = 4 * 1024 * 1024;
const rounds = 15;
const warmUp = 3;
const worker = new URL('../../../src-main/answer-worker.ts', import.meta.url);

/** An answer of that length, with the configurations of the demo account over and over. */
async function longAnswer(): Promise<HttpResponse> {
  const service = await startService();
  try {
    const answer = await fetch(`${service.url}/configs?limit=1000`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const { data: rows } = z.object({ data: z.array(z.unknown()) }).parse(await answer.json());
    const times = Math.floor(longest / JSON.stringify(rows).length);
    const data = Array.from({ length: times }, () => rows).flat();
    const body = Buffer.from(JSON.stringify({ status: true, statusCode: 200, data }));
    return { status: 200, headers: {}, body };
  } finally {
    await service.close();
  }
}

/** The longest time in which the main thread did nothing else, milliseconds. */
async function longestPause(work: () => unknown): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await pause(10);
  await work();
  await pause(10);
  delay.disable();
  return delay.max / 1e6;
}

/** What the longest answer costs the main thread, read in a thread of its own and without one. */
export const answers: Bench = {
  id: 'answers',
  async run() {
    const response = await longAnswer();
    const thread = createAnswerThread(worker);
    const inThread = async () => {
      const reading = await thread.read('configs.list', response);
      if (typeof reading === 'string' || !reading.ok) throw new Error('not read');
    };
    const onMain = () => {
      if (!readAnswer(api['configs.list'], response).ok) throw new Error('not read');
    };
    try {
      const ratios: number[] = [];
      const pauses: number[] = [];
      for (let round = -warmUp; round < rounds; round += 1) {
        const of = await longestPause(inThread);
        const by = await longestPause(onMain);
        if (round < 0) continue;
        ratios.push(of / by);
        pauses.push(of);
      }
      const ms = pauses.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
      return [
        figure('answers.main-pause', ratios, {
          better: 'lower',
          target: 0.5,
          of: 'median',
          note: `longest pause of main, ${ms.toFixed(0)} ms, while 4 MiB are read in a thread / on main`,
        }),
      ];
    } finally {
      thread.close();
    }
  },
};
