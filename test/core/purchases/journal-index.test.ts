import { describe, expect, it } from 'vitest';
import { deriveKey, hideName } from '#core/vault/seal.ts';
import { Bytes } from '#core/vault/sealed-vault.ts';
import type { Vault } from '#core/ports.ts';
import { config, createFixture, recordsOf } from './context/fixture.ts';

const body = { body: config };
const purpose = 'purchases';
const key = new Uint8Array(32).fill(7);

/** A fixture that has an unsaved API key and a configuration, and was ended. */
async function endedFixture() {
  let runs = 0;
  const fixture = createFixture({
    // Each run has random numbers of its own, as ids are made of them.
    get seed() {
      return (runs += 1);
    },
  });
  await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } }, 'form 0001');
  await fixture.buy('configs.create', body, 'form 0002');
  const { entries } = fixture.purchases.list();
  fixture.kill();
  return { ...fixture, fixture, ids: entries.map(({ id }) => id) };
}

/** What a vault has under the name of this index. */
function indexIn(vault: Vault, name = 'index'): unknown {
  const bytes = recordsOf(vault).readBytes(purpose, name, Bytes);
  return bytes && JSON.parse(Buffer.from(bytes).toString());
}

function writeIndex(vault: Vault, value: unknown, name = 'index'): void {
  recordsOf(vault).write([{ purpose, name, value }]);
}

/** Flips the last bit of a record: its seal does not open any more. */
function damage(vault: Vault, recordName: string): Uint8Array {
  const name = hideName(deriveKey(key, 'name', purpose), recordName);
  const sealed = vault.read({ account: 'a', purpose, name }) ?? new Uint8Array();
  const damaged = Uint8Array.from(sealed, (byte, at) =>
    at === sealed.length - 1 ? byte ^ 1 : byte,
  );
  vault.write([{ account: 'a', purpose, name, sealed: damaged }]);
  return damaged;
}

function sealedIndex(vault: Vault): Uint8Array | undefined {
  const name = hideName(deriveKey(key, 'name', purpose), 'index');
  return vault.read({ account: 'a', purpose, name });
}

const indexItem = { id: 'index', createdAt: null };

describe('the index of the journal', () => {
  it('loses no entry and no secret when one of its values cannot be read', async () => {
    const { fixture, vault, ids } = await endedFixture();
    const record = { ids: [...ids, 3], spentTickets: [], hosts: [] };
    writeIndex(vault, record);
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({
      entries: ids.map((id) => ({ id })),
      unreadable: [indexItem],
    });
    expect(fixture.purchases.reveal(ids[1] ?? '', 'api-key')).toMatchObject({ ok: true });
    await fixture.purchases.copy('index', 'answer');
    expect(JSON.parse(fixture.copied.at(-1) ?? '')).toEqual(record);
  });

  it('is never overwritten while it cannot be read, and new entries are found all the same', async () => {
    const { fixture, vault, ids } = await endedFixture();
    const record = { ids: [3, ...ids], hosts: null };
    writeIndex(vault, record);
    fixture.restart();
    await fixture.buy('xray.createKeys', {});
    fixture.restart();
    expect(indexIn(vault)).toEqual(record);
    expect(fixture.purchases.list().unreadable).toEqual([indexItem]);
    const { entries } = fixture.purchases.list();
    expect(entries.map(({ id }) => id).slice(1)).toEqual(ids);
    expect(entries[0]?.endpoint).toBe('xray.createKeys');
  });

  it('is found again in its copy when its own record is damaged', async () => {
    const { fixture, vault, ids } = await endedFixture();
    const damaged = damage(vault, 'index');
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({
      entries: ids.map((id) => ({ id })),
      unreadable: [indexItem],
    });
    expect(fixture.purchases.reveal('index', 'answer')).toMatchObject({ value: { text: '' } });
    await fixture.buy('xray.createKeys', {});
    expect(sealedIndex(vault)).toEqual(damaged);
    fixture.restart();
    expect(fixture.purchases.list().entries).toHaveLength(3);
  });

  it('is found again in its copy when another version wrote it', async () => {
    const { fixture, vault, ids } = await endedFixture();
    writeIndex(vault, { entries: 'of tomorrow' });
    fixture.restart();
    expect(fixture.purchases.list().entries.map(({ id }) => id)).toEqual(ids);
  });

  it('names no entry of its copy that was removed since', async () => {
    const { fixture, vault, ids } = await endedFixture();
    const copy = indexIn(vault, 'index 2');
    fixture.restart();
    fixture.purchases.dismiss(ids[0] ?? '');
    fixture.kill();
    writeIndex(vault, copy, 'index 2');
    damage(vault, 'index');
    fixture.restart();
    expect(fixture.purchases.list().entries.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(fixture.purchases.list().unreadable).toEqual([indexItem]);
  });

  it('is read alone while it is whole, whatever its copy says', async () => {
    const { fixture, vault, ids } = await endedFixture();
    writeIndex(vault, { ids: [...ids, 'removed'], spentTickets: [], hosts: [] }, 'index 2');
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({
      entries: ids.map((id) => ({ id })),
      unreadable: [],
    });
  });

  it('goes on when its copy cannot be read either', async () => {
    const { fixture, vault } = await endedFixture();
    damage(vault, 'index');
    damage(vault, 'index 2');
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({
      entries: [],
      unreadable: [indexItem, { id: 'index 2', createdAt: null }],
    });
    await fixture.buy('xray.createKeys', {});
    fixture.restart();
    expect(fixture.entry().endpoint).toBe('xray.createKeys');
    expect(fixture.purchases.list().unreadable).toHaveLength(2);
    const { id } = fixture.entry();
    expect(indexIn(vault, 'index 3')).toEqual({ ids: [id], spentTickets: [], hosts: [] });
  });

  it('is written anew once the user removes what cannot be read', async () => {
    const { fixture, vault, ids } = await endedFixture();
    writeIndex(vault, { ids: [...ids, null] });
    fixture.restart();
    expect(fixture.purchases.dismiss('index')).toMatchObject({ value: { unreadable: [] } });
    expect(indexIn(vault)).toMatchObject({ ids });
    fixture.restart();
    expect(fixture.purchases.list()).toMatchObject({
      entries: ids.map((id) => ({ id })),
      unreadable: [],
    });
  });

  it('takes no spent ticket again when it cannot be read', async () => {
    const { fixture, vault, ids } = await endedFixture();
    fixture.restart();
    fixture.purchases.dismiss(ids[0] ?? '');
    fixture.kill();
    damage(vault, 'index');
    fixture.restart();
    expect(await fixture.buy('configs.create', body, 'form 0002')).toMatchObject({
      failure: { issues: [{ path: 'ticket', code: 'used' }] },
    });
  });
});
