import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { serve, run, newMachine, rowsOf, type Machine } from '#test/core/harness.ts';

const first = 'correct horse battery';
const second = 'staple in another place';
const stranger = { service: 'https://other.example.com', key: `svc_abcdefgh_${'a'.repeat(24)}` };

describe('Culvert with a passphrase', () => {
  async function signedIn(machine: Machine) {
    const service = await serve();
    const running = await run(machine);
    await running.signIn(service);
    await running.ask('session.setPassphrase', { current: '', next: first });
    return { service, running };
  }

  it('turns it on only after its own question', async () => {
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(await serve());
    machine.consentDialog.agrees = false;
    const turnOn = { current: '', next: first };
    expect(await running.call('session.setPassphrase', turnOn)).toMatchObject(fail('declined'));
    expect(await running.ask('session.get', {})).toMatchObject({ passphrase: false });
  });

  it('starts locked, shows nothing, and opens the account with it alone', async () => {
    const machine = newMachine();
    const { running } = await signedIn(machine);
    const keys = (await rowsOf(running)).map(({ key }) => key);
    await running.stop();

    const next = await run(machine);
    expect(await next.ask('session.get', {})).toMatchObject({
      status: 'auto-locked',
      passphrase: true,
      account: null,
      accounts: [],
    });
    expect(next.app.tray()).toMatchObject({ locked: true, favourites: [] });
    expect(await next.call('session.unlock', {})).toMatchObject({ ok: false });
    expect(await next.call('connections.rows', {})).toMatchObject({
      failure: { reason: 'locked' },
    });
    expect(await next.ask('session.unlock', { passphrase: first })).toMatchObject({
      status: 'signed-in',
    });
    expect((await rowsOf(next)).map(({ key }) => key)).toEqual(keys);
  });

  it('opens with the right one at once, however many wrong ones and refusals went before', async () => {
    const machine = newMachine();
    const { running } = await signedIn(machine);
    machine.consentDialog.agrees = false;
    for (let n = 0; n < 3; n += 1) await running.call('session.signIn', stranger);
    await running.ask('session.lock', {});
    for (let n = 0; n < 5; n += 1) await running.call('session.unlock', { passphrase: second });
    expect(await running.ask('session.unlock', { passphrase: first })).toMatchObject({
      status: 'signed-in',
    });
  });

  it('needs the one that is on to change it or turn it off, and is forgotten by no page meanwhile', async () => {
    const machine = newMachine();
    const { running } = await signedIn(machine);
    machine.consentDialog.questions.length = 0;
    await running.ask('session.forgetPassphrase', {});
    expect(await running.ask('session.get', {})).toMatchObject({
      status: 'signed-in',
      passphrase: true,
    });
    for (const next of [second, '']) {
      expect(await running.call('session.setPassphrase', { current: second, next })).toMatchObject(
        fail('invalid-input'),
      );
    }
    await running.ask('session.setPassphrase', { current: first, next: second });
    expect(await running.ask('session.setPassphrase', { current: second, next: '' })).toMatchObject(
      { passphrase: false },
    );
    expect(machine.consentDialog.questions).toEqual([]);
    await running.stop();
    expect(await (await run(machine)).ask('session.get', {})).toMatchObject({
      status: 'signed-in',
    });
  });

  it('forgets every account with it, once the user agreed, and takes an API key again', async () => {
    const machine = newMachine();
    const { service, running } = await signedIn(machine);
    await running.stop();
    const next = await run(machine);
    machine.consentDialog.agrees = false;
    expect(await next.call('session.forgetPassphrase', {})).toMatchObject(fail('declined'));
    expect(machine.secrets.entries.size).toBeGreaterThan(1);
    machine.consentDialog.agrees = true;
    expect(await next.ask('session.forgetPassphrase', {})).toMatchObject({
      status: 'signed-out',
      passphrase: false,
      accounts: [],
    });
    expect(machine.secrets.entries.size).toBe(0);
    await next.signIn(service);
    expect(await next.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
  });

  it('locks also while no account is open, if others could be', async () => {
    const machine = newMachine();
    const { running } = await signedIn(machine);
    await running.ask('settings.set', { lockMinutes: 5 });
    const { account } = await running.ask('session.get', {});
    await running.ask('session.signOut', { account: account?.id ?? '' });
    const locked = running.until('session.changed', ({ status }) => status === 'auto-locked');
    running.app.setLocked();
    await locked;
    expect(await running.ask('session.get', {})).toMatchObject({ passphrase: true });
  });

  it('names it in no file, log line, event or answer', async () => {
    const machine = newMachine();
    const { running } = await signedIn(machine);
    const events: unknown[] = [];
    running.app.listen((...event) => events.push(event));
    const wrong = 'a wrong one, nearly right';
    events.push(await running.call('session.setPassphrase', { current: wrong, next: second }));
    events.push(await running.call('session.setPassphrase', { current: first, next: second }));
    const text = JSON.stringify([
      events,
      machine.log.lines,
      [...machine.files.texts],
      [...machine.secrets.entries],
    ]);
    for (const secret of [first, second, wrong]) expect(text).not.toContain(secret);
  });
});
