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

  it('are named when they are refused', () => {
    expect(refusalText(['inspect', 'proxy-server'])).toContain('--inspect, --proxy-server');
  });
});

describe('the arguments of a build that is run from its source', () => {
  it('name a profile, which a relative path is resolved to, and a service', () => {
    const argv = ['node', '--profile=here', '--service=https://api.example.com', '--inspect'];
    expect(readLaunchArguments(argv, { isPackaged: false, platform: 'linux' })).toEqual({
      profile: join(process.cwd(), 'here'),
      service: 'https://api.example.com',
      selfTest: false,
      refused: [],
    });
  });
});
