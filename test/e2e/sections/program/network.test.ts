import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { createAuthority } from '#test/adapters/transport/certificates.ts';
import { startKeychain, type Keychain } from '#test/adapters/keychain/keychain.ts';
import { connectProxy, socksProxy } from '#test/adapters/transport/proxies.ts';
import { createLauncher, type Driver, type Launcher } from '#test/e2e/driver.ts';
import { patient } from '#test/patient.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

/** Only the proxies know where this is. */
const address = 'https://service.example.com';
const password = 'canary-p@ss:word';
const folder = folderOfAFile();
const profile = join(folder, 'profile');
const caFile = join(folder, 'ca.pem');
const servers: Server[] = [];
const ports = { http: 0, socks5: 0 };

let keychain: Keychain;
let launcher: Launcher;
let service: RunningService;
let culvert: Driver;
let page: Page;

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  keychain = await startKeychain();
  service = await startService({ limits: 'endpoint' });
  service.control.account().cloud_servers = [];
  const authority = await createAuthority();
  writeFileSync(caFile, authority.ca);
  const plain = Number(new URL(service.url).port);
  const encrypted = await listen(
    createTlsServer(await authority.issue(['service.example.com']), (socket) => {
      const onward = connect(plain, '127.0.0.1');
      for (const end of [socket, onward]) end.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    }),
  );
  ports.http = await listen(connectProxy(encrypted, `anna:${password}`).server);
  ports.socks5 = await listen(socksProxy(encrypted, { login: `anna:${password}` }).server);
  launcher = await createLauncher();
  culvert = await launcher.launch({ profile, env: keychain.env });
  page = await culvert.page();
});
afterAll(async () => {
  await launcher.close();
  for (const server of servers) server.close();
  await service.close();
  await keychain.stop();
});

async function useProxy(kind: 'HTTP' | 'SOCKS5', port: number, secret?: string): Promise<void> {
  await page.getByLabel('Proxy', { exact: true }).selectOption(kind);
  await page.getByLabel('Proxy address').fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(port));
  if (secret !== undefined) {
    const change = page.getByRole('button', { name: 'Change', exact: true });
    if (await change.isVisible()) await change.click();
    await page.getByLabel('Name', { exact: true }).fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(secret);
  }
  await page.getByRole('button', { name: 'Use this proxy' }).click();
  expect((await culvert.confirm()).detail).toContain(`${kind} 127.0.0.1:${String(port)}`);
}

const openSettings = () => page.evaluate(`void (location.hash = '#/settings')`);
const unfold = () => page.getByText('Proxy and certificates').click();
const says = (words: RegExp) => page.getByText(words).first().waitFor(patient);
const check = () => page.getByRole('button', { name: 'Check the connection' }).click();

function written(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'latin1');
  return readdirSync(path)
    .map((name) => written(join(path, name)))
    .join('\n');
}

describe('a service behind a proxy and an authority of its own', () => {
  it('is reached before anyone signed in, once both are set', async () => {
    await page.getByLabel('Service address').fill(address);
    await unfold();
    await useProxy('HTTP', ports.http, password);
    expect((await culvert.confirm()).detail).toContain(new URL(address).origin);
    await says(/certificate’s authority is unknown/);
    await culvert.answerOpen(caFile);
    await page.getByRole('button', { name: 'Choose a CA file…' }).click();
    expect((await culvert.confirm()).detail).toMatch(/Test authority\u2069\nSHA-256 [\dA-F:]{95}/);
    await says(/Test authority/);
    await check();
    await says(/The service answered in \d+ ms/);
    await page.getByLabel('API key', { exact: true }).fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect((await culvert.confirm()).message).toBe('Sign in with this key?');
    await page.getByRole('row').first().waitFor(patient);
  });

  it('is reached through the other kind of proxy, with the login entered for it', async () => {
    await openSettings();
    await unfold();
    await says(/In the system’s keychain/);
    await useProxy('SOCKS5', ports.socks5, password);
    await says(/The service answered in \d+ ms/);
  });

  it('is not reached while the file names another proxy, until the user restores theirs', async () => {
    await culvert.quit();
    const file = join(profile, 'network.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(`"port": ${String(ports.socks5)}`, '"port": 1'));
    await culvert.restart();
    page = await culvert.page();
    await page.getByRole('row').first().waitFor(patient);
    await openSettings();
    await says(/Proxy: now SOCKS5 127\.0\.0\.1:1; you chose/);
    await check();
    await says(/is not the one that you chose in Culvert/);
    await page.getByRole('button', { name: 'Restore my settings' }).click();
    await check();
    await says(/The service answered in \d+ ms/);
  });

  it('leaves the login of the proxy in the keychain alone', async () => {
    expect(written(profile)).not.toContain('canary');
    expect(culvert.output()).not.toContain('canary');
    await page.getByLabel('Proxy', { exact: true }).selectOption('None');
    await page.getByLabel('Proxy address').waitFor({ state: 'detached', ...patient });
    await check();
    await says(/address of the service was not found|cannot be reached|did not answer|no way to/);
  });
});
