import { describe, expect, it } from 'vitest';
import { VaultError, type VaultError as Fault } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { backupOf } from '#test/core/fakes.ts';
import { serve, run, signedIn, newMachine, type Machine } from '#test/core/harness.ts';

/** The machine as it was before: its disk from a backup, its keychain as it is now. */
function restoredFrom(backup: Machine['vault'], machine: Machine): Machine {
  return { ...machine, vault: backup };
}

/** The account's name in the vault, which only a writer learns. */
function watched(machine: Machine): { machine: Machine; account: () => string } {
  let account = '';
  const vault: Machine['vault'] = {
    ...machine.vault,
    write(changes) {
      account = changes[0]?.account ?? account;
      machine.vault.write(changes);
    },
  };
  return { machine: { ...machine, vault }, account: () => account };
}

describe('a vault that is an older copy', () => {
  it('is detected at the start, reported, and everything is fetched again', async () => {
    const service = await serve();
    const { machine, account } = watched(newMachine());
    const first = await run(machine);
    await first.signIn(service);
    await first.stop();
    const backup = backupOf(machine.vault, account());
    const second = await run(machine);
    await second.until('sync.changed', ({ refreshing }) => !refreshing);
    await second.stop();

    const third = await run(restoredFrom(backup, machine));
    const { vaultProblem, status } = await third.ask('session.get', {});
    expect([status, vaultProblem]).toEqual(['signed-in', { kind: 'vault', reason: 'rolled-back' }]);
    expect((await third.ask('inbox.get', {})).mayBeMissing).toBe(true);
    await third.stop();
    const fourth = await run(restoredFrom(backup, machine));
    expect((await fourth.ask('session.get', {})).vaultProblem).toBeNull();
  });

  it('is not reported for a vault that could not be opened and is replaced by memory', async () => {
    const { machine, running: first } = await signedIn();
    await first.stop();
    const inMemory = { ...machine, vault: createMemoryVault() };
    const second = await run(inMemory, undefined, undefined, undefined, 'memory');
    const { vaultProblem, status, persistent } = await second.ask('session.get', {});
    expect([status, vaultProblem, persistent]).toEqual(['signed-in', null, false]);
  });

  it('is not suspected when the program was killed at any time', async () => {
    const service = await serve();
    const { machine, account } = watched(newMachine());
    const first = await run(machine);
    await first.signIn(service);
    // Killed: nothing of its end is on the disk or in the keychain.
    const atTheKill = backupOf(machine.vault, account());
    const keychain = new Map(machine.secrets.entries);
    await first.stop();
    machine.secrets.entries.clear();
    for (const [name, value] of keychain) machine.secrets.entries.set(name, value);
    const second = await run(restoredFrom(atTheKill, machine));
    expect((await second.ask('session.get', {})).vaultProblem).toBeNull();
  });
});

describe('a vault whose key is gone from the keychain', () => {
  it('is set aside as it is, reported, and everything is fetched again', async () => {
    const service = await serve();
    const { machine, account } = watched(newMachine());
    const first = await run(machine);
    await first.signIn(service);
    await first.stop();
    const before = machine.vault.listing(account());
    const space = account();
    for (const name of machine.secrets.entries.keys()) {
      if (name.endsWith('vault-key')) machine.secrets.entries.delete(name);
    }
    const second = await run(machine);
    expect((await second.ask('session.get', {})).vaultProblem).toEqual({
      kind: 'vault',
      reason: 'key-gone',
    });
    await second.until('connections.changed', () => true);
    expect(machine.vault.listing(space)).toEqual(before);
  });
});

describe('signing out', () => {
  it('removes the key before the records, and leaves nothing in the keychain', async () => {
    const service = await serve();
    const machine = newMachine();
    const order: string[] = [];
    const watching: Machine = {
      ...machine,
      secrets: {
        ...machine.secrets,
        remove: async (name) => {
          order.push(name.split(' ').at(-1) ?? '');
          await machine.secrets.remove(name);
        },
      },
      vault: {
        ...machine.vault,
        removeAccount: (name) => {
          order.push('records');
          machine.vault.removeAccount(name);
        },
      },
    };
    const running = await run(watching);
    await running.signIn(service);
    order.length = 0;
    const { account } = await running.ask('session.get', {});
    await running.ask('session.signOut', { account: account?.id ?? '' });
    expect(order).toEqual([
      'vault-key',
      'api-key',
      'vault-checkpoint',
      'name',
      'backup-copies',
      'records',
    ]);
    expect([...machine.secrets.entries.keys()]).toEqual([]);
  });
});

describe('a disk that refuses', () => {
  it('keeps records whose key goes with the sign-out, and the user knows', async () => {
    const service = await serve();
    const machine = newMachine();
    const refuse = () => {
      throw new VaultError('read-only');
    };
    const vault = { ...machine.vault, write: refuse, removeAccount: refuse };
    const running = await run({ ...machine, vault });
    await running.signIn(service);
    const { account } = await running.ask('session.get', {});
    const signedOut = await running.ask('session.signOut', { account: account?.id ?? '' });
    expect(signedOut).toMatchObject({ status: 'signed-out' });
    expect([...machine.secrets.entries.keys()]).toEqual([]);
  });

  it.each<Fault['reason']>(['no-space', 'read-only', 'locked', 'denied'])(
    'because it is %s lets the program go on, and the user knows',
    async (reason) => {
      const service = await serve();
      const machine = newMachine();
      const refuse = () => {
        throw new VaultError(reason);
      };
      const running = await run({
        ...machine,
        vault: { ...machine.vault, write: refuse },
        files: { ...machine.files, write: refuse },
      });
      await running.signIn(service);
      expect((await running.ask('connections.rows', {})).count).toBe(39);
      expect(await running.ask('settings.set', { theme: 'dark' })).toMatchObject({ theme: 'dark' });
      expect((await running.ask('session.get', {})).vaultProblem).toEqual({
        kind: 'vault',
        reason,
      });
    },
  );
});

describe('a clock that jumps', () => {
  it('is read from the real clock only for what is shown', async () => {
    const { machine, running: first } = await signedIn();
    await first.stop();
    for (const years of [-30, 30]) {
      const jumped = await run(machine, undefined, {
        now: () => Date.now() + years * 365 * 86_400_000,
      });
      const { count } = await jumped.ask('connections.rows', {});
      expect(count).toBeGreaterThan(30);
      expect((await jumped.ask('session.get', {})).vaultProblem).toBeNull();
      await jumped.stop();
    }
  });
});
