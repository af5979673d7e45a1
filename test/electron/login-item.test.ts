import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoginItemSettings } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingLog } from '#test/core/fakes.ts';
import { canStartWithSystem, setStartWithSystem, startsHidden } from '#electron/login-item.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

describe('starting with the system', () => {
  const file = () => join(folder, 'autostart/culvert.desktop');
  const parts = (more: object = {}) => ({
    app: {
      isPackaged: true,
      setLoginItemSettings: () => undefined,
      getLoginItemSettings: () => ({ openAtLogin: false }) as LoginItemSettings,
    },
    log: recordingLog(),
    platform: 'linux' as const,
    environment: { XDG_CONFIG_HOME: folder },
    executable: '/opt/Culvert/culvert',
    ...more,
  });

  it('is a desktop entry on Linux that opens no window, or its absence', () => {
    setStartWithSystem(true, parts());
    expect(readFileSync(file(), 'utf8')).toContain('\nExec="/opt/Culvert/culvert" --hidden\n');
    setStartWithSystem(false, parts());
    expect(existsSync(file())).toBe(false);
  });

  it('is a file of the home folder where XDG_CONFIG_HOME is empty', () => {
    vi.stubEnv('HOME', folder);
    setStartWithSystem(true, parts({ environment: { XDG_CONFIG_HOME: '' } }));
    vi.unstubAllEnvs();
    expect(existsSync(join(folder, '.config/autostart/culvert.desktop'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('replaces a link of that name on Linux', () => {
    mkdirSync(join(folder, 'autostart'));
    const other = join(folder, 'other');
    writeFileSync(other, 'of another program');
    symlinkSync(other, file());
    setStartWithSystem(true, parts());
    expect(readFileSync(other, 'utf8')).toBe('of another program');
    expect(readFileSync(file(), 'utf8')).toContain('[Desktop Entry]');
  });

  it('refers to an AppImage by its own file, under any name', () => {
    const APPIMAGE = '/home/a b/100% "$x"\\.AppImage';
    setStartWithSystem(true, parts({ environment: { XDG_CONFIG_HOME: folder, APPIMAGE } }));
    expect(readFileSync(file(), 'utf8')).toContain(
      'Exec="/home/a b/100%% \\\\"\\\\$x\\\\"\\\\\\\\.AppImage" --hidden',
    );
  });

  it('is not possible for a Flatpak, which writes no file', () => {
    const environment = { XDG_CONFIG_HOME: folder, FLATPAK_ID: 'app.culvert.culvert' };
    expect(canStartWithSystem(environment)).toBe(false);
    setStartWithSystem(true, parts({ environment }));
    expect(existsSync(file())).toBe(false);
  });

  it('uses the system’s own list elsewhere', () => {
    const settings: object[] = [];
    const app = {
      isPackaged: true,
      setLoginItemSettings: (item: object) => void settings.push(item),
    };
    setStartWithSystem(true, parts({ app, platform: 'win32' }));
    expect(settings).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
    expect(existsSync(file())).toBe(false);
  });

  it('is logged where macOS refuses it', () => {
    const log = recordingLog();
    setStartWithSystem(true, parts({ platform: 'darwin', log }));
    expect(log.lines.join()).toContain('login-item.refused');
  });

  it('has another entry for a build with another name', () => {
    setStartWithSystem(true, parts({ executable: '/opt/Example VPN/example-vpn' }));
    expect(existsSync(join(folder, 'autostart/example-vpn.desktop'))).toBe(true);
    expect(existsSync(file())).toBe(false);
  });

  it('stays in the tray: by a flag, and on macOS by the system’s answer', () => {
    const app = (wasOpenedAtLogin: boolean) => ({
      getLoginItemSettings: () => ({ wasOpenedAtLogin }) as LoginItemSettings,
    });
    expect(startsHidden(['culvert', '--hidden'], 'linux', app(false))).toBe(true);
    expect(startsHidden(['culvert'], 'linux', app(true))).toBe(false);
    expect(startsHidden(['culvert'], 'darwin', app(true))).toBe(true);
    expect(startsHidden(['culvert'], 'darwin', app(false))).toBe(false);
  });

  it('is not changed by a build that runs from its source', () => {
    setStartWithSystem(true, parts({ app: { isPackaged: false } }));
    expect(existsSync(file())).toBe(false);
  });
});
