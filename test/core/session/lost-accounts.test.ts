import { expect, it } from 'vitest';
import { run, newMachine, signedIn } from '#test/core/harness.ts';

/** A machine with the user's account, whose list of accounts is empty. */
async function damaged() {
  const { service, machine, running: before } = await signedIn({ limits: 'off' });
  await before.stop();
  machine.files.texts.set('accounts.json', '');
  return { service, machine };
}

it('a list that was damaged is looked for again once the keychain answers, also in a later run', async () => {
  const { machine } = await damaged();
  machine.secrets.state = 'locked';
  const locked = await run(machine);
  expect((await locked.ask('session.get', {})).status).not.toBe('signed-in');
  await locked.stop();
  machine.secrets.state = 'ready';
  const next = await run(machine);
  expect(await next.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
});

it('a damaged list of which the keychain has nothing is said to be lost, and signing in goes on', async () => {
  const { service, machine } = await damaged();
  machine.secrets.entries.clear();
  const running = await run(machine);
  expect(await running.ask('session.get', {})).toMatchObject({
    status: 'signed-out',
    vaultProblem: { kind: 'vault', reason: 'accounts-lost' },
  });
  await running.signIn(service);
  expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
});

it('a new profile has lost nothing', async () => {
  const running = await run(newMachine());
  expect(await running.ask('session.get', {})).toMatchObject({
    status: 'signed-out',
    vaultProblem: null,
  });
});
