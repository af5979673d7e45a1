import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { Inbox } from '#core/notifications/inbox.ts';
import { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { runs, sampled } from '#test/simulator/deep.ts';
import { manualClock, seededRandom } from '#test/core/fakes.ts';
import { serve } from '#test/core/harness.ts';

const program = fileURLToPath(new URL('inbox-program.ts', import.meta.url));

/** Runs the program until its step; answers the steps that it has reached. */
function takeUntilKilled(
  { folder, compiled }: { readonly folder: string; readonly compiled: string },
  { url, key }: { readonly url: string; readonly key: string },
  step: number,
): Promise<string[]> {
  return new Promise((resolve) => {
    const args = ['--no-warnings', program, folder, url, key, String(step)];
    // Two hundred of them would each spend most of their time on compiling themselves.
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
    execFile(process.execPath, args, { env }, (_error, stdout) =>
      resolve(stdout.trim().split('\n')),
    );
  });
}

/** What the inbox holds at the next start, before anything new is requested. */
function atTheNextStart(folder: string) {
  const { vault } = openSqliteVault(folder);
  const inbox = new Inbox({
    client: { call: () => new Promise(() => undefined) },
    vault: new SealedVault({
      vault,
      account: 'a',
      key: Buffer.alloc(32, 5),
      random: seededRandom(),
    }),
    clock: manualClock(),
    publish: () => undefined,
  });
  const state = inbox.state();
  vault.close();
  return { contents: state.items.map(({ content }) => content), missing: state.mayBeMissing };
}

it(
  'loses no message that was stored, and reports when one may be missing, at every step',
  { timeout: 3_600_000 },
  async () => {
    const service = await serve();
    const steps = [
      'writing',
      'written',
      'sending',
      'arrived',
      'writing',
      'written',
      'writing',
      'written',
    ];
    const compiled = freshFolder();
    let [programs, messages] = [0, 0];
    const kills = sampled(
      [...steps, 'done'].map((_, at) => at + 1),
      2,
      (step) => step > steps.length,
    );
    for (let round = 0; round < runs(1, 25); round += 1) {
      for (const step of kills) {
        const folder = freshFolder();
        // Beyond the window of its limit.
        service.control.advance(120);
        service.control.account().notifications.length = 0;
        const before = service.control.journal.taken().length;
        for (let n = 0; n < 3; n += 1) service.control.notify(`message ${String((messages += 1))}`);
        const reached = await takeUntilKilled({ folder, compiled }, service, step);
        const handedOut = service.control.journal.taken().slice(before);
        const { contents, missing } = atTheNextStart(folder);
        const lost = handedOut.filter(({ content }) => !contents.includes(content));
        const where = `killed after ${reached.join(', ')}`;
        programs += 1;
        expect(reached).toEqual([...steps, 'done'].slice(0, step));
        // Every message that the service handed out is stored whole, or the inbox says that some may be missing.
        if (lost.length > 0) expect(missing, where).toBe(true);
        if (step >= 6) expect([lost.length, missing], where).toEqual([0, false]);
        expect(new Set(contents).size, where).toBe(contents.length);
      }
    }
    if (programs > kills.length) console.info(programs, 'programs,', messages, 'messages');
  },
);
