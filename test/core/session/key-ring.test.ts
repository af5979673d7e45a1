import { describe, expect, it } from 'vitest';
import type { StoredAccount } from '#core/session/accounts.ts';
import { entriesOf, KeyRing } from '#core/session/key-ring.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { fakeSecrets, recordingLog } from '#test/core/fakes.ts';

const service = 'https://vpn.example.com';
const account: StoredAccount = { id: 'one', service };
const profile = 7;

const log = recordingLog();

function machine() {
  const secrets = fakeSecrets();
  return {
    secrets,
    entries: secrets.entries,
    keyRing: new KeyRing(secrets, createSystemRandom(), log),
  };
}

async function signedIn() {
  const parts = machine();
  const saved = await parts.keyRing.save(account, 'key', profile);
  if (saved.state !== 'ready') throw new Error(saved.state);
  return { ...parts, keys: saved.keys };
}

const keyEntry = (entry: object) => JSON.stringify(entry);

describe('the keys of an account', () => {
  it('are in entries whose names are all known, as a passphrase has to seal them', async () => {
    const { keyRing, entries } = await signedIn();
    await keyRing.saveCheckpoint(account.id, 12);
    await keyRing.saveName(account.id, 'somebody@example.com');
    expect(entriesOf(account.id).toSorted()).toEqual([...entries.keys()].toSorted());
  });

  it('are found as they were saved', async () => {
    const { keyRing, keys, entries } = await signedIn();
    expect(keys.vaultKey).toHaveLength(32);
    expect(keys).toMatchObject({ apiKey: 'key', checkpoint: 0 });
    await keyRing.saveCheckpoint(account.id, 12);
    expect(await keyRing.find(account)).toEqual({
      state: 'ready',
      keys: { ...keys, checkpoint: 12 },
    });
    expect(entries.get('one api-key')).toBe(keyEntry({ key: 'key', service, profile }));
    expect(await keyRing.vaultKey(account.id)).toEqual(keys.vaultKey);
  });

  it('are handed out for their own service alone', async () => {
    const { keyRing } = await signedIn();
    const elsewhere = { ...account, service: 'https://other.example.com' };
    expect(await keyRing.find(elsewhere)).toEqual({ state: 'other-service', service });
  });

  it('are missing where the keychain has none, and where their entry cannot be read', async () => {
    const { keyRing, entries } = machine();
    expect(await keyRing.find(account)).toEqual({ state: 'missing' });
    for (const text of ['key', '{', '{}', '{"key":"key","service":"https://vpn.example.com"}']) {
      entries.set('one api-key', text);
      expect(await keyRing.find(account)).toEqual({ state: 'missing' });
      expect(log.lines.pop()).toBe(
        JSON.stringify({ level: 'warn', event: 'keychain-entry-invalid', entry: 'api-key' }),
      );
    }
    expect([...entries.keys()]).toEqual(['one api-key']);
    expect(await keyRing.vaultKey(account.id)).toBeUndefined();
  });

  it('include a new vault key, without a checkpoint, where its length is wrong', async () => {
    const { keyRing, entries, keys } = await signedIn();
    await keyRing.saveCheckpoint(account.id, 12);
    entries.set('one vault-key', Buffer.alloc(16).toString('base64'));
    const found = await keyRing.find(account);
    expect(found).toMatchObject({ state: 'ready', keys: { checkpoint: 0 } });
    expect(entries.has('one vault-checkpoint')).toBe(false);
    expect(await keyRing.vaultKey(account.id)).not.toEqual(keys.vaultKey);
    expect(await keyRing.find(account)).toEqual(found);
  });

  it('have no checkpoint where the stored one is not a number', async () => {
    const { keyRing, entries } = await signedIn();
    entries.set('one vault-checkpoint', '1.5');
    expect(await keyRing.find(account)).toMatchObject({ keys: { checkpoint: 0 } });
  });

  it('keep their vault key when another API key of the user is saved', async () => {
    const { keyRing, keys } = await signedIn();
    const saved = await keyRing.save(account, 'second', profile);
    expect(saved).toEqual({
      state: 'ready',
      keys: { ...keys, apiKey: 'second' },
    });
  });

  it('are not read, saved or removed while the keychain refuses, which is said', async () => {
    const { keyRing, secrets, entries } = await signedIn();
    const before = new Map(entries);
    secrets.state = 'locked';
    expect(await keyRing.find(account)).toEqual({ state: 'locked' });
    expect(await keyRing.save(account, 'second', profile)).toEqual({ state: 'locked' });
    expect(await keyRing.forget(account.id)).toBe('locked');
    expect(await keyRing.vaultKey(account.id)).toBeUndefined();
    await keyRing.saveName(account.id, 'Anna');
    expect(await keyRing.name(account.id)).toBe('');
    await expect(keyRing.saveCheckpoint(account.id, 1)).rejects.toMatchObject({ state: 'locked' });
    expect(entries).toEqual(before);
  });

  it('are removed together with the name, the vault key first', async () => {
    const { keyRing, entries, secrets } = await signedIn();
    await keyRing.saveName(account.id, 'Anna');
    await keyRing.saveCheckpoint(account.id, 12);
    expect(await keyRing.name(account.id)).toBe('Anna');
    expect(entries.size).toBe(4);
    const removed: string[] = [];
    const remove = (name: string) => {
      removed.push(name);
      return secrets.remove(name);
    };
    const watched = new KeyRing({ ...secrets, remove }, createSystemRandom(), log);
    expect(await watched.forget(account.id)).toBe('ready');
    expect(removed[0]).toBe('one vault-key');
    expect(entries.size).toBe(0);
    expect(await keyRing.name(account.id)).toBe('');
  });

  it('do not hide another error than the keychain’s own', async () => {
    const error = new Error('no keychain error');
    const fails = () => Promise.reject(error);
    const keyRing = new KeyRing(
      { get: fails, set: fails, remove: fails },
      createSystemRandom(),
      log,
    );
    await expect(keyRing.find(account)).rejects.toBe(error);
    await expect(keyRing.forget(account.id)).rejects.toBe(error);
    await expect(keyRing.name(account.id)).rejects.toBe(error);
    await expect(keyRing.saveName(account.id, 'Anna')).rejects.toBe(error);
  });
});

describe('the account of a user who signs in', () => {
  const other: StoredAccount = { id: 'two', service: 'https://other.example.com' };
  const unknown = () => undefined;

  it('is the one whose entry names the service and the user', async () => {
    const { keyRing } = await signedIn();
    await keyRing.save(other, 'key', profile);
    const accounts = [other, account];
    expect(await keyRing.findUser(accounts, service, profile, unknown)).toBe(account);
    expect(await keyRing.findUser(accounts, other.service, profile, unknown)).toBe(other);
    expect(await keyRing.findUser(accounts, service, 8, unknown)).toBeUndefined();
    expect(await keyRing.findUser(accounts, 'https://third.example.com', profile, unknown)).toBe(
      undefined,
    );
  });

  it('is created anew where nothing of it can be opened', async () => {
    const { keyRing, entries } = machine();
    expect(await keyRing.findUser([other, account], service, profile, unknown)).toBe(account);
    // What its vault key sealed belongs to somebody, and it is not known to whom.
    entries.set('one vault-key', Buffer.alloc(32).toString('base64'));
    expect(await keyRing.findUser([other, account], service, profile, unknown)).toBeUndefined();
  });

  it('is the one whose records are theirs, where its API key is gone from the keychain', async () => {
    const { keyRing, entries } = machine();
    entries.set('one vault-key', Buffer.alloc(32).toString('base64'));
    const ofRecords = (id: string) => (id === 'one' ? profile : undefined);
    const lost: StoredAccount = { id: 'lost', service };
    expect(await keyRing.findUser([lost, account], service, profile, ofRecords)).toBe(account);
    expect(await keyRing.findUser([lost, account], service, 8, ofRecords)).toBe(lost);
  });

  it('is not known while the keychain refuses', async () => {
    const { keyRing, secrets } = await signedIn();
    secrets.state = 'timed-out';
    expect(await keyRing.findUser([account], service, profile, unknown)).toBeUndefined();
  });
});
