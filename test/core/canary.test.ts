import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { env, argv } from 'node:process';
import { expect, it } from 'vitest';
import { createFileLog } from '#adapters/file-log.ts';
import { createPlainFiles } from '#adapters/plain-files.ts';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import type { CommandName } from '#contract/ipc.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { filesBelow, hasModes } from '#test/files-below.ts';
import { runs } from '#test/simulator/deep.ts';
import { seededRandom } from './fakes.ts';
import { serve, run, newMachine, type Machine, type Running, rowsOf } from './harness.ts';

/** The answers that are the secret itself, and what the user's own clipboard and files hold. */
const givesSecrets = new Set<CommandName>(['secrets.reveal']);

/** The login of a proxy, which the user types and the keychain keeps. */
const proxyLogin = { user: 'a-user', password: 'a-canary-for-the-proxy' };

/** Faults of the service that end in errors, retries and torn answers. */
const faults: readonly (readonly string[])[] = [
  [],
  ['*:500:0.5'],
  ['*:bad-json:0.5'],
  ['*:bad-envelope:0.5', '*:unknown-field:0.5'],
  ['*:cut:0.5', '*:drop-after:0.3'],
  ['*:401:0.3'],
];

/** A machine whose disk is real; its keychain is the one place where a key belongs. */
function onDisk(folder: string, machine: Machine): Machine {
  return {
    ...machine,
    vault: openSqliteVault(join(folder, 'vault')).vault,
    files: { ...machine.files, ...createPlainFiles(folder) },
    log: { ...machine.log, ...createFileLog(join(folder, 'logs')) },
  };
}

/** One operation of a user, selected by a number. Those that ask the service are not waited for. */
function operate(
  { app }: Running,
  keys: readonly string[],
  subscription: { readonly id: number },
  unit: () => number,
): readonly [CommandName, Promise<unknown>] {
  const pick = <T>(from: readonly T[]) => from[Math.floor(unit() * from.length)] as T;
  const key = pick(keys);
  const form = pick(['url', 'awg', 'xray'] as const);
  const [name, input] = pick<readonly [CommandName, unknown]>([
    ['connections.rows', {}],
    ['quick.find', { search: pick(['', 'a', 'vless']) }],
    ['connections.get', { key }],
    ['secrets.copy', { of: 'connection', key, form }],
    ['connections.save', { key, form }],
    ['secrets.reveal', { of: 'connection', key, form }],
    ['secrets.qr', { of: 'connection', key, form: 'url' }],
    ['connections.setFavourites', { keys: [key], favourite: unit() < 0.5 }],
    ['connections.setTitle', { key, title: 'x'.repeat(101) }],
    ['connections.get', { key: key.replace(/\d+$/, '999999') }],
    ['cache.read', { id: pick(['profile.get', 'apiKeys.list', 'devices.list']), input: {} }],
    ['secrets.reveal', { of: 'read', id: 'profile.get', input: {}, path: 'subscription_key' }],
    ['secrets.copy', { of: 'read', id: 'profile.get', input: {}, path: 'subscription_key' }],
    ['cache.read', { id: 'customSubscriptions.get', input: { path: subscription } }],
    ['subscriptions.clients', subscription],
    ['secrets.copy', { of: 'subscription', ...subscription }],
    ['secrets.open', { of: 'subscription', ...subscription, client: 'happ' }],
    ['inbox.get', {}],
    ['session.get', {}],
    ['settings.set', { theme: pick(['light', 'dark'] as const) }],
    ['settings.saveDiagnostics', {}],
    ['network.get', {}],
    ['sync.refresh', {}],
  ]);
  return [name, app.call(name, input)];
}

it('leaves no key and no connection URL anywhere but in the vault, whatever is done', async () => {
  const service = await serve();
  const folder = freshFolder();
  const random = seededRandom(9);
  const own = newMachine();
  const account = service.control.account();
  const urls = JSON.stringify(account).match(/[a-z0-9]+:\/\/[^"\s\\]{40,}/g) ?? [];
  const [{ id, subscription_key } = { id: 0, subscription_key: '' }] = account.subscriptions;
  const subscription = { id };
  own.subscriptionUrls = { service: service.url, template: 'https://sub.example.com/{key}' };
  own.shell.clients.set('happ', 'Happ');
  const secrets = [
    service.key,
    account.subscription_key ?? '',
    subscription_key,
    proxyLogin.password,
  ];
  const received: string[] = [];
  const waiting: Promise<unknown>[] = [];
  const operations = runs(200, 10_000);
  const restarts = 4;
  let keys: readonly string[] = [];
  const revealed = new Set<string>();

  for (let start = 0; start < restarts; start += 1) {
    const machine = onDisk(folder, own);
    const running = await run(machine);
    running.app.listen((event, payload) => received.push(JSON.stringify([event, payload])));
    if (start === 0) {
      await running.signIn(service);
      keys = (await rowsOf(running)).map(({ key }) => key);
    }
    // Once a start: a change of route calls off what is under way.
    await running.ask('network.setProxy', {
      kind: 'http',
      host: '127.0.0.1',
      port: 9,
      login: proxyLogin,
    });
    for (let n = 0; n < operations / restarts; n += 1) {
      if (n % 25 === 0) service.control.setFaults(faults[Math.floor(random.unit() * 6)] ?? []);
      const [name, answer] = operate(running, keys, subscription, () => random.unit());
      const settled = answer.then((value) => {
        const text = JSON.stringify(value);
        if (!givesSecrets.has(name)) received.push(text);
        else for (const [url] of text.matchAll(/[a-z0-9]+:\/\/[^"\s\\]{40,}/g)) revealed.add(url);
      });
      if (name === 'sync.refresh' || name === 'connections.get') waiting.push(settled);
      else await settled;
    }
    await running.stop();
    machine.vault.close();
  }
  await Promise.all(waiting);

  const canaries = [...secrets, ...revealed, ...urls, ...own.secrets.entries.values()].filter(
    (text) => text.length >= 20,
  );
  expect(canaries.length).toBeGreaterThan(20);
  const found = (text: string) => canaries.filter((canary) => text.includes(canary)).length;
  const files = filesBelow(folder);
  expect(files.some((file) => file.endsWith('culvert.log'))).toBe(true);
  expect(files.some((file) => file.endsWith('vault.db'))).toBe(true);
  // The vault's own files hold nothing readable either.
  const inFiles = files.filter((file) => found(readFileSync(file, 'latin1')) > 0);
  expect(inFiles).toEqual([]);
  expect(received.length).toBeGreaterThan(operations / 2);
  expect(found(received.join('\n'))).toBe(0);
  expect(found(JSON.stringify([env, argv]))).toBe(0);
  // What a user would send to somebody else for help, with the log's own lines in it.
  const reports = own.shell.saved.filter(({ name }) => name.startsWith('culvert-diagnostics'));
  const report = reports.map(({ text }) => text).join('\n');
  expect(report).toContain('"event"');
  expect(report).toContain('"endpoint"');
  expect(found(report)).toBe(0);
  for (const file of files)
    if (hasModes) expect((statSync(file).mode & 0o777).toString(8), file).toBe('600');
  for (const place of [folder, join(folder, 'vault'), join(folder, 'logs')]) {
    if (hasModes) expect((statSync(place).mode & 0o777).toString(8), place).toBe('700');
  }
  if (operations > 200) {
    console.info(
      operations,
      'operations,',
      canaries.length,
      'canaries,',
      reports.length,
      'reports',
    );
  }
});
