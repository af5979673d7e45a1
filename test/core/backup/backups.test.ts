import { describe, expect, it } from 'vitest';
import { backupKinds } from '#contract/ipc/backup.ts';
import { serve, run, newMachine, rowsOf, type Machine, type Running } from '#test/core/harness.ts';
import { VaultError, type RecordChange } from '#core/kernel/ports.ts';
import type { RunningService } from '#service/service.ts';

const passphrase = 'five words of a test';

/** What a user has on a computer, all of it named after them. */
async function use(core: Running, name: string): Promise<void> {
  const [one, two] = await rowsOf(core);
  if (!one || !two) throw new Error('no connections');
  await core.ask('connections.setFavourites', { keys: [two.key], favourite: true });
  await core.ask('connections.setNote', { key: one.key, note: `note of ${name}` });
  const tunnel = (await rowsOf(core)).find(({ protocol }) => protocol === 'amnezia-wg-2');
  if (!tunnel) throw new Error('no tunnel');
  await core.ask('secrets.copy', { of: 'connection', key: tunnel.key });
  await core.ask('connections.setDevices', { key: tunnel.key, devices: [`phone of ${name}`] });
}

async function shown(core: Running) {
  const rows = await rowsOf(core);
  return {
    favourites: rows.filter(({ favourite }) => favourite).map((row) => row.key),
    notes: rows.flatMap((row) => row.note ?? []),
    devices: rows.flatMap((row) => row.onDevices ?? []),
    messages: (await core.ask('inbox.get', {})).items.map(({ content }) => content),
  };
}

async function save(core: Running, machine: Machine, more = { keys: false, secrets: false }) {
  await core.ask('backup.save', { passphrase, ...more });
  return machine.shell.savedBytes;
}

async function restore(core: Running, machine: Machine, bytes: Uint8Array) {
  machine.shell.selectedFile = bytes;
  expect(await core.ask('backup.choose', {})).toEqual({ chosen: true });
  const summary = await core.ask('backup.read', { passphrase });
  return { summary, restored: await core.ask('backup.restore', {}) };
}

async function computer(service?: Pick<RunningService, 'url' | 'key'>) {
  const machine = newMachine();
  const core = await run(machine);
  if (service) await core.signIn(service);
  return { machine, core };
}

/** A service, and the computer of Anna with everything that she has on it. */
async function annas() {
  const service = await serve();
  const { machine, core } = await computer(service);
  await use(core, 'Anna');
  const profile = async () => (await core.ask('session.get', {})).account?.name;
  await expect.poll(profile).not.toBe('');
  await expect.poll(async () => (await shown(core)).messages.length).toBeGreaterThan(0);
  return { service, machine, core };
}

describe('a backup', () => {
  it('moves what an account has to another computer, beside what is there, and back again', async () => {
    const { service, machine, core } = await annas();
    const hers = await shown(core);
    const bytes = await save(core, machine);
    const other = await computer(service);
    const before = await shown(other.core);
    const { summary, restored } = await restore(other.core, other.machine, bytes);
    expect(summary.accounts).toMatchObject([
      { place: 'here', service: service.url, changes: { favourites: 1, notes: 1 } },
    ]);
    expect(restored.changed).toBeGreaterThan(4);
    expect(await shown(other.core)).toEqual(hers);
    // Once more there is nothing new in it.
    expect((await restore(other.core, other.machine, bytes)).restored.changed).toBe(0);
    expect(await shown(other.core)).toEqual(hers);
    const third = await computer(service);
    await restore(third.core, third.machine, bytes);
    await third.core.ask('backup.undo', {});
    expect(await shown(third.core)).toEqual(before);
  });

  it('has no API key and no one-time secret, unless the user agreed to that', async () => {
    const { service, machine, core } = await annas();
    await core.ask('purchases.submit', {
      ticket: 'a form of Anna',
      endpoint: 'xray.createKeys',
      input: {},
    });
    machine.consentDialog.questions.length = 0;
    const plain = await save(core, machine);
    expect(machine.consentDialog.questions).toEqual([]);
    machine.consentDialog.agrees = false;
    const all = { passphrase, keys: true, secrets: true };
    expect(await core.call('backup.save', all)).toMatchObject({ failure: { kind: 'declined' } });
    machine.consentDialog.agrees = true;
    const whole = await save(core, machine, { keys: true, secrets: true });
    expect(machine.consentDialog.questions).toContainEqual({
      kind: 'backup',
      keys: true,
      secrets: true,
    });

    const other = await computer();
    machine.consentDialog.questions.length = 0;
    const absent = await restore(other.core, other.machine, plain);
    expect(absent.summary.accounts).toMatchObject([{ place: 'absent', has: { secrets: 0 } }]);
    expect(absent.restored).toMatchObject({ changed: 0, skipped: 1 });
    const { summary } = await restore(other.core, other.machine, whole);
    expect(summary.accounts).toMatchObject([{ place: 'key', has: { secrets: 1 } }]);
    expect(other.machine.consentDialog.questions).toEqual([
      { kind: 'sign-in', service: service.url, keyPrefix: service.key.slice(0, 12) },
    ]);
    expect(await other.core.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
    const { entries } = await other.core.ask('purchases.list', {});
    expect(entries).toMatchObject([{ endpoint: 'xray.createKeys', unsaved: true }]);
  });

  it('takes the newer note, the devices of both, settings at their defaults, and never what is here', async () => {
    const { service, machine, core } = await annas();
    await core.ask('settings.set', { theme: 'dark', trayShows: 'none', lockMinutes: 60 });
    const bytes = await save(core, machine);
    const other = await computer(service);
    await other.core.ask('settings.set', { trayShows: 'favourites' });
    await use(other.core, 'Boris');
    const { summary } = await restore(other.core, other.machine, bytes);
    expect(summary.settings).toBe(1);
    const own = { trayShows: 'favourites', lockMinutes: 0 };
    expect(await other.core.ask('settings.get', {})).toMatchObject({ theme: 'dark', ...own });
    const merged = await shown(other.core);
    expect(merged.notes).toEqual(['note of Boris']);
    expect(merged.devices).toEqual(['phone of Boris', 'phone of Anna']);
    await other.core.ask('backup.undo', {});
    expect(await other.core.ask('settings.get', {})).toMatchObject({ theme: 'system', ...own });
  });

  it('leaves at an undo what was changed since', async () => {
    const { service, machine, core } = await annas();
    const bytes = await save(core, machine);
    const other = await computer(service);
    await restore(other.core, other.machine, bytes);
    const noted = (await rowsOf(other.core)).find(({ note }) => note !== undefined);
    await other.core.ask('connections.setNote', { key: noted?.key ?? '', note: 'newer' });
    await other.core.ask('backup.undo', {});
    expect(await shown(other.core)).toMatchObject({ favourites: [], notes: ['newer'] });
    expect(await other.core.call('backup.undo', {})).toMatchObject({ ok: false });
  });

  it('has every account of the computer, and restores into each, open or not', async () => {
    const { service, machine, core } = await annas();
    const second = await serve();
    await core.signIn(second);
    await use(core, 'Anna');
    const bytes = await save(core, machine);
    const other = await computer(service);
    await other.core.signIn(second);
    const { summary } = await restore(other.core, other.machine, bytes);
    expect(summary.accounts.map(({ place }) => place)).toEqual(['here', 'here']);
    expect((await shown(other.core)).notes).toEqual(['note of Anna']);
    const { accounts } = await other.core.ask('session.get', {});
    const first = accounts.find((each) => each.service === service.url);
    await other.core.ask('session.switch', { account: first?.id ?? '' });
    expect((await shown(other.core)).notes).toEqual(['note of Anna']);
  });

  it('finds the account again at another address of its service', async () => {
    const { service, machine, core } = await annas();
    const bytes = await save(core, machine);
    const moved = service.url.replace('127.0.0.1', 'localhost');
    expect(moved).not.toBe(service.url);
    const other = await computer({ url: moved, key: service.key });
    await expect
      .poll(async () => (await other.core.ask('session.get', {})).account?.name)
      .not.toBe('');
    const { summary } = await restore(other.core, other.machine, bytes);
    expect(summary.accounts).toMatchObject([{ place: 'moved', service: service.url }]);
    expect((await shown(other.core)).notes).toEqual(['note of Anna']);
  });

  it('of an account without anything is restored without a change', async () => {
    const service = await serve({ scale: 0 });
    const { machine, core } = await computer(service);
    const { summary, restored } = await restore(core, machine, await save(core, machine));
    expect(backupKinds.map((kind) => summary.accounts[0]?.changes[kind])).toEqual(
      backupKinds.map(() => 0),
    );
    expect(restored).toEqual({ changed: 0, settings: 0, skipped: 0 });
  });

  it('that does not open changes nothing, and is forgotten by a lock', async () => {
    const { machine, core } = await annas();
    const before = await shown(core);
    machine.shell.selectedFile = await save(core, machine);
    await core.ask('backup.choose', {});
    expect(await core.call('backup.read', { passphrase: 'another one' })).toMatchObject({
      failure: { kind: 'file', reason: 'wrong-passphrase' },
    });
    expect(await core.call('backup.restore', {})).toMatchObject({ ok: false });
    await core.ask('backup.read', { passphrase });
    core.app.setLocked();
    await core.ask('session.lock', {});
    await core.ask('session.unlock', {});
    expect(await core.call('backup.restore', {})).toMatchObject({ failure: { kind: 'not-found' } });
    expect(await core.call('backup.undo', {})).toMatchObject({ ok: false });
    expect(await shown(core)).toEqual(before);
  });

  it('is restored as a whole or not at all, and a full disk is named', async () => {
    const { service, machine, core } = await annas();
    const bytes = await save(core, machine);
    const other = newMachine();
    let isFull = false;
    const { vault } = other;
    const full = {
      ...other,
      vault: {
        ...vault,
        write(changes: readonly RecordChange[]) {
          if (isFull) throw new VaultError('no-space');
          vault.write(changes);
        },
      },
    };
    const restoring = await run(full);
    await restoring.signIn(service);
    full.shell.selectedFile = bytes;
    await restoring.ask('backup.choose', {});
    await restoring.ask('backup.read', { passphrase });
    const before = await shown(restoring);
    isFull = true;
    expect(await restoring.call('backup.restore', {})).toMatchObject({
      failure: { kind: 'vault', reason: 'no-space' },
    });
    expect(await shown(restoring)).toEqual(before);
    isFull = false;
    expect(await restoring.call('backup.restore', {})).toMatchObject({ ok: true });
  });

  it('is written and restored by the command line', async () => {
    const { service, machine, core } = await annas();
    const request = { kind: 'backup', file: '/b.age' } as const;
    expect(await core.app.answerFileCommand(request, 'short')).toMatchObject({
      reason: 'short-passphrase',
    });
    expect(await core.app.answerFileCommand(request, passphrase)).toEqual({ status: 'backed-up' });
    const other = await computer(service);
    const restoring = { ...request, kind: 'restore' } as const;
    expect(await other.core.app.answerFileCommand(restoring, passphrase)).toMatchObject({
      reason: 'file',
    });
    other.machine.backupFiles.files.set(
      '/b.age',
      machine.backupFiles.files.get('/b.age') ?? new Uint8Array(),
    );
    expect(await other.core.app.answerFileCommand(restoring, 'another one')).toMatchObject({
      reason: 'wrong-passphrase',
    });
    expect(await other.core.app.answerFileCommand(restoring, passphrase)).toMatchObject({
      status: 'restored',
      skipped: 0,
    });
    expect((await shown(other.core)).notes).toEqual(['note of Anna']);
    const nobody = await computer();
    expect(await nobody.core.app.answerFileCommand(request, passphrase)).toEqual({
      status: 'closed',
    });
  });
});
