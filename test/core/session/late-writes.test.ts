import { describe, expect, it } from 'vitest';
import {
  serve,
  run,
  newMachine,
  rowsOf,
  type Machine,
  type Running,
  signedIn,
} from '#test/core/harness.ts';

/** A copy for which the clipboard is not free before `release`. */
async function slowCopy(core: Running, { clipboard }: Machine) {
  const { promise, resolve: release } = Promise.withResolvers<null>();
  const begun = Promise.withResolvers<null>();
  const writeSecret = clipboard.writeSecret.bind(clipboard);
  clipboard.writeSecret = async (text) => {
    begun.resolve(null);
    await promise;
    await writeSecret(text);
  };
  const [row] = await rowsOf(core);
  if (row === undefined) throw new Error('the demo account has no connection');
  const { key } = row;
  const copied = core.call('secrets.copy', { of: 'connection', key, form: row.forms[0] ?? 'url' });
  await begun.promise;
  const end = async () => {
    release(null);
    await copied;
  };
  return { key, end };
}

describe('what an account still does when it is closed', () => {
  it('takes back nothing that was chosen in the account since it was opened again', async () => {
    const { machine, running: core } = await signedIn();
    const { key, end } = await slowCopy(core, machine);

    await core.ask('session.lock', {});
    await core.ask('session.unlock', { passphrase: '' });
    await core.ask('connections.setFavourites', { keys: [key], favourite: true });
    await end();
    await core.stop();

    const again = await run(machine);
    const { vaultProblem } = await again.ask('session.get', {});
    const row = (await rowsOf(again)).find((each) => each.key === key);
    expect([vaultProblem, row?.favourite]).toEqual([null, true]);
  });

  it('stores nothing of an account that was signed out', async () => {
    const service = await serve();
    const machine = newMachine();
    const written: string[] = [];
    const vault: Machine['vault'] = {
      ...machine.vault,
      write(changes) {
        written.push(...changes.map(({ purpose }) => purpose));
        machine.vault.write(changes);
      },
    };
    const core = await run({ ...machine, vault });
    await core.signIn(service);
    const { end } = await slowCopy(core, machine);
    const { account } = await core.ask('session.get', {});
    await core.ask('session.signOut', { account: account?.id ?? '' });
    const before = [...written];
    await end();
    expect(written).toEqual(before);
  });
});
