import { describe, expect, it } from 'vitest';
import { rebrandedName } from '#build/packaging/bundles/rebranded-name.ts';

type Transform = (code: string, id: string) => { code: string } | null;

function renamed(code: string, id: string, name = 'Example VPN'): string | undefined {
  const { transform } = rebrandedName(name);
  return (transform as Transform)(code, id)?.code;
}

describe('a build with another name', () => {
  it.each([
    ['/culvert/src-main/electron/window/window.ts', "title: 'Culvert'", "title: 'Example VPN'"],
    ['/culvert/src-renderer/locales/ru.json', '{"a":"в Culvert."}', '{"a":"в Example VPN."}'],
    ['C:\\src-renderer\\App.vue?vue&type=script', '<p>Culvert</p>', '<p>Example VPN</p>'],
  ])('says it in %s', (id, code, expected) => {
    expect(renamed(code, id)).toBe(expected);
  });

  it('leaves identifiers in the code unchanged', () => {
    const code = 'interface CulvertIpc {} window.culvert; __CULVERT_SERVICE__';
    expect(renamed(`${code} Culvert`, '/src-renderer/lib/ipc.ts')).toBe(`${code} Example VPN`);
  });

  it('leaves packages unchanged', () => {
    expect(renamed("'Culvert'", '/node_modules/x/src-main.ts')).toBeUndefined();
  });

  it('treats pattern characters in the name literally', () => {
    expect(renamed('Culvert', '/src-main/a.ts', 'A $& B')).toBe('A $& B');
  });

  it('has no effect when the name is unchanged', () => {
    const { apply } = rebrandedName('Culvert');
    expect((apply as () => boolean)()).toBe(false);
  });
});
