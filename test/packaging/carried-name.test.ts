import { describe, expect, it } from 'vitest';
import { carriedName } from '#build/packaging/bundles/carried-name.ts';

type Transform = (code: string, id: string) => { code: string } | null;

function renamed(code: string, id: string, name = 'Example VPN'): string | undefined {
  const { transform } = carriedName(name);
  return (transform as Transform)(code, id)?.code;
}

describe('a build of another name', () => {
  it.each([
    ['/culvert/src-main/electron/window/window.ts', "title: 'Culvert'", "title: 'Example VPN'"],
    ['/culvert/src-renderer/locales/ru.json', '{"a":"в Culvert."}', '{"a":"в Example VPN."}'],
    ['C:\\src-renderer\\App.vue?vue&type=script', '<p>Culvert</p>', '<p>Example VPN</p>'],
  ])('says it in %s', (id, code, expected) => {
    expect(renamed(code, id)).toBe(expected);
  });

  it('keeps the names in the code', () => {
    const code = 'interface CulvertIpc {} window.culvert; __CULVERT_SERVICE__';
    expect(renamed(`${code} Culvert`, '/src-renderer/ipc.ts')).toBe(`${code} Example VPN`);
  });

  it('leaves packages alone', () => {
    expect(renamed("'Culvert'", '/node_modules/x/src-main.ts')).toBeUndefined();
  });

  it('takes what looks like a pattern for what it is', () => {
    expect(renamed('Culvert', '/src-main/a.ts', 'A $& B')).toBe('A $& B');
  });

  it('is no concern of a build that keeps the name', () => {
    const { apply } = carriedName('Culvert');
    expect((apply as () => boolean)()).toBe(false);
  });
});
