import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { coreOfATest, newMachine, rowsOf } from '#test/core/harness.ts';

const { serve, run } = coreOfATest();

it('no check starts before the user has read what one contacts, whatever the window says', async () => {
  let contacted = 0;
  const server = createServer((socket) => {
    contacted += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service = await serve();
  for (const config of service.control.account().configs) {
    config.protocol = 'outline';
    config.connection_url = `ss://YTpi@127.0.0.1:${String(port)}`;
  }
  const machine = newMachine();
  const running = await run(machine);
  await running.signIn(service);
  const rows = await rowsOf(running);
  const key = rows.find((row) => row.key.startsWith('config:'))?.key ?? '';
  const input = { keys: [key], interrupting: true };

  expect(await running.call('checks.start', input)).toEqual({
    ok: false,
    failure: { kind: 'declined' },
  });
  const written = await running.app.call('settings.set', { checksExplained: true });
  expect(written).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
  expect(await running.call('checks.start', input)).toMatchObject({ ok: false });
  expect(contacted).toBe(0);

  expect(await running.ask('checks.accept', {})).toMatchObject({ checksExplained: true });
  const over = running.until('checks.changed', (progress) => !progress.running);
  expect(await running.ask('checks.start', input)).toMatchObject({ running: true, total: 1 });
  await over;
  expect(contacted).toBeGreaterThan(0);
});
