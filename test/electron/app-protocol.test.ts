import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, createAppProtocol } from '#electron/app-protocol.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

const folder = folderOfAFile();
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  const root = join(folder, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), 'the page');
  writeFileSync(join(root, 'assets/a b.js'), 'the script');
  writeFileSync(join(root, 'assets/private.key'), 'not for the window');
  writeFileSync(join(folder, 'outside.js'), 'not for the window');
  // On Windows these names are paths; elsewhere they are files, and not the build's.
  if (sep === '/') {
    writeFileSync(join(root, '..\\outside.js'), 'not for the window');
    mkdirSync(join(root, 'C:'));
    writeFileSync(join(root, 'C:/outside.js'), 'not for the window');
  }
  answer = createAppProtocol(root);
});

/** A request as Electron makes it: its address was not parsed by Node before. */
const request = (url: string, method = 'GET') => {
  const request = new Request('https://example.com/', { method });
  return answer(Object.defineProperty(request, 'url', { value: url }));
};

describe('the window’s files', () => {
  it('are served with their type and the strict policy, and cannot be written', async () => {
    const script = await request('app://culvert/assets/a%20b.js');
    expect(await script.text()).toBe('the script');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await request('app://culvert/', 'POST')).status).toBe(405);
  });

  it('send no referrer, and can be neither opened nor embedded by others', async () => {
    for (const answered of [
      await request('app://culvert/'),
      await request('app://culvert/none.js'),
    ]) {
      expect(answered.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answered.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(answered.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('allow no inline script, no other origin, no form, no frame', () => {
    expect(contentSecurityPolicy).toContain("default-src 'none'");
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'");
    expect(contentSecurityPolicy).toContain("require-trusted-types-for 'script'");
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/);
  });

  it.each(['app://culvert/', 'app://culvert/connections/config%3A1', 'app://culvert/a.b/c'])(
    'are the page for the router’s path %s',
    async (url) => {
      expect(await (await request(url)).text()).toBe('the page');
    },
  );

  it.each([
    ['a file that is not there', 'app://culvert/assets/none.js'],
    ['a type that a window has no use for', 'app://culvert/assets/private.key'],
    ['a file outside', 'app://culvert/../outside.js'],
    ['a file outside, encoded', 'app://culvert/%2e%2e/outside.js'],
    ['a file outside, its separator encoded', 'app://culvert/..%2foutside.js'],
    ['a file outside, on Windows', 'app://culvert/..%5coutside.js'],
    ['a drive', 'app://culvert/C:/outside.js'],
    ['a null byte', 'app://culvert/outside.js%00.html'],
    ['an encoding that is none', 'app://culvert/%E0%A4.js'],
    ['another host', 'app://elsewhere/assets/a%20b.js'],
    ['another scheme', 'file://culvert/assets/a%20b.js'],
    ['no address', 'nonsense'],
  ])('do not include %s', async (_what, url) => {
    const refused = await request(url);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toBe('');
  });
});
