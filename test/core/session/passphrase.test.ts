import { createSecretKey, scryptSync } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { SecretStoreError, type SecretStore } from '#core/kernel/ports.ts';
import { Passphrase } from '#core/session/passphrase.ts';
import { unseal } from '#core/kernel/vault/seal.ts';
import { fakeSecrets, recordingLog, seededRandom, settled } from '#test/core/fakes.ts';

const first = 'correct horse battery';
const second = 'staple in another place';
const names = ['one api-key', 'one vault-key', 'two api-key', 'two vault-key'];

const cheap = { N: 2, r: 1, p: 1 };
const usual = { N: 131_072, r: 8, p: 1 };

/** A run of the program over this keychain; a guess costs next to nothing, or what it usually does. */
function open(secrets: SecretStore, cost = cheap) {
  const log = recordingLog();
  const seeded = seededRandom();
  /** The random bytes that were given out. */
  const given: Uint8Array[] = [];
  const random = {
    ...seeded,
    bytes(length: number) {
      const bytes = seeded.bytes(length);
      given.push(bytes);
      return bytes;
    },
  };
  const passphrase = new Passphrase({
    secrets,
    random,
    log,
    ...(cost === usual ? {} : { passphraseCost: cost }),
  });
  return { passphrase, log, given };
}

/** A keychain with the entries of two accounts, of which one value is `value of NAME`. */
function filled() {
  const secrets = fakeSecrets();
  for (const name of names) secrets.entries.set(name, `value of ${name}`);
  return secrets;
}

const values = (passphrase: Passphrase) =>
  Promise.all(names.map((name) => passphrase.entries.get(name)));
const expectedValues = names.map((name) => `value of ${name}`);

async function unlocked(secrets: SecretStore, given: string) {
  const { passphrase } = open(secrets);
  expect(await passphrase.isNeeded()).toBe(true);
  const checked = await passphrase.check(given);
  if (!checked.ok) return undefined;
  await passphrase.unlock(checked.value, names);
  return passphrase;
}

async function opened(secrets: SecretStore) {
  const { passphrase } = open(secrets);
  await passphrase.isNeeded();
  const checked = await passphrase.check(first);
  if (!checked.ok) throw new Error('the passphrase is right');
  await passphrase.unlock(checked.value, names);
  return { passphrase, key: checked.value };
}

describe('a passphrase', () => {
  it('leaves no entry of the keychain readable without it', async () => {
    const secrets = filled();
    const { passphrase } = open(secrets);
    expect(await passphrase.isNeeded()).toBe(false);
    await passphrase.turnOn(first, names);
    await passphrase.entries.set('two name', 'somebody@example.com');
    const stored = JSON.stringify([...secrets.entries]);
    for (const value of [...expectedValues, 'somebody', first]) expect(stored).not.toContain(value);
    await expect(values(open(secrets).passphrase)).rejects.toThrow('locked');
    await expect(open(secrets).passphrase.entries.set('two name', 'x')).rejects.toThrow('locked');
  });

  it.each([usual, cheap])(
    'is stretched by scrypt at the cost that its entry says: %j',
    async (cost) => {
      const secrets = filled();
      await open(secrets, cost).passphrase.turnOn(first, names);
      const entry = JSON.parse(secrets.entries.get('passphrase') ?? '') as Record<string, string>;
      expect(entry).toMatchObject({ kdf: 'scrypt', ...cost });
      const bytes = (text = '') => Buffer.from(text, 'base64');
      const place = (name: string) => ({ account: '', purpose: 'keychain', name });
      const salt = bytes(entry['salt']);
      expect(salt).toHaveLength(16);
      const stretched = createSecretKey(scryptSync(first, salt, 32, { ...cost, maxmem: 2 ** 29 }));
      const key = unseal(stretched, place('passphrase'), bytes(entry['sealed']));
      const [name = ''] = names;
      const sealed = bytes(secrets.entries.get(name)?.replace('sealed:', ''));
      const value = unseal(createSecretKey(key ?? Buffer.alloc(32)), place(name), sealed);
      expect(Buffer.from(value ?? []).toString()).toBe(expectedValues[0]);
      expect(await unlocked(secrets, first)).toBeDefined();
    },
  );

  it('overwrites the bytes that it made its key of', async () => {
    const { passphrase, given } = open(filled());
    await passphrase.turnOn(first, names);
    expect(given[0]).toEqual(new Uint8Array(32));
  });

  it('is on from turning it on until it is turned off or forgotten, and given until a lock', async () => {
    const secrets = filled();
    const { passphrase } = open(secrets);
    const state = async () => [
      passphrase.isOn(),
      passphrase.isGiven(),
      await passphrase.isNeeded(),
    ];
    expect(await state()).toEqual([false, false, false]);
    await passphrase.entries.set('two name', 'somebody@example.com');
    expect(secrets.entries.get('two name')).toBe('somebody@example.com');
    await passphrase.turnOn(first, names);
    expect(await state()).toEqual([true, true, false]);
    await passphrase.turnOff(names);
    expect(await state()).toEqual([false, false, false]);
    await passphrase.turnOn(first, names);
    passphrase.lock();
    expect(await state()).toEqual([true, false, true]);
    await passphrase.forget();
    expect(await state()).toEqual([false, false, false]);
    expect(secrets.entries.has('passphrase')).toBe(false);
  });

  it('leaves entries that are not there missing, and removes one without being given', async () => {
    const secrets = filled();
    const { passphrase } = open(secrets);
    await passphrase.turnOn(first, [...names, 'three name']);
    await passphrase.turnOff([...names, 'three name']);
    await passphrase.turnOn(first, [...names, 'three name']);
    passphrase.lock();
    await passphrase.entries.remove(names[0] ?? '');
    expect([...secrets.entries.keys()].toSorted()).toEqual(
      [...names.slice(1), 'passphrase'].toSorted(),
    );
    expect(await passphrase.entries.get('three name')).toBeUndefined();
  });

  it('opens what it can where the keychain then refuses to store', async () => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names.slice(0, 2));
    const refuse = () => Promise.reject(new SecretStoreError('locked'));
    const { passphrase } = await opened({ ...secrets, set: refuse });
    expect(await values(passphrase)).toEqual(expectedValues);
  });

  it('is neither on nor needed where the keychain refuses, as its entries do', async () => {
    const secrets = filled();
    const { passphrase } = open(secrets);
    secrets.state = 'locked';
    expect([await passphrase.isNeeded(), passphrase.isOn()]).toEqual([false, false]);
    secrets.get = () => Promise.reject(new TypeError('a fault of ours'));
    await expect(passphrase.isNeeded()).rejects.toThrow(TypeError);
  });

  it('opens them in the next run, and another one does not', async () => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    expect(await unlocked(secrets, second)).toBeUndefined();
    expect(await open(secrets).passphrase.check(first)).toMatchObject({
      failure: {
        kind: 'invalid-input',
        issues: [{ path: 'passphrase', code: 'wrong-passphrase' }],
      },
    });
    const passphrase = await unlocked(secrets, first);
    expect(passphrase && (await values(passphrase))).toEqual(expectedValues);
  });

  it('is the same however a keyboard composes its characters', async () => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn('Zo\u00eb und J\u00fcrgen', names);
    expect(await unlocked(secrets, 'Zoe\u0308 und Ju\u0308rgen')).toBeDefined();
  });

  it('is needed again after a lock, and its key has left the memory', async () => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    const { passphrase, weakKey } = await opened(secrets).then(({ passphrase, key }) => ({
      passphrase,
      weakKey: new WeakRef(key),
    }));
    expect(await values(passphrase)).toEqual(expectedValues);
    passphrase.lock();
    expect(await passphrase.isNeeded()).toBe(true);
    await expect(values(passphrase)).rejects.toThrow('locked');
    await settled();
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    expect(weakKey.deref()).toBeUndefined();
  });

  it('never replaces one that this run does not know', async () => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    await expect(open(secrets).passphrase.turnOn(second, names)).rejects.toThrow('denied');
    expect(await unlocked(secrets, first)).toBeDefined();
  });

  it.each([
    ...['', 'no JSON', '{}'],
    ...[{ N: 2 ** 30 }, { N: 0 }, { N: 1 }, { N: 3 }, { r: 0 }, { r: 9 }, { p: 0 }, { p: 5 }],
  ])('does not open with an entry that somebody changed: %j', async (change) => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    const entry = JSON.parse(secrets.entries.get('passphrase') ?? '') as object;
    const text = typeof change === 'string' ? change : JSON.stringify({ ...entry, ...change });
    secrets.entries.set('passphrase', text);
    expect(await unlocked(secrets, first)).toBeUndefined();
  });

  it('takes no sealed entry in the place of another', async () => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    const [one = '', two = ''] = names;
    secrets.entries.set(two, secrets.entries.get(one) ?? '');
    const passphrase = await unlocked(secrets, first);
    expect(await passphrase?.entries.get(one)).toBe(expectedValues[0]);
    expect(await passphrase?.entries.get(two)).toBeUndefined();
    expect(await passphrase?.isNeeded()).toBe(false);
  });
});

describe('a kill between the steps of', () => {
  /** A keychain whose program is killed before its `left`-th next write. */
  function killedAfter(secrets: SecretStore, left: number): SecretStore {
    let writes = left;
    const write = <T>(done: () => Promise<T>): Promise<T> => {
      writes -= 1;
      return writes < 0 ? new Promise(() => undefined) : done();
    };
    return {
      get: (name) => secrets.get(name),
      set: (name, value) => write(() => secrets.set(name, value)),
      remove: (name) => write(() => secrets.remove(name)),
    };
  }

  /** What opens the entries now: none, or which of the two passphrases. */
  async function opensWith(secrets: SecretStore): Promise<string[]> {
    const { passphrase } = open(secrets);
    if (!(await passphrase.isNeeded())) {
      expect(await values(passphrase)).toEqual(expectedValues);
      return ['none'];
    }
    const opens: string[] = [];
    for (const given of [first, second]) {
      const opened = await unlocked(secrets, given);
      if (!opened) continue;
      expect(await values(opened)).toEqual(expectedValues);
      opens.push(given);
    }
    return opens;
  }

  const steps = [0, 1, 2, 3, 4, 5];

  it.each(steps)('turning it on, after %i writes, leaves everything to open', async (step) => {
    const secrets = filled();
    void open(killedAfter(secrets, step)).passphrase.turnOn(first, names);
    await expect.poll(() => opensWith(secrets)).toEqual(step === 0 ? ['none'] : [first]);
    const sealed = [...secrets.entries.values()].filter((text) => text.startsWith('sealed:'));
    expect(sealed).toHaveLength(step === 0 ? 0 : names.length);
  });

  it.each(steps)('turning it off, after %i writes, leaves everything to open', async (step) => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    const { passphrase } = await opened(killedAfter(secrets, step));
    void passphrase.turnOff(names);
    await settled();
    expect(await opensWith(secrets)).toEqual([step === 5 ? 'none' : first]);
  });

  it.each([0, 1])('changing it, after %i writes, leaves everything to open', async (step) => {
    const secrets = filled();
    await open(secrets).passphrase.turnOn(first, names);
    const { passphrase, key } = await opened(killedAfter(secrets, step));
    void passphrase.change(key, second);
    await expect.poll(() => opensWith(secrets)).toEqual([step === 0 ? first : second]);
  });
});
