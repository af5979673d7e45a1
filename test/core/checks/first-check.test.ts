import { expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';
import { contactedServer } from './contacted-server.ts';

it('no check starts before the user has agreed to what it contacts, whatever the window sends', async () => {
  const server = await contactedServer();
  const service = await serve();
  for (const config of service.control.account().configs) {
    config.protocol = 'outline';
    config.connection_url = server.url;
  }
  const machine = newMachine();
  const running = await run(machine);
  await running.signIn(service);
  const rows = await rowsOf(running);
  const key = rows.find((row) => row.key.startsWith('config:'))?.key ?? '';
  const input = { keys: [key], interrupting: true };

  expect(await running.call('checks.start', input)).toEqual(fail('declined'));
  const written = await running.app.call('settings.set', { checksExplained: true });
  expect(written).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
  expect(await running.call('checks.start', input)).toMatchObject({ ok: false });
  expect(server.contacts()).toBe(0);

  expect(await running.ask('checks.accept', {})).toMatchObject({ checksExplained: true });
  const over = running.until('checks.changed', (progress) => !progress.running);
  expect(await running.ask('checks.start', input)).toMatchObject({ running: true, total: 1 });
  await over;
  expect(server.contacts()).toBeGreaterThan(0);
});
