import { api } from '#contract/api/index.ts';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import {
  createSyncedProfile,
  listShown,
  quit,
  type SyncedProfile,
} from '#test/bench/synced-profile.ts';
import { createIpcMeter } from './ipc-meter.ts';
import { unchangedTick } from './unchanged-tick.ts';

const scale = 10_000;
const rounds = 3;
const pageRows = 1000;

/** Bytes of the list of connections as the service sends it, page by page. */
async function payloadOf({ service }: SyncedProfile): Promise<number> {
  let bytes = 0;
  for (let offset = 0; offset < scale; offset += pageRows) {
    const page = `${api['configs.list'].path}?limit=${String(pageRows)}&offset=${String(offset)}`;
    const answer = await fetch(service.url + page, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    if (!answer.ok) throw new Error(`the service answered ${String(answer.status)}`);
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  return bytes;
}

/**
 * IPC traffic between main and the window of the built program on the stand-in, in bytes of the
 * messages: while a window opens on ten thousand stored connections, and for statistics that have
 * not changed.
 */
export const ipc: Bench = {
  id: 'ipc',
  async run() {
    const browser = await launchChromium();
    const meter = createIpcMeter(browser);
    const opening: number[] = [];
    try {
      const profile = await createSyncedProfile(scale, browser);
      try {
        const payload = await payloadOf(profile);
        for (let round = 0; round < rounds; round += 1) {
          const before = meter.bytes();
          const program = await profile.start();
          await listShown(await program.page(), scale);
          await meter.quiet(2000, 30_000);
          opening.push((meter.bytes() - before) / payload);
          await quit(program);
        }
        const size = `${(payload / 1e6).toFixed(1)} MB`;
        return [
          figure('ipc.opening', opening, {
            better: 'lower',
            target: 0.01,
            of: 'worst',
            note: `bytes over IPC until the list rests / the list as the service sends it, ${size}`,
          }),
          await unchangedTick(),
        ];
      } finally {
        await profile.remove();
      }
    } finally {
      await browser.close();
    }
  },
};
