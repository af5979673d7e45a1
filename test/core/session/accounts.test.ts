import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import type { Clock, HttpTransport, Vault } from '#core/kernel/ports.ts';
import { manualClock } from '#test/core/fakes.ts';
import { serve, run, signedIn, newMachine, rowsOf } from '#test/core/harness.ts';

describe('signing in', () => {
  it('lists every connection of the account, from all four sources', async () => {
    const { service, running } = await signedIn();
    const account = service.control.account();
    const servers = account.cloud_servers;
    expect((await rowsOf(running)).length).toBe(
      account.configs.length +
        servers.flatMap(({ configs, proxies }) => [...configs, ...proxies]).length +
        account.paid_options.flatMap(({ configs }) => configs).length,
    );
    expect(new Set((await rowsOf(running)).map(({ source }) => source))).toEqual(
      new Set(['config', 'cloud', 'proxy', 'paid']),
    );
  });

  it('forgives spaces and line ends around and in a pasted key', async () => {
    const service = await serve();
    const running = await run(newMachine());
    const key = ` ${service.key.slice(0, 20)}\n${service.key.slice(20)} \n`;
    const state = await running.ask('session.signIn', { service: ` ${service.url}/ `, key });
    expect(state).toMatchObject({ status: 'signed-in', persistent: true });
  });

  it('does not depend on a discount that cannot be read', async () => {
    const service = await serve({ checkAnswers: false });
    Object.assign(service.control.account(), { pricing_rules: [{ type: 'all', percent: 'ten' }] });
    const running = await run(newMachine());
    await running.signIn(service);
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
  });

  it('stores nothing of a key that the service refuses, and names each wrong field', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    const key = 'svc_abcdefgh_0123456789abcdef01234567';
    const result = await running.call('session.signIn', { service: service.url, key });
    expect(result).toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(machine.secrets.entries.size).toBe(0);
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-out' });
    const wrong = await running.call('session.signIn', { service: 'http://a.example', key: 'x' });
    expect(wrong).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'service' }, { path: 'key' }] },
    });
  });

  it('keeps the open account when another sign-in fails', async () => {
    const { service, running } = await signedIn();
    await running.call('session.signIn', {
      service: 'http://127.0.0.1:9',
      key: service.key,
    });
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
    expect((await rowsOf(running)).length).toBeGreaterThan(30);
  });

  it('without a keychain stays in memory, stores nothing and says why', async () => {
    const service = await serve();
    const machine = newMachine();
    machine.secrets.state = 'absent';
    const first = await run(machine);
    await first.signIn(service);
    expect(await first.ask('session.get', {})).toMatchObject({
      persistent: false,
      keychain: 'absent',
    });
    expect((await rowsOf(first)).length).toBeGreaterThan(30);
    expect(service.control.account().notifications.length).toBeGreaterThan(0);
    await first.stop();
    const second = await run(machine);
    expect(await second.ask('session.get', {})).toMatchObject({ status: 'signed-out' });
  });

  it('without a keychain is stored once there is one and the user retries', async () => {
    const service = await serve();
    const machine = newMachine();
    machine.secrets.state = 'absent';
    const first = await run(machine);
    await first.signIn(service);
    expect(await first.ask('session.retry', {})).toMatchObject({ persistent: false });
    machine.secrets.state = 'ready';
    const whole = first.until('sync.changed', ({ refreshedAt }) => refreshedAt !== null);
    expect(await first.ask('session.retry', {})).toMatchObject({
      status: 'signed-in',
      persistent: true,
    });
    await whole;
    await first.stop();
    expect((await rowsOf(await run(machine))).length).toBeGreaterThan(30);
  });
});

describe('signing in to an account that is here', () => {
  it('asks about every key but those that this computer has, and never about switching', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    const { questions } = machine.consentDialog;
    await running.signIn(service);
    const { account } = await running.ask('session.get', {});
    const other = service.control.addAccount();
    await running.signIn({ url: service.url, key: other.key });
    const question = (key: string) => ({
      kind: 'sign-in',
      service: service.url,
      keyPrefix: key.slice(0, 12),
    });
    expect(questions).toEqual([question(service.key), question(other.key)]);
    await running.ask('session.switch', { account: account?.id ?? '' });
    await running.ask('session.signIn', { service: service.url, key: other.key });
    await running.ask('session.signIn', { service: service.url, key: service.key });
    expect(questions).toHaveLength(2);
  });

  it('asks about a key that this computer has for another service', async () => {
    const [service, stranger] = [await serve(), await serve()];
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(service);
    machine.consentDialog.agrees = false;
    const answer = await running.call('session.signIn', {
      service: stranger.url,
      key: service.key,
    });
    expect(answer).toMatchObject({ failure: { kind: 'declined' } });
    expect(machine.consentDialog.questions).toHaveLength(2);
  });

  it('asks nothing where only this run has the key', async () => {
    const service = await serve();
    const machine = newMachine();
    machine.secrets.state = 'absent';
    const running = await run(machine);
    await running.signIn(service);
    await running.ask('session.signIn', { service: service.url, key: service.key });
    expect(machine.consentDialog.questions).toHaveLength(1);
  });
});

describe('several accounts', () => {
  it('are separate, switched without signing in again, and signed out one by one', async () => {
    const { service, machine, running } = await signedIn();
    const first = (await running.ask('session.get', {})).account?.id ?? '';
    const other = service.control.addAccount();
    await running.signIn({ url: service.url, key: other.key });
    expect(await rowsOf(running)).toEqual([]);
    const second = (await running.ask('session.get', {})).account?.id ?? '';
    const switched = await running.ask('session.switch', { account: first });
    expect(switched).toMatchObject({ account: { id: first }, accounts: [{}, {}] });
    expect((await rowsOf(running)).length).toBeGreaterThan(30);

    await running.ask('session.switch', { account: second });
    await running.ask('session.signOut', { account: second });
    expect([...machine.secrets.entries.keys()].every((name) => name.startsWith(first))).toBe(true);
    const state = await running.ask('session.switch', { account: first });
    expect(state.status).toBe('signed-in');
    expect((await rowsOf(running)).length).toBeGreaterThan(30);
  });

  it('a locked keychain loses nothing, and the session waits for it', async () => {
    const { machine, running: first } = await signedIn();
    await first.stop();
    machine.secrets.state = 'locked';
    const second = await run(machine);
    expect(await second.ask('session.get', {})).toMatchObject({
      status: 'locked',
      keychain: 'locked',
    });
    machine.secrets.state = 'ready';
    expect(await second.ask('session.retry', {})).toMatchObject({ status: 'signed-in' });
    expect((await rowsOf(second)).length).toBeGreaterThan(30);
  });
});

/** Holds the requests to one service back, from `hold` to `release`. */
function gate() {
  let service = '';
  let opened = Promise.withResolvers<undefined>();
  let arrived = Promise.withResolvers<undefined>();
  return {
    hold(url: string) {
      service = url;
      opened = Promise.withResolvers<undefined>();
      arrived = Promise.withResolvers<undefined>();
    },
    arrived: () => arrived.promise,
    release() {
      service = '';
      opened.resolve(undefined);
    },
    through: (transport: HttpTransport): HttpTransport => ({
      close: () => transport.close(),
      async send(request) {
        if (service !== '' && request.url.startsWith(service)) {
          arrived.resolve(undefined);
          await opened.promise;
        }
        return await transport.send(request);
      },
    }),
  };
}

describe('a sign-in that the user leaves', () => {
  it('does not complete: the open account stays open and nothing of the key is stored', async () => {
    const [service, other] = [await serve(), await serve()];
    const machine = newMachine();
    const held = gate();
    const running = await run(machine, held.through);
    await running.ask('session.cancelSignIn', {});
    // The next one completes.
    await running.signIn(service);
    const before = await running.ask('session.get', {});
    const stored = [...machine.secrets.entries.keys()];
    held.hold(other.url);
    const signingIn = running.call('session.signIn', { service: other.url, key: other.key });
    await held.arrived();
    await running.ask('session.cancelSignIn', {});
    held.release();
    expect(await signingIn).toMatchObject({ ok: false, failure: { kind: 'aborted' } });
    const { account, accounts, status } = await running.ask('session.get', {});
    expect({ account, accounts, status }).toEqual({
      account: before.account,
      accounts: before.accounts,
      status: 'signed-in',
    });
    expect([...machine.secrets.entries.keys()]).toEqual(stored);
  });
});

describe('an account that another one replaced', () => {
  it('publishes nothing more, and its connections are not found', async () => {
    const [service, other] = [await serve(), await serve()];
    const email = 'first@example.com';
    service.control.account().email = email;
    other.control.account().configs.length = 0;
    const held = gate();
    let offset = 0;
    const running = await run(newMachine(), held.through, { now: () => Date.now() + offset });
    await running.signIn(service);
    await running.until('session.changed', ({ account }) => account?.name === email);
    const key = (await rowsOf(running)).find(({ source }) => source === 'config')?.key ?? '';
    held.hold(service.url);
    offset = 6 * 60_000;
    await running.ask('cache.read', { id: 'profile.get', input: {} });
    await held.arrived();
    const published: string[] = [];
    await running.ask('session.signIn', { service: other.url, key: other.key });
    running.app.listen((name, payload) => published.push(`${name} ${JSON.stringify(payload)}`));
    held.release();
    await running.until('sync.changed', ({ refreshing }) => !refreshing);
    expect(published.filter((each) => each.startsWith('cache.') && each.includes(email))).toEqual(
      [],
    );
    expect(await running.call('connections.get', { key })).toMatchObject(fail('not-found'));
  });
});

describe('a key that the service no longer takes', () => {
  it('deletes neither the cached data nor the key', async () => {
    const { service, machine, running: first } = await signedIn();
    await first.stop();
    service.control.account().keys.length = 0;
    const second = await run(machine);
    const refused = second.until('sync.changed', ({ failure }) => failure !== null);
    expect((await refused).failure?.kind).toBe('unauthorized');
    expect((await rowsOf(second)).length).toBeGreaterThan(30);
    expect(machine.secrets.entries.size).toBe(3);
  });
});

describe('an account that cannot be opened', () => {
  it('leaves the others usable, and can be signed out', async () => {
    const service = await serve();
    const machine = newMachine();
    const first = await run(machine);
    const own = { service: service.url, key: service.key };
    const { account: one } = await first.ask('session.signIn', own);
    const another = { service: service.url, key: service.control.addAccount().key };
    const { account: other } = await first.ask('session.signIn', another);
    await first.stop();
    const [id, otherId] = [one?.id ?? '', other?.id ?? ''];
    const vault: Vault = {
      ...machine.vault,
      read(place) {
        if (place.account.startsWith(otherId)) throw new RangeError('a record nobody thought of');
        return machine.vault.read(place);
      },
    };

    const second = await run({ ...machine, vault });
    expect(await second.ask('session.get', {})).toMatchObject({
      status: 'signed-out',
      accounts: [{ id }, { id: otherId }],
      vaultProblem: { reason: 'damaged' },
    });
    expect(await second.ask('session.switch', { account: id })).toMatchObject({
      status: 'signed-in',
      account: { id },
    });
    expect(await second.ask('purchases.list', {})).toMatchObject({ entries: [] });
    expect(await second.ask('session.switch', { account: otherId })).toMatchObject({
      status: 'signed-out',
    });
    await second.ask('session.signOut', { account: otherId });
    expect(await second.ask('session.get', {})).toMatchObject({ accounts: [{ id }] });
  });

  it('leaves nothing running of the parts that could be opened', async () => {
    const { machine, running: first } = await signedIn();
    await first.stop();
    const vault: Vault = {
      ...machine.vault,
      read(place) {
        if (place.purpose === 'stats') throw new RangeError('a record nobody thought of');
        return machine.vault.read(place);
      },
    };
    const clock = manualClock();
    let scheduled = 0;
    const after: Clock['after'] = (ms, run) => {
      scheduled += 1;
      return clock.after(ms, run);
    };

    const second = await run({ ...machine, vault }, undefined, { ...clock, after });
    expect(await second.ask('session.get', {})).toMatchObject({ status: 'signed-out' });
    await clock.advance(3_600_000);
    scheduled = 0;
    await clock.advance(3_600_000);
    expect(scheduled).toBe(0);
  });
});
