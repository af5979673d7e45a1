import { api } from '../../../src-contract/api/index.ts';
import { launchChromium } from '../../stand-in/engine.ts';
import { figure, type Bench } from '../figure.ts';
import { createSyncedProfile, listShown, quit, type SyncedProfile } from '../synced-profile.ts';
import { listenToCrossing } from './crossing.ts';

const scale = 10_000;
const rounds = 3;
/** Statistics are asked for each five to ten seconds; for their age alone they are told each minute. */
const watchedMs = 25_000;
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

/** How often the service was asked for statistics. */
function asked({ service }: SyncedProfile): number {
  const counts = Object.entries(service.control.journal.counts());
  return counts.reduce((sum, [id, count]) => sum + (/stats/i.test(id) ? count : 0), 0);
}

/**
 * What crosses between main and the window of the built program on the stand-in, in bytes of the
 * messages: while a window opens on ten thousand connections that are there from the last time, and
 * while statistics are read that do not change.
 */
export const bridge: Bench = {
  id: 'bridge',
  async run() {
    const browser = await launchChromium();
    const crossing = listenToCrossing(browser);
    const opening: number[] = [];
    const unchanged: number[] = [];
    let samples = 0;
    try {
      const profile = await createSyncedProfile(scale, browser);
      try {
        const payload = await payloadOf(profile);
        for (let round = 0; round < rounds; round += 1) {
          const before = crossing.bytes();
          const program = await profile.start(browser);
          await listShown(await program.page(), scale);
          await crossing.quiet(2000, 30_000);
          opening.push((crossing.bytes() - before) / payload);
          if (round === rounds - 1) {
            // Each server has been read, and told, once.
            await crossing.quiet(11_000, 60_000);
            const [stood, had] = [crossing.bytes(), asked(profile)];
            await new Promise((resolve) => setTimeout(resolve, watchedMs));
            unchanged.push(crossing.bytes() - stood);
            samples = asked(profile) - had;
          }
          await quit(program);
        }
        if (samples === 0) throw new Error('no statistics were read: nothing was measured');
        const size = `${(payload / 1e6).toFixed(1)} MB`;
        return [
          figure('bridge.opening', opening, {
            better: 'lower',
            target: 0.01,
            of: 'worst',
            note: `bytes over the bridge until the list rests / the list as the service sends it, ${size}`,
          }),
          figure('bridge.unchanged-tick', unchanged, {
            better: 'lower',
            target: 0,
            of: 'worst',
            note: `bytes over the bridge while ${String(samples)} statistics were read that had not changed`,
          }),
        ];
      } finally {
        await profile.remove();
      }
    } finally {
      await browser.close();
    }
  },
};
