import { expect, it } from 'vitest';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { TransportError } from '#core/kernel/ports.ts';
import { keyPair } from '#test/core/checks/responders.ts';
import { serve, run, newMachine, rowsOf, type Running } from '#test/core/harness.ts';
import { check } from './checking.ts';
import { installed } from './programs.ts';
import { canMakeTunnels, wireGuard } from './real-servers.ts';
import { udpServer } from './responder-servers.ts';

const dayMs = 86_400_000;

/** A service whose only configuration is this WireGuard URL, and a machine whose user agrees to checks. */
async function accountOf(url: string) {
  const service = await serve({ limits: 'off' });
  const account = service.control.account();
  account.configs.splice(1);
  for (const config of account.configs) {
    config.protocol = 'wg';
    config.connection_url = url;
    config.awg_config = null;
  }
  const machine = newMachine();
  machine.files.write('settings.json', JSON.stringify({ checksExplained: true }));
  return { service, machine };
}

function urlOf(port: number, client: Buffer, server: Buffer): string {
  const query = new URLSearchParams({ publickey: server.toString('base64') });
  const user = encodeURIComponent(client.toString('base64'));
  return `wireguard://${user}@127.0.0.1:${String(port)}?${query.toString()}`;
}

async function checked(running: Running): Promise<ConnectionRow['check']> {
  const key = (await rowsOf(running)).find((row) => row.key.startsWith('config:'))?.key ?? '';
  const over = running.until('checks.changed', ({ running: goesOn }) => !goesOn);
  await running.ask('checks.start', { keys: [key], interrupting: true });
  await over;
  return (await rowsOf(running)).find((row) => row.key === key)?.check;
}

it.runIf(process.platform === 'linux' && canMakeTunnels() && installed('wireguard-go'))(
  'a check on a computer whose clock is a day fast leaves the server open to the user’s devices',
  async () => {
    const [client, server] = [keyPair(), keyPair()];
    const port = await wireGuard(server, client, Buffer.alloc(32));
    const url = urlOf(port, client.private, server.public);
    const { service, machine } = await accountOf(url);
    const running = await run(machine, undefined, { now: () => Date.now() + dayMs });
    await running.signIn(service);
    expect(await checked(running)).toMatchObject({
      result: { outcome: 'answers', depth: 'handshake' },
    });
    // A device of the user, whose clock is right. An implementation refuses what comes too soon.
    await expect
      .poll(() => check('wg', url), { timeout: 60_000 })
      .toMatchObject({ outcome: 'answers', depth: 'handshake' });
  },
);

it('a check before the service has answered sends nothing, and says what it waits for', async () => {
  const [client, server] = [keyPair(), keyPair()];
  let received = 0;
  const port = await udpServer(() => {
    received += 1;
    return undefined;
  });
  const { service, machine } = await accountOf(urlOf(port, client.private, server.public));
  const first = await run(machine);
  await first.signIn(service);
  await first.stop();
  const offline = await run(machine, (transport) => ({
    ...transport,
    send: () => Promise.reject(new TransportError('unreachable', false)),
  }));
  expect(await checked(offline)).toMatchObject({
    result: { outcome: 'undetermined', reason: 'time-unknown' },
  });
  expect(received).toBe(0);
});
