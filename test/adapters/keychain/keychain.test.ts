import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startKeychain } from './keychain.ts';
import { openKeyring } from './secrets-client.ts';

/** Records what is run, and answers what the program of the system would print. */
function recorder(answers: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const run = (program: string, ...args: string[]) => {
    const line = [program, ...args].join(' ');
    lines.push(line.replaceAll(/\S*tests\.keychain-db/g, 'FILE'));
    return Promise.resolve(answers[line] ?? '');
  };
  return { lines, run };
}

describe('the keychain of the tests', () => {
  it('is a file of its own on macOS, and the user’s is the default one again after them', async () => {
    const { lines, run } = recorder({
      'security default-keychain -d user': '    "/Users/me/Library/Keychains/login.keychain-db"\n',
      'security list-keychains -d user':
        '    "/Users/me/Library/Keychains/login.keychain-db"\n    "/Users/me/other.keychain-db"\n',
    });
    const keychain = await startKeychain('darwin', run);
    await keychain.stop();
    expect(lines.slice(2)).toEqual([
      'security create-keychain -p tests FILE',
      'security set-keychain-settings FILE',
      'security unlock-keychain -p tests FILE',
      'security list-keychains -d user -s FILE /Users/me/Library/Keychains/login.keychain-db /Users/me/other.keychain-db',
      'security default-keychain -d user -s FILE',
      'security default-keychain -d user -s /Users/me/Library/Keychains/login.keychain-db',
      'security list-keychains -d user -s /Users/me/Library/Keychains/login.keychain-db /Users/me/other.keychain-db',
      'security delete-keychain FILE',
    ]);
  });

  it('removes on Windows the entries of temporary profiles and no other', async () => {
    const own = `Culvert ${join(tmpdir(), 'culvert-profile-a')}/account`;
    const { lines, run } = recorder({
      'cmdkey /list': [
        '    Target: LegacyGeneric:target=Culvert/account\r',
        `    Target: LegacyGeneric:target=${own}\r`,
        '    Target: Domain:target=server\r',
      ].join('\n'),
    });
    const keychain = await startKeychain('win32', run);
    await keychain.stop();
    expect(lines).toEqual(['cmdkey /list', `cmdkey /delete:${own}`]);
  });

  it.runIf(process.platform === 'linux')('leaves a program its display on Linux', async () => {
    const display = process.env['DISPLAY'];
    process.env['DISPLAY'] = ':7';
    try {
      expect((await openKeyring()).env['DISPLAY']).toBe(':7');
    } finally {
      if (display === undefined) Reflect.deleteProperty(process.env, 'DISPLAY');
      else process.env['DISPLAY'] = display;
    }
  });
});
