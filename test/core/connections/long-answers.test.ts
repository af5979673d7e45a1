import { nextTurn } from '#core/kernel/next-turn.ts';
import { expect, it } from 'vitest';
import { accountBounds } from '#core/api/account-bounds.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { RecordChange, Vault } from '#core/kernel/ports.ts';
import { connection, open } from './on-a-vault.ts';

const count = 5 * accountBounds.slice.connections;
/** A long answer, of which every title and every secret is of this one. */
const answer = (of: string, size = count) =>
  Array.from({ length: size }, (_, id) => connection(id + 1, `${of} ${String(id)}`, of));

/** A vault that notes what it had after each write. */
function recorded() {
  const vault = createMemoryVault();
  const states: (() => Vault)[] = [];
  const written: (readonly RecordChange[])[] = [];
  return {
    states,
    written,
    vault: {
      ...vault,
      write(changes: readonly RecordChange[]) {
        vault.write(changes);
        written.push(changes);
        const copy = ['connections', 'secrets', 'choices', 'checks'].flatMap((purpose) =>
          vault.readAll('a', purpose).map((record) => ({ account: 'a', purpose, ...record })),
        );
        states.push(() => {
          const then = createMemoryVault();
          then.write(copy);
          return then;
        });
      },
    },
  };
}

/** What each connection is of, by its title and by its secret. */
function parts({ connections }: ReturnType<typeof open>) {
  const keys = connections.records().map(({ key }) => key);
  const urls = connections.secrets(keys.map((key) => ({ key, form: 'url' as const })));
  return keys.map((key, at) => [
    connections.record(key)?.title.split(' ')[0],
    /^awg:\/\/(\w+)@/.exec(urls[at] ?? '')?.[1],
  ]);
}

it('a long answer is taken over by parts, between which the program runs', async () => {
  const { vault, written } = recorded();
  const { connections } = open(vault);
  const state = { isOver: false };
  const accepted = connections.accept('config', answer('a')).finally(() => {
    state.isOver = true;
  });
  const perTurn: number[] = [];
  while (!state.isOver) {
    await nextTurn();
    perTurn.push(connections.records().length);
  }
  await accepted;
  const taken = perTurn.map((known, turn) => known - (perTurn[turn - 1] ?? 0));
  expect(Math.max(...taken)).toBeLessThanOrEqual(accountBounds.slice.connections);
  expect(written.length).toBeGreaterThan(count / accountBounds.slice.connections);
});

it('a kill between them leaves each connection as it was or as it is, and the old time', async () => {
  const { vault, states } = recorded();
  const first = open(vault);
  await first.connections.accept('config', answer('old'));
  await first.clock.advance(60_000);
  const begun = states.length;
  await first.connections.accept('config', answer('new', count - 100));
  const stages = states.slice(begun - 1).map((state) => open(state()));
  for (const stage of stages.slice(0, -1)) {
    for (const [title, secret] of parts(stage)) expect(secret).toBe(title);
    expect(stage.connections.detail('config:1')?.fetchedAt).toBe(first.clock.now() - 60_000);
  }
  expect(
    new Set(stages.map((stage) => parts(stage).filter(([of]) => of === 'new').length)).size,
  ).toBe(stages.length);
  const [killed] = stages.slice(3);
  await killed?.connections.accept('config', answer('new', count - 100));
  expect(killed && parts(killed)).toEqual(Array(count - 100).fill(['new', 'new']));
  const last = stages.at(-1);
  expect(last && parts(last)).toEqual(Array(count - 100).fill(['new', 'new']));
});

it('a kill in the first long answer leaves no secret without its connection', async () => {
  const { vault, states } = recorded();
  await open(vault).connections.accept('config', answer('a'));
  for (const state of states.slice(0, -1)) {
    const then = state();
    const { connections } = open(then);
    expect(connections.isWhole('config')).toBe(false);
    await connections.accept('config', []);
    expect(then.readAll('a', 'secrets')).toEqual([]);
  }
});

it('the window hears of a long answer, and reads it, when all of it is there', async () => {
  const { connections, events, published } = open(createMemoryVault());
  await connections.accept('config', answer('old'));
  await published();
  events.length = 0;
  const accepted = connections.accept('config', answer('new'));
  for (let turn = 0; turn < 100 && connections.isWhole('config'); turn += 1) await nextTurn();
  expect(connections.isWhole('config')).toBe(false);
  connections.checksChanged(['config:1']);
  expect(events).toEqual([]);
  const { rows } = await connections.rows();
  expect(rows).not.toContain('old');
  await accepted;
  expect(events.map(({ put }) => put).join()).not.toContain('old');
});

it('a long answer that is no longer the newest leaves the rest as it was', async () => {
  const vault = createMemoryVault();
  const { connections } = open(vault);
  await connections.accept('config', answer('old'));
  let asked = 0;
  await connections.accept('config', answer('older'), undefined, () => (asked += 1) < 4);
  const titles = () => new Set(connections.records().map(({ title }) => title.split(' ')[0]));
  expect(titles()).toEqual(new Set(['old', 'older']));
  await connections.accept('config', answer('new'));
  expect(titles()).toEqual(new Set(['new']));
  expect(open(vault).connections.records()).toHaveLength(count);
});

it.each([
  ['longer', 2 * count],
  ['shorter', 10],
])('a list that became %s is stored whole', async (_, size) => {
  const vault = createMemoryVault();
  const first = open(vault);
  await first.connections.accept('config', answer('old'));
  await first.connections.accept('config', answer('new', size));
  await first.connections.accept('config', answer('new', size));
  expect(parts(open(vault))).toHaveLength(size);
  expect(new Set(parts(open(vault)).flat())).toEqual(new Set(['new']));
  await first.connections.accept('config', []);
  expect(vault.readAll('a', 'secrets')).toEqual([]);
  await first.connections.accept('config', []);
  expect(vault.readAll('a', 'connections')).toHaveLength(2);
});

it('what is stored of a long list is read by parts', async () => {
  const vault = createMemoryVault();
  await open(vault).connections.accept('config', answer('a'));
  let read = 0;
  const perTurn: number[] = [];
  const counted: Vault = {
    ...vault,
    read: (key) => {
      read += 1;
      return vault.read(key);
    },
  };
  const { connections } = open(counted);
  const state = { isOver: false };
  void connections.load().finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    perTurn.push(read);
    read = 0;
    await nextTurn();
  }
  expect(perTurn.length).toBeGreaterThan(count / accountBounds.slice.connections);
  expect(Math.max(...perTurn.slice(1))).toBeLessThanOrEqual(3);
  expect(connections.records()).toHaveLength(count);
});
