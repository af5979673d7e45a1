import { describe, expect, it } from 'vitest';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { serve, run, newMachine, rowsOf, type Machine } from '#test/core/harness.ts';
import { connection, open } from './on-a-vault.ts';

const key = 'config:1';

describe('a note of a connection', () => {
  it('is there again with its connection and after a restart, until an empty one takes it away', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', [connection(1)]);
    connections.setNote(key, 'for Anna');
    await connections.accept('config', []);
    expect(connections.sorted()).toEqual([]);
    await connections.accept('config', [connection(1)]);
    expect(connections.sorted()[0]).toMatchObject({ note: 'for Anna' });
    expect(open(vault).connections.detail(key)).toMatchObject({ note: 'for Anna' });
    connections.setNote(key, '');
    expect(connections.sorted()[0]).not.toHaveProperty('note');
    expect(vault.readAll('a', 'notes')).toEqual([]);
  });

  it('is found by the search of the list and of quick copy, after titles', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', [
      connection(1, 'Home'),
      connection(2, 'Anna'),
      connection(3, 'x'),
    ]);
    connections.setNote(key, 'Планшет Анны, anna');
    const found = (search: string) => connections.search(search).map((row) => row.key);
    expect(found('anna')).toEqual(['config:2', 'config:1']);
    expect(found('планшет')).toEqual(['config:1']);
    expect(found('gkfyitn')).toEqual(['config:1']);
    expect(found('home anna')).toEqual(['config:1']);
  });

  it('is sealed, written to no file and no log, and removed with the account', async () => {
    const service = await serve();
    const own = newMachine();
    const spaces = new Set<string>();
    const machine: Machine = {
      ...own,
      vault: {
        ...own.vault,
        write(changes) {
          for (const { account } of changes) spaces.add(account);
          own.vault.write(changes);
        },
      },
    };
    const sealedNotes = () => [...spaces].flatMap((space) => machine.vault.readAll(space, 'notes'));
    const core = await run(machine);
    await core.signIn(service);
    const [row] = await rowsOf(core);
    if (!row) throw new Error('no connection');
    const note = 'canary of a note';
    expect(await core.ask('connections.setNote', { key: row.key, note })).toMatchObject({ note });
    await core.ask('settings.saveDiagnostics', {});
    await core.ask('connections.saveMany', { keys: [row.key], as: 'file' });
    const account = (await core.ask('session.get', {})).account?.id ?? '';
    const sealed = sealedNotes();
    expect(sealed).toHaveLength(1);
    const written = [
      ...machine.shell.saved.map(({ text }) => text),
      ...machine.log.lines,
      ...sealed.map((record) => Buffer.from(record.sealed).toString('latin1')),
    ];
    expect(written.join('\n')).not.toContain('canary');
    await core.ask('session.signOut', { account });
    expect(sealedNotes()).toEqual([]);
  });
});
