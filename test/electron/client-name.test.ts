import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientName } from '#electron/client-name.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
/** Desktop entries of the user and of the system, by the file name. */
function environment(own: Record<string, string>, shared: Record<string, string> = {}) {
  for (const [name, entries] of Object.entries({ own, shared })) {
    mkdirSync(join(folder, name, 'applications'), { recursive: true });
    for (const [file, text] of Object.entries(entries))
      writeFileSync(join(folder, name, 'applications', file), text);
  }
  return {
    XDG_DATA_HOME: join(folder, 'own'),
    XDG_DATA_DIRS: [join(folder, 'none'), join(folder, 'shared')].join(delimiter),
  };
}

describe('the name of the program that takes links', () => {
  it('is what Windows and macOS call it', () => {
    expect(clientName('Hiddify', {})).toBe('Hiddify');
    expect(clientName('', {})).toBeUndefined();
  });

  it('is in its desktop entry on Linux, in that of the user first', () => {
    const entry = (name: string) =>
      `[Other]\nName=Wrong\n[Desktop Entry]\nType=Application\nName = ${name}\nName[ru]=Другое\n[Action]\nName=Wrong\n`;
    const both = environment({ 'a.desktop': entry('Own') }, { 'a.desktop': entry('Shared') });
    expect(clientName('a.desktop\n', both)).toBe('Own');
    expect(clientName('b.desktop', environment({}, { 'b.desktop': entry('Shared') }))).toBe(
      'Shared',
    );
  });

  it('is that of the entry’s file where the entry has none, or cannot be read', () => {
    const has = environment({ 'org.one.desktop': '[Desktop Entry]\nType=Application\n' });
    expect(clientName('org.one.desktop', has)).toBe('org.one');
    expect(clientName('org.two.desktop', has)).toBe('org.two');
    symlinkSync('/dev/zero', join(folder, 'own/applications/org.three.desktop'));
    expect(clientName('org.three.desktop', has)).toBe('org.three');
  });

  it('is not looked for outside of the folders of entries', () => {
    expect(clientName('../../secret.desktop', environment({}))).toBeUndefined();
  });
});
