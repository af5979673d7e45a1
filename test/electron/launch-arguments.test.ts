import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLaunchArguments, refusalText } from '#electron/launch-arguments.ts';

const packaged = (argv: readonly string[], platform: NodeJS.Platform = 'linux') =>
  readLaunchArguments(['culvert', ...argv], { isPackaged: true, platform });

describe('the arguments of a packaged program', () => {
  it('name neither a profile nor a service', () => {
    expect(packaged(['--profile=/tmp/other', '--service=https://other.example.com'])).toEqual({
      profile: undefined,
      service: undefined,
      selfTest: false,
      refused: [],
    });
  });

  it.each([
    'remote-debugging-port=9222',
    'remote-debugging-pipe',
    'inspect',
    'inspect-brk=0',
    'utility-cmd-prefix=sh',
    'renderer-cmd-prefix=sh',
    'host-resolver-rules=MAP * 127.0.0.1',
    'proxy-server=127.0.0.1:1',
    'load-extension=/tmp/x',
    'ignore-certificate-errors',
    'user-data-dir=/tmp/x',
    'js-flags=--expose-gc',
    'a-switch-of-tomorrow',
  ])('are refused with --%s, with one dash and two', (argument) => {
    const name = argument.split('=')[0];
    expect(packaged([`--${argument}`]).refused).toEqual([name]);
    expect(packaged([`-${argument}`]).refused).toEqual([name]);
  });

  it('are refused on Windows with a slash and in capitals too', () => {
    expect(packaged(['/Remote-Debugging-Port=1'], 'win32').refused).toEqual([
      'remote-debugging-port',
    ]);
    expect(packaged(['-inspect', '--js-flags'], 'win32').refused).toEqual(['inspect', 'js-flags']);
    expect(packaged(['/Applications/some.file']).refused).toEqual([]);
  });

  it('allow what the system and the desktop pass', () => {
    expect(
      packaged(['--hidden', '--tray', '--no-sandbox', '--ozone-platform=x11']).refused,
    ).toEqual([]);
    expect(packaged(['-psn_0_1234'], 'darwin').refused).toEqual([]);
    expect(packaged(['--no-sandbox'], 'win32').refused).toEqual(['no-sandbox']);
    expect(packaged(['--', '--inspect']).refused).toEqual([]);
  });

  it.each([
    'tray',
    'self-test',
    'hidden',
    'quick',
    'help',
    'h',
    'version',
    'json',
    'ozone-platform=wayland',
    'ozone-platform-hint=auto',
    'enable-wayland-ime',
    'disable-gpu',
    'disable-dev-shm-usage',
    'force-device-scale-factor=2',
    'force-renderer-accessibility',
    'lang=ru',
    'updated',
    'toastactivated',
    'embedding',
  ])('allow --%s on every system', (argument) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(packaged([`--${argument}`], platform).refused).toEqual([]);
    }
  });

  it('allow what one system passes on that system alone', () => {
    expect(packaged(['-psn_0_1234'], 'linux').refused).toEqual(['psn_0_1234']);
    expect(packaged(['-x-psn_'], 'darwin').refused).toEqual(['x-psn_']);
    expect(packaged(['--no-sandbox'], 'darwin').refused).toEqual(['no-sandbox']);
    expect(packaged(['--Hidden'], 'win32').refused).toEqual([]);
    expect(packaged(['--Hidden'], 'linux').refused).toEqual(['Hidden']);
  });

  it('are read up to a bare --, and only where an argument begins with a dash', () => {
    expect(packaged(['--inspect', '--', '--proxy-server']).refused).toEqual(['inspect']);
    expect(packaged(['copy', 'a--inspect', 'b=--inspect', '-', '--']).refused).toEqual([]);
    expect(packaged(['a/inspect'], 'win32').refused).toEqual([]);
    const own = readLaunchArguments(['--inspect'], { isPackaged: true, platform: 'linux' });
    expect(own.refused).toEqual([]);
  });

  it('ask for a test of the installation', () => {
    expect(packaged(['--self-test']).selfTest).toBe(true);
  });

  it('are listed when they are refused', () => {
    const [english, russian] = refusalText(['inspect', 'proxy-server']).split('\n');
    expect(english).toContain('does not start with --inspect, --proxy-server,');
    expect(russian).toContain('не запускается с --inspect, --proxy-server:');
  });
});

describe('the arguments of a build that is run from its source', () => {
  it('name a profile, which a relative path is resolved to, and a service', () => {
    const argv = [
      'node',
      'x--profile=there',
      '--profile=here',
      '--service=https://api.example.com',
      '--inspect',
    ];
    expect(readLaunchArguments(argv, { isPackaged: false, platform: 'linux' })).toEqual({
      profile: join(process.cwd(), 'here'),
      service: 'https://api.example.com',
      selfTest: false,
      refused: [],
    });
  });

  it('may name none of them, and are never refused', () => {
    const argv = ['node', '--self-test', '--service'];
    expect(readLaunchArguments(argv, { isPackaged: false, platform: 'linux' })).toEqual({
      profile: undefined,
      service: undefined,
      selfTest: true,
      refused: [],
    });
  });
});
