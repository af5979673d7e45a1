import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAccounts } from '#core/session/accounts.ts';
import { VaultError } from '#core/kernel/ports.ts';
import { withMemoryFallback } from '#core/kernel/files-fallback.ts';
import { memoryFiles, recordingLog } from '#test/core/fakes.ts';
import { drawn } from '#test/simulator/deep.ts';

const one = { id: 'one', service: 'https://vpn.example.com' };
const two = { id: 'two', service: 'https://other.example.com' };
const asideName = 'accounts.json.set-aside-1';

function opened(text: string) {
  const files = memoryFiles();
  files.texts.set('accounts.json', text);
  const log = recordingLog();
  return { files, log, accounts: createAccounts(files, log) };
}

describe('the file of the accounts', () => {
  it('is read entry by entry: one that cannot be read costs no other', () => {
    const text = JSON.stringify({ current: 'one', accounts: [one, { id: 'lost' }, 7, two] });
    const { accounts, files, log } = opened(text);
    expect(accounts.all()).toEqual([one, two]);
    expect(accounts.current()).toEqual(one);
    expect(files.texts.get(asideName)).toBe(text);
    expect(log.lines).toEqual([
      JSON.stringify({ level: 'warn', event: 'file-invalid', file: 'accounts.json' }),
    ]);
  });

  it.each([
    ['no JSON', '{"current":"one","accounts":[{"id":'],
    ['nothing', ''],
    ['no object', '[]'],
    ['no list of accounts', JSON.stringify({ current: 'one', accounts: { one } })],
  ])('is set aside before another is written over it when it is %s', (_, text) => {
    const { accounts, files, log } = opened(text);
    expect(accounts.all()).toEqual([]);
    accounts.open(two);
    expect(files.texts.get(asideName)).toBe(text);
    expect(createAccounts(files, log).all()).toEqual([two]);
    expect(log.lines).toHaveLength(1);
  });

  it('says that it has lost accounts, wherever it was cut or overwritten', () => {
    const text = JSON.stringify({ current: 'one', accounts: [one, two] });
    const place = fc.integer({ min: 0, max: text.length - 1 });
    fc.assert(
      fc.property(place, place, fc.boolean(), (from, length, isCut) => {
        const to = Math.min(text.length, from + length + 1);
        const damaged = isCut
          ? text.slice(0, from)
          : text.slice(0, from) + '\0'.repeat(to - from) + text.slice(to);
        const { accounts, files, log } = opened(damaged);
        expect(accounts.damage()).toBe('damaged');
        expect(createAccounts(files, log).damage()).toBe('damaged');
        accounts.restore(
          [one, two].filter(({ id }) => !accounts.all().some((has) => has.id === id)),
        );
        const next = createAccounts(files, log);
        expect([next.damage(), next.all(), next.current()]).toEqual([undefined, [one, two], one]);
      }),
      drawn(100),
    );
  });

  it('is set aside once, and not again at the next start', () => {
    const { files, log } = opened(JSON.stringify({ current: 3, accounts: [one] }));
    const again = createAccounts(files, log);
    expect([again.all(), again.current()]).toEqual([[one], undefined]);
    expect([...files.texts.keys()]).toEqual(['accounts.json', asideName]);
    expect(log.lines).toHaveLength(1);
  });

  it('is left alone when all of it can be read', () => {
    const text = JSON.stringify({ current: null, accounts: [one] });
    const { files, log } = opened(text);
    expect([...files.texts]).toEqual([['accounts.json', text]]);
    expect(log.lines).toEqual([]);
    expect(createAccounts(memoryFiles(), log).all()).toEqual([]);
    expect(log.lines).toEqual([]);
  });

  it('stays on a disk that cannot set it aside, and the accounts go on in memory', () => {
    const disk = memoryFiles();
    const text = JSON.stringify({ current: 'one', accounts: [one, {}] });
    disk.texts.set('accounts.json', text);
    const refused: string[] = [];
    const full = {
      ...disk,
      setAside: () => {
        throw new VaultError('no-space');
      },
    };
    const files = withMemoryFallback(full, (reason) => refused.push(reason));
    const accounts = createAccounts(files, recordingLog());
    accounts.open(two);
    expect(accounts.all()).toEqual([one, two]);
    expect(disk.texts.get('accounts.json')).toBe(text);
    expect(refused).toEqual(['no-space']);
  });
});
