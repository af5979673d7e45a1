import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as ElectronModule from 'electron';
import { callChannel } from '#contract/ipc/events.ts';
import { createKeytarProcess } from './adapters/keychain/keytar-process.ts';
import { createKeytarSecrets } from './adapters/keychain/keytar-secrets.ts';
import { createSystemClock } from './adapters/system-clock.ts';
import { openSqliteVault } from './adapters/vault/sqlite-vault.ts';
import { appOrigin, appScheme, createAppProtocol } from './electron/app-protocol.ts';
import { createClipboard } from './electron/clipboard.ts';
import { checkCrypto } from './self-test-crypto.ts';
import keytarHelper from './adapters/keychain/keytar-helper.ts?modulePath';
import { startHelper } from './electron/helper-program.ts';

type Check = () => Promise<string>;

/** How long a check may take, milliseconds. */
const deadline = 30_000;

export interface SelfTestParts {
  /** An empty folder; nothing else is written to. */
  readonly folder: string;
  /** The folder of the built main file, and that of the drawings. */
  readonly built: string;
  readonly icons: string;
}

/**
 * Tries what only a whole installation has: the vault, the parts of the archive, the program of the
 * keychain, the window's pages, the clipboard, the tray and the place of updates. Prints a table and
 * ends with 0 or, where a check fails, with 1. Neither the profile nor the network is used; the text of
 * the clipboard returns.
 */
export async function runSelfTest(
  electron: typeof ElectronModule,
  parts: SelfTestParts,
): Promise<void> {
  // The window of a check is not the last reason to run.
  electron.app.on('window-all-closed', () => undefined);
  await electron.app.whenReady();
  const checks: Readonly<Record<string, Check>> = {
    vault: () => checkVault(parts.folder),
    crypto: checkCrypto,
    parts: checkParts,
    keychain: () => checkKeychain(electron),
    window: () => checkWindow(electron, parts.built),
    clipboard: () => checkClipboard(electron),
    tray: () => checkTray(electron, parts.icons),
    // Only a build that was given a feed has an updater.
    ...(__CULVERT_UPDATE_KEY__ !== '' && { updates: checkUpdates }),
  };
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    const result = await outcome(check);
    if (!result.ok) failures += 1;
    const word = result.ok ? 'ok' : 'FAILED';
    process.stdout.write(`${name.padEnd(10)} ${word.padEnd(7)} ${result.found}\n`);
  }
  electron.app.exit(failures === 0 ? 0 : 1);
}

async function outcome(check: Check): Promise<{ readonly ok: boolean; readonly found: string }> {
  try {
    const late = new Promise<never>((_resolve, reject) => {
      createSystemClock().after(deadline, () => reject(new Error('no end within 30 seconds')));
    });
    return { ok: true, found: await Promise.race([check(), late]) };
  } catch (error) {
    return { ok: false, found: error instanceof Error ? error.message : String(error) };
  }
}

function checkVault(folder: string): Promise<string> {
  const { vault } = openSqliteVault(join(folder, 'vault'));
  const key = { account: 'self-test', purpose: 'self-test', name: 'one' };
  const sealed = randomBytes(64);
  vault.write([{ ...key, sealed }]);
  const read = vault.read(key);
  vault.close();
  if (read === undefined || !sealed.equals(read)) throw new Error('a record came back changed');
  return Promise.resolve('a record was written and read');
}

/** The parts that are read from the archive only when they are used. */
async function checkParts(): Promise<string> {
  await import('./program.ts');
  await import('./adapters/transport/undici-transport.ts');
  return 'the program and its transport';
}

async function checkKeychain(
  electron: Pick<typeof ElectronModule, 'utilityProcess'>,
): Promise<string> {
  const secrets = createKeytarSecrets({
    service: 'Culvert self-test',
    start: () => createKeytarProcess(startHelper(electron, keytarHelper, 'Keychain')),
  });
  const value = randomBytes(8).toString('hex');
  try {
    await secrets.prepare();
    await secrets.set('self-test', value);
    if ((await secrets.get('self-test')) !== value) throw new Error('an entry came back changed');
    await secrets.remove('self-test');
  } finally {
    secrets.close();
  }
  return 'an entry was written, read and removed';
}

async function checkWindow(
  electron: Pick<typeof ElectronModule, 'BrowserWindow' | 'ipcMain' | 'session'>,
  built: string,
): Promise<string> {
  // There is no core to answer the page. Without a handler, Electron writes out an error for each call.
  electron.ipcMain.handle(callChannel, () => new Promise(() => undefined));
  const serve = createAppProtocol(join(built, '../renderer'));
  const page = await serve(new Request(`${appOrigin}/`));
  const policy = page.headers.get('content-security-policy') ?? '';
  if (!policy.includes("default-src 'none'")) throw new Error('the page has no policy');
  const session = electron.session.fromPartition('self-test', { cache: false });
  session.protocol.handle(appScheme, serve);
  const window = new electron.BrowserWindow({
    show: false,
    webPreferences: { session, sandbox: true, preload: join(built, '../preload/preload.cjs') },
  });
  await window.loadURL(`${appOrigin}/`);
  window.destroy();
  return `${appOrigin} with its policy`;
}

async function checkClipboard(
  electron: Pick<typeof ElectronModule, 'clipboard' | 'ClipboardItem'>,
): Promise<string> {
  const before = await electron.clipboard.readText();
  const { platform } = process;
  const wayland = undefined;
  const port = createClipboard({ ...electron, platform, wayland, isFocused: () => false });
  const text = randomBytes(8).toString('hex');
  await port.writeSecret(text);
  const formats = (await electron.clipboard.read()).flatMap(({ types }) => types);
  const read = await port.readText();
  await port.clear();
  if (before !== '') await electron.clipboard.writeText(before);
  if (read !== text) throw new Error('a text came back changed');
  if (formats.length < 2) throw new Error('the mark of a secret is missing');
  return formats.join(', ');
}

function checkTray(
  { Tray, nativeImage }: Pick<typeof ElectronModule, 'Tray' | 'nativeImage'>,
  icons: string,
): Promise<string> {
  const image = nativeImage.createFromPath(
    join(icons, 'tray', process.platform === 'win32' ? 'tray.ico' : 'tray.png'),
  );
  if (image.isEmpty()) throw new Error('the icon is missing');
  const tray = new Tray(image);
  tray.setToolTip('Culvert');
  tray.destroy();
  return Promise.resolve('an icon was shown and removed');
}

/** Without this file, beside the archive, every check for updates fails. */
function checkUpdates(): Promise<string> {
  const file = readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  if (!/\burl\b/.test(file)) throw new Error('app-update.yml names no feed');
  return Promise.resolve('app-update.yml names the feed');
}
