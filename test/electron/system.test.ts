import { EventEmitter } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginItemSettings } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClipboard } from '../../src-main/electron/clipboard.ts';
import { setStartWithSystem, startsHidden } from '../../src-main/electron/login-item.ts';
import { watchPower } from '../../src-main/electron/power.ts';
import { createShell } from '../../src-main/electron/shell.ts';
import { createClipboardModule } from '../stand-in/electron/clipboard.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'culvert-system-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a copied secret', () => {
  const raw = (format: string) => `electron application/osclipboard;format="${format}"`;
  const no = '\0\0\0\0';

  it.each([
    [
      'win32',
      {
        [raw('ExcludeClipboardContentFromMonitorProcessing')]: no,
        [raw('CanIncludeInClipboardHistory')]: no,
        [raw('CanUploadToCloudClipboard')]: no,
      },
    ],
    ['darwin', { [raw('org.nspasteboard.ConcealedType')]: '' }],
    ['linux', { [raw('x-kde-passwordManagerHint')]: 'secret' }],
  ] as const)('is marked as concealed on %s, in the same change', async (platform, marks) => {
    const { clipboard, ClipboardItem, content } = createClipboardModule();
    const port = createClipboard({ clipboard, ClipboardItem, platform } as unknown as Parameters<
      typeof createClipboard
    >[0]);
    await port.writeSecret('vless://secret');
    expect(Object.fromEntries(content())).toEqual({ 'text/plain': 'vless://secret', ...marks });
    expect(await port.readText()).toBe('vless://secret');
    port.clear();
    expect(await port.readText()).toBe('');
  });
});

describe('a saved file', () => {
  function setUp(answer: { canceled: boolean; filePath: string }) {
    const asked: object[] = [];
    const shown: object[] = [];
    const opened: string[] = [];
    const clicks: [string, () => void][] = [];
    class Notification {
      readonly options: object;
      constructor(options: object) {
        this.options = options;
      }
      static isSupported = () => true;
      on(event: string, listener: () => void): this {
        clicks.push([event, listener]);
        return this;
      }
      show(): void {
        shown.push(this.options);
      }
    }
    const parts = {
      app: {
        getPath: () => '/home/someone/Downloads',
        getApplicationNameForProtocol: (url: string) => (url === 'vless://' ? 'Client' : ''),
      },
      dialog: {
        showSaveDialog: (options: object) => {
          asked.push(options);
          return Promise.resolve(answer);
        },
        showOpenDialog: (options: object) => {
          asked.push(options);
          return Promise.resolve({ ...answer, filePaths: [answer.filePath] });
        },
      },
      Notification,
      BrowserWindow: { getFocusedWindow: () => null },
      shell: {
        openExternal: (url: string) => {
          opened.push(url);
          return Promise.resolve();
        },
      },
    };
    return {
      asked,
      shown,
      opened,
      clicks,
      shell: createShell(parts as unknown as Parameters<typeof createShell>[0]),
    };
  }
  const bytes = new Uint8Array([0, 255, 10]);

  it('holds the bytes as they are and is nobody else’s to read, also over an older file', async () => {
    const filePath = join(folder, 'a.conf');
    writeFileSync(filePath, 'older and longer', { mode: 0o644 });
    const { shell } = setUp({ canceled: false, filePath });
    expect(await shell.saveFile('a.conf', bytes)).toBe('a.conf');
    expect(readFileSync(filePath)).toEqual(Buffer.from(bytes));
    expect(statSync(filePath).mode & 0o777).toBe(0o600);
  });

  it('that cannot be put in its place leaves what is there, and nothing beside it', async () => {
    const filePath = join(folder, 'taken');
    mkdirSync(join(filePath, 'inside'), { recursive: true });
    const { shell } = setUp({ canceled: false, filePath });
    await expect(shell.saveFile('a.conf', bytes)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['taken']);
    expect(readdirSync(filePath)).toEqual(['inside']);
  });

  it('that cannot be written with others takes the new folder along', async () => {
    const { shell } = setUp({ canceled: false, filePath: folder });
    const twice = [
      { name: 'a.conf', bytes },
      { name: 'a.conf', bytes },
    ];
    await expect(shell.saveFolder('connections', twice)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not written when the person changes their mind', async () => {
    const { shell } = setUp({ canceled: true, filePath: '' });
    expect(await shell.saveFile('a.conf', bytes)).toBeUndefined();
  });

  it.each([
    ['../../.bashrc', '-..-.bashrc'],
    ['C:\\Windows\\x.conf', 'C-Windows-x.conf'],
    ['a\0b\u202E.conf', 'a-b-.conf'],
    ['  ...', 'connection'],
    [`${'x'.repeat(300)}.conf`, `${'x'.repeat(115)}.conf`],
  ])('is suggested a name without any path: %j', async (title, name) => {
    const { asked, shell } = setUp({ canceled: true, filePath: '' });
    await shell.saveFile(title, bytes);
    expect(asked).toEqual([{ defaultPath: join('/home/someone/Downloads', name) }]);
  });

  it('that the person chooses is read, no further than asked, and only when they do', async () => {
    const filePath = join(folder, 'ca.pem');
    writeFileSync(filePath, 'certificate');
    const { shell } = setUp({ canceled: false, filePath });
    const read = async (atMost: number) => Buffer.from((await shell.openFile([], atMost)) ?? []);
    expect(String(await read(100))).toBe('certificate');
    expect(String(await read(4))).toBe('cert');
    const folderChosen = setUp({ canceled: false, filePath: folder }).shell;
    await expect(folderChosen.openFile([], 4)).rejects.toThrow();
    expect(await setUp({ canceled: true, filePath }).shell.openFile([], 4)).toBeUndefined();
  });

  it('goes with others into a new folder of their own, never into one that is there', async () => {
    mkdirSync(join(folder, 'connections'));
    const { shell } = setUp({ canceled: false, filePath: folder });
    const files = [
      { name: 'a.conf', bytes },
      { name: '../b.txt', bytes },
    ];
    expect(await shell.saveFolder('connections', files)).toBe('connections 2');
    expect(readdirSync(folder).sort()).toEqual(['connections', 'connections 2']);
    expect(readdirSync(join(folder, 'connections 2')).sort()).toEqual(['-b.txt', 'a.conf']);
    expect(statSync(join(folder, 'connections 2')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'connections 2', 'a.conf')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'connections 2', 'a.conf'))).toEqual(Buffer.from(bytes));
  });

  it('makes no folder when the person changes their mind', async () => {
    const { shell } = setUp({ canceled: true, filePath: folder });
    expect(await shell.saveFolder('connections', [{ name: 'a.conf', bytes }])).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('and a link names the program that takes it, where there is one', () => {
    const { shell } = setUp({ canceled: true, filePath: '' });
    expect(shell.clientFor('vless')).toBe('Client');
    expect(shell.clientFor('tg')).toBeUndefined();
  });

  it('and what else there is to say is said quietly', () => {
    const { shell, shown } = setUp({ canceled: true, filePath: '' });
    shell.notify('Copied', 'for a minute');
    expect(shown).toEqual([{ title: 'Copied', body: 'for a minute', silent: true }]);
  });

  it('and a click on what was said leads on', () => {
    const { shell, clicks } = setUp({ canceled: true, filePath: '' });
    const clicked: string[] = [];
    shell.notify('New message', 'Open the inbox', () => clicked.push('inbox'));
    for (const [event, listener] of clicks) if (event === 'click') listener();
    expect(clicked).toEqual(['inbox']);
  });

  it('and a page opens in the browser of the person', async () => {
    const { shell, opened } = setUp({ canceled: true, filePath: '' });
    await shell.openExternal('https://pay.example.com/1');
    expect(opened).toEqual(['https://pay.example.com/1']);
  });
});

describe('sleep and battery', () => {
  it('reach the core as the state that they make together', () => {
    const told: object[] = [];
    const monitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => true });
    watchPower(monitor as unknown as Parameters<typeof watchPower>[0], {
      setPower: (power) => void told.push(power),
    });
    for (const event of ['suspend', 'on-ac', 'resume', 'on-battery']) monitor.emit(event);
    expect(told).toEqual([
      { asleep: false, saving: true },
      { asleep: true, saving: true },
      { asleep: true, saving: false },
      { asleep: false, saving: false },
      { asleep: false, saving: true },
    ]);
  });
});

describe('starting with the system', () => {
  const file = () => join(folder, 'autostart/culvert.desktop');
  const parts = (more: object = {}) => ({
    app: { isPackaged: true, setLoginItemSettings: () => undefined },
    platform: 'linux' as const,
    environment: { XDG_CONFIG_HOME: folder },
    executable: '/opt/Culvert/culvert',
    ...more,
  });

  it('is a desktop entry on Linux that opens no window, and its absence', () => {
    setStartWithSystem(true, parts());
    expect(readFileSync(file(), 'utf8')).toContain('\nExec="/opt/Culvert/culvert" --hidden\n');
    setStartWithSystem(false, parts());
    expect(existsSync(file())).toBe(false);
  });

  it('names an AppImage by its own file, whatever that is called', () => {
    const APPIMAGE = '/home/a b/100% "$x"\\.AppImage';
    setStartWithSystem(true, parts({ environment: { XDG_CONFIG_HOME: folder, APPIMAGE } }));
    expect(readFileSync(file(), 'utf8')).toContain(
      'Exec="/home/a b/100%% \\\\"\\\\$x\\\\"\\\\\\\\.AppImage" --hidden',
    );
  });

  it('is the system’s own list elsewhere', () => {
    const told: object[] = [];
    const app = { isPackaged: true, setLoginItemSettings: (item: object) => void told.push(item) };
    setStartWithSystem(true, parts({ app, platform: 'win32' }));
    expect(told).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
    expect(existsSync(file())).toBe(false);
  });

  it('names a portable program by the file that was started, not the one that it unpacked', () => {
    const told: object[] = [];
    const app = { isPackaged: true, setLoginItemSettings: (item: object) => void told.push(item) };
    const path = 'D:\\tools\\culvert-portable.exe';
    const environment = { PORTABLE_EXECUTABLE_FILE: path };
    setStartWithSystem(true, parts({ app, platform: 'win32', environment }));
    expect(told).toEqual([{ openAtLogin: true, args: ['--hidden'], path }]);
  });

  it('of a build with another name is another entry', () => {
    setStartWithSystem(true, parts({ executable: '/opt/Example VPN/example-vpn' }));
    expect(existsSync(join(folder, 'autostart/example-vpn.desktop'))).toBe(true);
    expect(existsSync(file())).toBe(false);
  });

  it('stays in the tray: by a flag, and on macOS by what the system says', () => {
    const app = (wasOpenedAtLogin: boolean) => ({
      getLoginItemSettings: () => ({ wasOpenedAtLogin }) as LoginItemSettings,
    });
    expect(startsHidden(['culvert', '--hidden'], 'linux', app(false))).toBe(true);
    expect(startsHidden(['culvert'], 'linux', app(true))).toBe(false);
    expect(startsHidden(['culvert'], 'darwin', app(true))).toBe(true);
    expect(startsHidden(['culvert'], 'darwin', app(false))).toBe(false);
  });

  it('is left alone by a build that is run from its source', () => {
    setStartWithSystem(true, parts({ app: { isPackaged: false } }));
    expect(existsSync(file())).toBe(false);
  });
});
