import { describe, expect, it } from 'vitest';
import { settled } from '#test/core/fakes.ts';
import { serve, run, newMachine, rowsOf, type Machine, type Running } from '#test/core/harness.ts';

/** Two accounts, the second of which is open and has a new API key that nobody has seen. */
async function withNewKey(lockMinutes: 0 | 5) {
  const service = await serve({ limits: 'off' });
  const machine = newMachine();
  const running = await run(machine);
  await running.signIn({ url: service.url, key: service.control.addAccount().key });
  const { account: other } = await running.ask('session.get', {});
  await running.signIn(service);
  await running.ask('settings.set', { lockMinutes });
  const { entry } = await running.ask('purchases.submit', {
    ticket: 'form 0001',
    endpoint: 'apiKeys.create',
    input: { body: { name: 'Laptop' } },
  });
  return { machine, running, entry, other: other?.id ?? '' };
}

type Ended = (running: Running, other: string) => unknown;
const ends: readonly (readonly [string, 0 | 5, Ended])[] = [
  ['Culvert locks itself', 5, ({ app }) => app.setLocked()],
  ['the screen is locked', 0, ({ app }) => app.setLocked()],
  ['the computer goes to sleep', 0, ({ app }) => app.setAsleep(true)],
  ['the window is hidden', 0, ({ app }) => app.setWindowVisible(false)],
  [
    'another account is opened',
    0,
    (running, other) => running.ask('session.switch', { account: other }),
  ],
  ['the program is to end', 0, ({ app }) => app.closeDialogs()],
  ['the program ends', 0, (running) => running.stop()],
];

/** The user looks at a dialog until it is closed, and presses its button at that very moment. */
function think(machine: Machine): void {
  machine.consentDialog.agrees = undefined;
}

describe('a dialog of main’s', () => {
  it.each(ends)('with a new key is closed when %s, and copies nothing', async (_, minutes, end) => {
    const { machine, running, entry, other } = await withNewKey(minutes);
    think(machine);
    const shown = running.call('purchases.showKey', { id: entry.id, secret: 'api-key' });
    expect(machine.consentDialog.keys).toHaveLength(1);
    const ended = end(running, other);
    expect(await shown).toEqual({ ok: false, failure: { kind: 'declined' } });
    await ended;
    expect(machine.clipboard.text).toBe('');
  });

  it.each(ends)(
    'with a question is closed when %s, and nothing is sent',
    async (_, minutes, end) => {
      const { machine, running, other } = await withNewKey(minutes);
      think(machine);
      const asked = running.call('session.signOut', { account: other });
      await settled();
      expect(machine.consentDialog.questions.at(-1)?.kind).toBe('sign-out');
      const ended = end(running, other);
      expect(await asked).toMatchObject({ ok: false });
      await ended;
    },
  );
});

it('the dialog for saving a connection, which nothing can close, writes nothing once Culvert is locked', async () => {
  const { machine, running } = await withNewKey(5);
  const keys = (await rowsOf(running)).map(({ key }) => key);
  machine.shell.whileSaving = () => running.app.setLocked();
  const saved = [
    await running.call('connections.save', { key: keys[0] ?? '', form: 'url' }),
    await running.call('connections.saveMany', { keys, as: 'file' }),
  ];
  expect(saved).toMatchObject([{ ok: true, value: { name: null } }, { ok: false }]);
  expect(machine.shell.saved).toEqual([]);
});
