import { beforeAll, describe, expect, it } from 'vitest';
import { plainFiles, type PlainFile } from '#core/kernel/ports.ts';
import { createLastUpdateCheck } from '#core/desktop/last-update-check.ts';
import { readBounds } from '#electron/window/window-bounds.ts';
import { createAuthority } from '#test/adapters/transport/certificates.ts';
import { sampled } from '#test/simulator/deep.ts';
import { serve, run, newMachine, rowsOf, type Machine, type Running } from './harness.ts';

// Every file and every entry of the keychain, in every state that a disk, another program or another
// keychain can leave it in: the program starts, says what it did not find, and loses nothing.

const passphrase = 'correct horse battery';
const proxy = { kind: 'http', host: 'proxy.example.com', port: 3128, login: 'none' } as const;
const bounds = { x: 1, y: 2, width: 1000, height: 700, maximized: false };
const checkedAt = Date.UTC(2026, 0, 1);
let authority = '';
beforeAll(async () => {
  authority = (await createAuthority()).ca;
});

/** A machine on which everything is stored that the program stores, and the service of its account. */
async function used() {
  const service = await serve({ limits: 'off' });
  const machine = newMachine();
  const running = await run(machine);
  await running.signIn(service);
  const [row] = await rowsOf(running);
  await running.ask('connections.setFavourites', { keys: [row?.key ?? ''], favourite: true });
  await running.ask('settings.set', { theme: 'dark', clipboardSeconds: 30 });
  machine.shell.selectedFile = Buffer.from(authority);
  await running.ask('network.chooseAuthority', {});
  await running.ask('network.setProxy', proxy);
  await running.stop();
  machine.files.write('clock.json', JSON.stringify({ offset: -60_000 }));
  machine.files.write('window.json', JSON.stringify(bounds));
  createLastUpdateCheck(machine.files, machine.log).succeeded(checkedAt);
  const before = await has(machine);
  machine.secrets.entries.set(`${before.seen.account ?? ''} name`, 'anna@example.com');
  return { service, machine, before };
}

/** What a user finds after a start, and what they are told. */
async function has(machine: Machine) {
  const running = await run(machine);
  const { seen, told } = await look(running);
  await running.stop();
  const { width } = readBounds(machine.files.read('window.json')) ?? {};
  const updates = createLastUpdateCheck(machine.files, machine.log).at();
  return { seen: { ...seen, width, updates }, told };
}

async function look(running: Running) {
  const { status, account, vaultProblem } = await running.ask('session.get', {});
  const { theme, clipboardSeconds, lost } = await running.ask('settings.get', {});
  const network = await running.ask('network.get', {});
  const favourites = status === 'signed-in' ? (await rowsOf(running)).filter(isFavourite) : [];
  return {
    seen: {
      account: account?.id,
      favourites: favourites.map(({ key }) => key),
      settings: [theme, clipboardSeconds],
      proxy: network.proxy.host,
      authorities: network.authorities.length,
    },
    told: [
      ...(vaultProblem?.reason !== undefined ? [vaultProblem.reason] : []),
      ...(lost === true ? ['settings'] : []),
      ...(network.changed === null ? [] : ['network']),
    ],
  };
}

const isFavourite = ({ favourite }: { readonly favourite: boolean }) => favourite;

const damages = [
  ['full of zero bytes', (text: string) => '\0'.repeat(text.length)],
  ['empty', () => ''],
  ['cut in half', (text: string) => text.slice(0, text.length / 2)],
  ['of another program', () => '{"accounts":"none","offset":-1e300,"checkedAt":"never"}'],
  ['gone', () => undefined],
] as const;

function spoil(texts: Map<string, string>, name: string, damage: (typeof damages)[number][1]) {
  const text = damage(texts.get(name) ?? '');
  if (text === undefined) texts.delete(name);
  else texts.set(name, text);
}

/** What is said of each file, and what a user finds changed; what is made again unasked needs neither. */
const leadsTo: Readonly<
  Record<PlainFile, { readonly told: readonly string[]; readonly changed: readonly string[] }>
> = {
  'accounts.json': { told: ['accounts-found'], changed: [] },
  'authorities.pem': { told: ['network'], changed: ['authorities'] },
  'clock.json': { told: [], changed: [] },
  'network.json': { told: ['network'], changed: ['proxy'] },
  'settings.json': { told: ['settings'], changed: ['settings'] },
  'updates.json': { told: [], changed: ['updates'] },
  'window.json': { told: [], changed: ['width'] },
};

describe.each(plainFiles)('the file %s', (name) => {
  it.each(sampled(damages, 1))(
    'that is %s is spoken of, and costs nothing else',
    async (_, damage) => {
      const { machine, before } = await used();
      const whole = machine.files.texts.get(name) ?? '';
      expect(whole).not.toBe('');
      spoil(machine.files.texts, name, damage);
      const damaged = machine.files.texts.get(name);
      const { seen, told } = await has(machine);
      const { changed, ...expected } = leadsTo[name];
      // Whoever removes the file of the settings wants them as they were at first.
      expect(told).toEqual(name === 'settings.json' && damaged === undefined ? [] : expected.told);
      const differing = Object.entries(seen).filter(
        ([what, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before.seen, what)),
      );
      expect(differing.map(([what]) => what)).toEqual(changed);
      // Nothing is overwritten that was not put aside, or can be had again.
      const aside = machine.files.texts.get(`${name}.set-aside-1`);
      const isPutAside = name === 'settings.json' || name === 'accounts.json';
      if (isPutAside && damaged !== undefined) expect(aside).toBe(damaged);
      if (isPutAside) expect((await has(machine)).told).toEqual([]);
      if (name === 'network.json') {
        const running = await run(machine);
        await running.ask('network.restore', {});
        expect((await running.ask('network.get', {})).proxy.host).toBe(proxy.host);
      }
    },
  );
});

it('a damaged file of the network sends nothing past the proxy, also while the keychain is locked', async () => {
  const { machine } = await used();
  machine.files.texts.delete('authorities.pem');
  machine.files.texts.set('network.json', '');
  machine.secrets.state = 'locked';
  const running = await run(machine);
  expect(await running.call('network.check', { service: 'https://example.invalid' })).toMatchObject(
    {
      failure: { reason: 'proxy', proxy: 'locked' },
    },
  );
});

/** What is said of each entry of the keychain. */
const entryLeadsTo: Readonly<Record<string, readonly string[]>> = {
  'api-key': ['api-key-gone'],
  'vault-key': ['key-gone'],
  'vault-checkpoint': [],
  name: [],
  network: ['network'],
};

describe.each(Object.keys(entryLeadsTo))('the entry %s of the keychain', (kind) => {
  it.each(
    sampled(
      [...damages, ['another one', () => Buffer.alloc(32, 9).toString('base64')] as const],
      1,
    ),
  )('that is %s is spoken of, and with the right one all is as before', async (_, damage) => {
    const { service, machine, before } = await used();
    const { entries } = machine.secrets;
    expect([...entries.keys()].map((name) => name.split(' ').at(-1)).sort()).toEqual(
      Object.keys(entryLeadsTo).sort(),
    );
    const name = [...entries.keys()].find((each) => each.endsWith(kind)) ?? '';
    const whole = entries.get(name) ?? '';
    spoil(entries, name, damage);
    expect((await has(machine)).told).toEqual(entryLeadsTo[kind]);
    if (kind === 'api-key') {
      // Signing in again finds the account by its records.
      const running = await run(machine);
      await running.signIn(service);
      const { seen, told } = await look(running);
      expect([seen.account, seen.favourites, told]).toEqual([
        before.seen.account,
        before.seen.favourites,
        [],
      ]);
      await running.stop();
    }
    entries.set(name, whole);
    const after = await has(machine);
    expect(after.seen).toEqual(before.seen);
    // Without its checkpoint an older copy is not known, and with a later one this is thought to be one.
    expect(after.told.filter((each) => each !== 'rolled-back')).toEqual([]);
  });
});

it.each(['locked', 'denied', 'timed-out', 'absent'] as const)(
  'a keychain that is %s changes nothing, and all is there when it answers',
  async (state) => {
    const { machine, before } = await used();
    const [files, entries] = [[...machine.files.texts], [...machine.secrets.entries]];
    machine.secrets.state = state;
    const running = await run(machine);
    expect(await running.ask('session.get', {})).toMatchObject({ account: null, keychain: state });
    const unused = await run({ ...newMachine(), secrets: machine.secrets });
    expect(await unused.ask('session.get', {})).toMatchObject({ accounts: [], keychain: state });
    expect([[...machine.files.texts], [...machine.secrets.entries]]).toEqual([files, entries]);
    machine.secrets.state = 'ready';
    await running.ask('session.retry', {});
    expect((await look(running)).seen).toMatchObject({
      account: before.seen.account,
      favourites: before.seen.favourites,
    });
  },
);

it('another keychain, as after a switch of desktop, is spoken of, and what each has stays its own', async () => {
  const { service, machine, before } = await used();
  const first = new Map(machine.secrets.entries);
  machine.secrets.entries.clear();
  const running = await run(machine);
  expect((await look(running)).told).toEqual(['api-key-gone', 'network']);
  await running.ask('network.restore', {});
  await running.signIn(service);
  const there = await look(running);
  expect([there.seen.account, there.seen.favourites]).toEqual([before.seen.account, []]);
  expect(there.told).toEqual(['key-gone']);
  await running.stop();
  expect((await has(machine)).told).toEqual([]);
  machine.secrets.entries.clear();
  for (const [name, text] of first) machine.secrets.entries.set(name, text);
  const { seen, told } = await has(machine);
  expect([seen.favourites, told]).toEqual([before.seen.favourites, ['network']]);
});

describe('the entry of the passphrase', () => {
  it.each(sampled(damages, 1))(
    'that is %s is spoken of, and with the right one all is as before',
    async (_, damage) => {
      const { machine, before } = await used();
      const locked = await run(machine);
      await locked.ask('session.setPassphrase', { current: '', next: passphrase });
      await locked.stop();
      const { entries } = machine.secrets;
      const whole = entries.get('passphrase') ?? '';
      spoil(entries, 'passphrase', damage);
      const running = await run(machine);
      if (entries.has('passphrase')) {
        expect(await running.call('session.unlock', { passphrase })).toMatchObject({
          failure: { kind: 'keychain', reason: 'passphrase-damaged' },
        });
      } else expect((await look(running)).told).toContain('api-key-gone');
      await running.stop();
      entries.set('passphrase', whole);
      const again = await run(machine);
      await again.ask('session.unlock', { passphrase });
      expect((await look(again)).seen).toMatchObject({
        account: before.seen.account,
        favourites: before.seen.favourites,
      });
    },
  );
});
