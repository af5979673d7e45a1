import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen } from '#test/adapters/transport/servers.ts';
import { serve, run, newMachine, type Machine, type Running } from '#test/core/harness.ts';

async function collector(): Promise<{ readonly url: string; readonly keys: string[] }> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization ?? '');
    response.statusCode = 404;
    response.end();
  });
  return { url: `http://127.0.0.1:${String(await listen(server))}`, keys };
}

/** Signs in and does not wait for the lists; answers the id of the account. */
async function signIn(running: Running, service: { url: string; key: string }): Promise<string> {
  const { url, key } = service;
  const { account } = await running.ask('session.signIn', { service: url, key });
  return account?.id ?? '';
}

/** An account that was signed in to on a machine, and a server that collects the keys it is sent. */
async function signedInBefore() {
  const service = await serve();
  const other = await collector();
  const machine = newMachine();
  const first = await run(machine);
  const id = await signIn(first, service);
  await first.stop();
  return { service, other, machine, id };
}

/** Replaces the service of every account in the plain file. */
function edit({ files }: Machine, from: string, to: string): void {
  files.write('accounts.json', (files.read('accounts.json') ?? '').replaceAll(from, to));
}

describe('the service address of an account, changed in its file', () => {
  it('gets no request, is shown beside the address of the key, and is restored by choice', async () => {
    const { service, other, machine, id } = await signedInBefore();
    edit(machine, service.url, other.url);

    const second = await run(machine);
    expect(await second.ask('session.get', {})).toMatchObject({
      status: 'service-changed',
      account: null,
      changedService: { account: id, now: other.url, expected: service.url },
    });
    await second.stop();
    expect(other.keys).toEqual([]);

    const third = await run(machine);
    expect(await third.ask('session.restoreService', {})).toMatchObject({
      status: 'signed-in',
      account: { id, service: service.url },
      changedService: null,
    });
    expect(machine.files.read('accounts.json')).not.toContain(other.url);
    expect(other.keys).toEqual([]);
  });

  it('gets no request when the account is switched to', async () => {
    const service = await serve();
    const other = await collector();
    const machine = newMachine();
    const first = await run(machine);
    const id = await signIn(first, service);
    await signIn(first, { url: service.url, key: service.control.addAccount().key });
    await first.stop();
    const { current, accounts } = JSON.parse(machine.files.read('accounts.json') ?? '') as {
      readonly current: string;
      readonly accounts: readonly { readonly id: string }[];
    };
    const edited = accounts.map((each) => (each.id === id ? { id, service: other.url } : each));
    machine.files.write('accounts.json', JSON.stringify({ current, accounts: edited }));

    const second = await run(machine);
    expect(await second.ask('session.switch', { account: id })).toMatchObject({
      status: 'service-changed',
      changedService: { account: id },
    });
    await second.stop();
    expect(other.keys).toEqual([]);
  });
});

it('the id of an account on disk says nothing of the user: each computer has another', async () => {
  const service = await serve();
  const ids = [];
  for (const machine of [newMachine(), newMachine()]) {
    const running = await run(machine);
    ids.push(await signIn(running, service));
    await running.stop();
  }
  expect(ids[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(ids[1]).toMatch(/^[0-9a-f]{16}$/);
  expect(ids[0]).not.toBe(ids[1]);
});
