import { describe, expect, it } from 'vitest';
import { coreOfATest, newMachine, rowsOf, type Machine, type Running } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();

/** A dialog for a folder that stays open until the test cancels it. */
function openDialog(machine: Machine): { readonly cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  machine.shell.saveFolder = () => promise as never;
  return {
    cancel: () => {
      resolve(undefined);
    },
  };
}

async function firstKey(core: Running): Promise<string> {
  const [row] = await rowsOf(core);
  if (row === undefined) throw new Error('the demo account has no connection');
  return row.key;
}

describe('what an account still does when it is closed', () => {
  it('takes back nothing that was chosen in the account since it was opened again', async () => {
    const service = await serve();
    const machine = newMachine();
    const core = await run(machine);
    await core.signIn(service);
    await core.ask('settings.set', { lockMinutes: 5 });
    const key = await firstKey(core);
    const dialog = openDialog(machine);
    const saving = core.call('connections.saveMany', { keys: [key], as: 'folder' });

    await core.ask('session.lock', {});
    await core.ask('session.unlock', { passphrase: '' });
    await core.ask('connections.setFavourite', { key, favourite: true });
    dialog.cancel();
    await saving;
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
    const key = await firstKey(core);
    const dialog = openDialog(machine);
    const saving = core.call('connections.saveMany', { keys: [key], as: 'folder' });
    const { account } = await core.ask('session.get', {});
    await core.ask('session.signOut', { account: account?.id ?? '' });
    const before = [...written];
    dialog.cancel();
    await saving;
    expect(written).toEqual(before);
  });
});
