import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { NetworkState } from '#contract/ipc/network.ts';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signFeed as sign } from '#build/packaging/sign-feed.ts';
import { updatesItself } from '#electron/launch-command.ts';
import { createLastUpdateCheck } from '#core/desktop/last-update-check.ts';
import { keepUpdated } from '#electron/updates/updates.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import {
  fakeSecrets,
  manualClock,
  memoryFiles,
  recordingLog,
  settled,
  type FakeSecrets,
  type ManualClock,
} from '#test/core/fakes.ts';

const minute = 60_000;
const hour = 60 * minute;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const signingKey = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const installed = '#!/bin/sh\nexit 0\n';
const newer = '#!/bin/sh\n# 0.2.0\nexit 0\n';

const purpose = {
  product: 'com.example.culvert',
  platform: 'linux',
  channel: 'latest',
  expires: Date.UTC(2026, 5, 1) / 1000,
};
const signFeed = (text: string, privateKey: string, changes: Partial<typeof purpose> = {}) =>
  sign(text, privateKey, { ...purpose, ...changes });

function announce(version: string, program = newer): string {
  const sha512 = createHash('sha512').update(program).digest('base64');
  const file = `Culvert-${version}.AppImage`;
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${file}`,
    `    sha512: ${sha512}`,
    `    size: ${String(program.length)}`,
    `path: ${file}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-01-15T00:00:00.000Z'",
    '',
  ].join('\n');
}

let feed: Server;
let served: { announcement: string; program: string };
let requests: IncomingMessage[];
let folder: string;
let program: string;
let clock: ManualClock;
let secrets: FakeSecrets;
let said: string[];
let logged: string[];
let quit: (exitCode: number) => void;
let network: NetworkState;
let proxies: object[];
let files: ReturnType<typeof memoryFiles>;
const lastSuccess = () => createLastUpdateCheck(files, recordingLog()).at();

const direct = { kind: 'none', host: '', port: 0, login: 'none' } as const;
const fixed = (proxyRules: string) => ({
  mode: 'fixed_servers',
  proxyRules,
  proxyBypassRules: '<-loopback>',
});
const setProxy = (config: object) => {
  proxies.push(config);
  return Promise.resolve();
};

beforeAll(async () => {
  feed = createServer((request, response) => {
    requests.push(request);
    response.end(request.url?.includes('.yml') === true ? served.announcement : served.program);
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  feed.close();
});

beforeEach(() => {
  folder = temporaryFolder();
  program = join(folder, 'culvert.AppImage');
  writeFileSync(program, installed, { mode: 0o755 });
  process.env['APPIMAGE'] = program;
  requests = [];
  said = [];
  logged = [];
  proxies = [];
  network = { proxy: direct, authorities: [], changed: null };
  quit = () => undefined;
  clock = manualClock();
  files = memoryFiles();
  secrets = fakeSecrets();
});
afterEach(() => {
  delete process.env['APPIMAGE'];
});

/** electron-updater itself, on Node's HTTP instead of Electron's. */
function updaterOf(version: string): AppImageUpdater {
  const config = join(folder, 'app-update.yml');
  const { port } = feed.address() as AddressInfo;
  writeFileSync(config, `provider: generic\nurl: http://127.0.0.1:${String(port)}\n`);
  const updater = new AppImageUpdater(null, {
    version,
    name: 'culvert',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: (handler: (exitCode: number) => void) => {
      quit = handler;
    },
  });
  const httpExecutor = Object.assign(new ElectronHttpExecutor(), {
    createRequest: (options: RequestOptions, answer: (response: IncomingMessage) => void) =>
      request({ ...options, agent: false }, answer),
  });
  return Object.assign(updater, { httpExecutor });
}

function start(version = '0.1.0'): void {
  keepUpdated({
    core: {
      tray: () => ({ settings: { resolvedLanguage: 'en' } }) as never,
      networkState: () => Promise.resolve(network),
    },
    session: { setProxy },
    shell: { notify: (title, body) => void said.push(`${title}. ${body}`) },
    clock,
    lastCheck: createLastUpdateCheck(files, recordingLog()),
    secrets,
    product: purpose.product,
    platform: 'linux',
    log: {
      write: (level, event, fields) =>
        void logged.push(`${level} ${event} ${JSON.stringify(fields)}`),
    },
    key,
    updater: updaterOf(version),
  });
}

/** Moves the clock on to a check, and waits until it has an effect or sends no more requests. */
async function checkAfter(ms: number, done: () => boolean): Promise<void> {
  await clock.advance(ms);
  await expect.poll(done).toBe(true);
  await settled();
}

describe('an announcement', () => {
  it('is signed once, and only with checksums', () => {
    const text = signFeed(announce('0.2.0'), signingKey);
    expect(() => signFeed(text, signingKey)).toThrow('signed already');
    expect(() => signFeed('version: 0.2.0\n', signingKey)).toThrow('names no file');
  });
});

describe.runIf(process.platform === 'linux')('an AppImage that was given a feed', () => {
  it('downloads a newer version, notifies, and is installed after quitting', async () => {
    served = { announcement: signFeed(announce('0.2.0'), signingKey), program: newer };
    start();
    await clock.advance(minute - 1);
    expect(requests).toEqual([]);
    await checkAfter(1, () => said.length > 0);
    expect(said).toEqual(['Culvert 0.2.0 is ready. It is installed when you quit.']);
    expect(lastSuccess()).toBe(clock.now());
    expect(readFileSync(program, 'utf8')).toBe(installed);
    quit(0);
    expect(readFileSync(program, 'utf8')).toBe(newer);
  });

  it.each([
    [direct, { mode: 'direct' }],
    [
      { kind: 'socks5', host: 'proxy.example.com', port: 1080, login: 'none' },
      fixed('socks5://proxy.example.com:1080'),
    ],
    [
      { kind: 'http', host: '2001:db8::1', port: 8080, login: 'none' },
      fixed('http://[2001:db8::1]:8080'),
    ],
  ] as const)('asks the feed through the chosen proxy: %j', async (proxy, config) => {
    served = { announcement: signFeed(announce('0.1.0'), signingKey), program: newer };
    network = { ...network, proxy };
    start();
    await checkAfter(minute, () => requests.length === 1);
    expect(proxies).toEqual([config]);
  });

  it.each([
    [
      'wants a login',
      { proxy: { kind: 'http', host: 'a.example.com', port: 80, login: 'stored' } },
    ],
    ['is not confirmed', { changed: { proxy: direct, authorities: false } }],
  ] as const)('does not ask the feed while the proxy %s', async (_why, changes) => {
    network = { ...network, ...changes };
    start();
    await checkAfter(minute, () => logged.length > 0);
    expect([requests, proxies]).toEqual([[], []]);
    expect(logged).toEqual(['info update.skipped {"reason":"network"}']);
  });

  it('sends the feed no identifier', async () => {
    served = { announcement: signFeed(announce('0.1.0'), signingKey), program: newer };
    start();
    await checkAfter(minute, () => requests.length === 1);
    expect(requests[0]?.headers).toMatchObject({ 'x-user-staging-id': 'none' });
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
      'cache-control',
      'connection',
      'host',
      'user-agent',
      'x-user-staging-id',
    ]);
  });

  it.each([
    ['that nobody signed', () => announce('0.2.0')],
    [
      'that was changed after signing',
      () => signFeed(announce('0.2.0'), signingKey).replaceAll('0.2.0', '0.2.1'),
    ],
    [
      'that was signed with another key',
      () => {
        const other = generateKeyPairSync('ed25519').privateKey;
        return signFeed(
          announce('0.2.0'),
          other.export({ format: 'pem', type: 'pkcs8' }).toString(),
        );
      },
    ],
  ])('does not fetch a version %s', async (_what, announcement) => {
    served = { announcement: announcement(), program: newer };
    start();
    await checkAfter(minute, () => logged.length > 0);
    expect(logged).toEqual(['error update.refused {"reason":"signature"}']);
    expect(lastSuccess()).toBeNull();
    expect(requests).toHaveLength(1);
    expect(said).toEqual([]);
  });

  it('does not fetch a version that was signed in an announcement of another product', async () => {
    const changes = { product: 'com.example.other' };
    served = { announcement: signFeed(announce('0.2.0'), signingKey, changes), program: newer };
    start();
    await checkAfter(minute, () => logged.length > 0);
    expect(logged).toEqual(['error update.refused {"reason":"purpose"}']);
    expect(requests).toHaveLength(1);
  });

  it('does not fetch a version that is lower than one announced before', async () => {
    secrets.entries.set('newest version', '0.10.0');
    served = { announcement: signFeed(announce('0.2.0'), signingKey), program: newer };
    start();
    await checkAfter(minute, () => logged.length > 0);
    expect(logged).toEqual(['error update.refused {"reason":"older"}']);
    served = { announcement: signFeed(announce('0.11.0'), signingKey), program: newer };
    await checkAfter(6 * hour, () => said.length > 0);
    expect(secrets.entries.get('newest version')).toBe('0.11.0');
  });

  it('takes a damaged entry of the highest version for none', async () => {
    secrets.entries.set('newest version', 'another program');
    served = { announcement: signFeed(announce('0.2.0'), signingKey), program: newer };
    start();
    await checkAfter(minute, () => said.length > 0);
    expect(secrets.entries.get('newest version')).toBe('0.2.0');
  });

  it('deletes a download that does not match the announcement', async () => {
    served = {
      announcement: signFeed(announce('0.2.0'), signingKey),
      program: newer.replace('exit 0', 'exit 1'),
    };
    start();
    await checkAfter(minute, () => logged.length > 0);
    expect(logged).toEqual(['warn update.failed {"reason":"ERR_CHECKSUM_MISMATCH"}']);
    expect(said).toEqual([]);
    quit(0);
    expect(readFileSync(program, 'utf8')).toBe(installed);
  });

  it('does not install an older version', async () => {
    served = { announcement: signFeed(announce('0.0.9'), signingKey), program: newer };
    start();
    await checkAfter(minute, () => requests.length === 1);
    expect(lastSuccess()).toBe(clock.now());
    expect([requests.length, said]).toEqual([1, []]);
  });

  it('checks again six hours after a failed check', async () => {
    served = { announcement: 'version: [', program: newer };
    start();
    await checkAfter(minute, () => logged.length === 1);
    expect(logged).toEqual(['warn update.failed {"reason":"ERR_UPDATER_INVALID_UPDATE_INFO"}']);
    expect(lastSuccess()).toBeNull();
    served = { announcement: signFeed(announce('0.2.0'), signingKey), program: newer };
    await clock.advance(6 * hour - 1);
    expect(requests).toHaveLength(1);
    await checkAfter(1, () => said.length === 1);
  });
});

describe('a program of a build with updates', () => {
  it.each<[string, NodeJS.Platform, Record<string, string>, boolean]>([
    ['an AppImage', 'linux', { APPIMAGE: '/home/a/culvert.AppImage' }, true],
    ['a system package', 'linux', {}, false],
    ['an installed program of Windows', 'win32', {}, true],
    ['a program of macOS', 'darwin', {}, true],
  ])('that is %s fetches them itself or leaves it', (_which, platform, environment, expected) => {
    expect(updatesItself(platform, environment)).toBe(expected);
  });
});
