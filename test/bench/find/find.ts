import { setTimeout as pause } from 'node:timers/promises';
import type { CommandAnswer, CommandInput, CommandName } from '#contract/ipc.ts';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import type { Result } from '#contract/failure.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createBenchCore } from '#test/bench/bench-core.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { wallTime } from '#test/bench/pairs.ts';
import { createCheckSockets } from '#test/renderer/window/check-sockets.ts';

const scale = 10_000;
const rounds = 21;
const warmUp = 3;
const answerMs = 20;
const allowedMs = 100;
/** Between what the user does; what a change has to be worked out for is over by then. */
const settlingMs = 500;

/** From a click on "Find one that works" to the clipboard, less the checks: four fail, the fifth answers. */
export const find: Bench = {
  id: 'find',
  async run() {
    let checksMs = NaN;
    const { app, service, remove } = await createBenchCore({
      scale,
      clock: createSystemClock(),
      openProbeSockets() {
        const began = wallTime();
        const sockets = createCheckSockets();
        return {
          ...sockets,
          async connect(...to) {
            await pause(answerMs);
            return sockets.connect(...to);
          },
          close() {
            checksMs = wallTime() - began;
          },
        };
      },
    });
    const ask = async <Name extends CommandName>(name: Name, input: CommandInput<Name>) => {
      const answer = (await app.call(name, input)) as Result<CommandAnswer<Name>>;
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
      return answer.value;
    };
    try {
      // As the tray does: it rebuilds its menu with each change.
      app.onTrayChange(() => void app.tray());
      await app.start({ service: service.url, key: service.key });
      while (app.tray().sync.refreshedAt === null) await pause(200);
      await ask('checks.accept', {});
      const rows = rowsFrom((await ask('connections.rows', {})).rows).filter(
        ({ state }) => state.state === 'usable',
      );
      const of = (protocol: string) => rows.filter((row) => row.protocol === protocol);
      // TLS is cut off.
      const tried = [...of('vless').slice(0, 4), ...of('outline').slice(0, 1)];
      for (const { key } of tried) await ask('connections.setFavourite', { key, favourite: true });
      const beyond: number[] = [];
      for (let round = -warmUp; round < rounds; round += 1) {
        await ask('checks.forget', { of: 'all' });
        await pause(settlingMs);
        const began = wallTime();
        await ask('checks.copyWorking', {});
        if (round >= 0) beyond.push((wallTime() - began - checksMs) / allowedMs);
      }
      const note = `of ${String(allowedMs)} ms: click to clipboard without its checks, of 10,000`;
      return [
        figure('find.beyond-checks', beyond, { better: 'lower', target: 1, of: 'median', note }),
      ];
    } finally {
      await remove();
    }
  },
};
