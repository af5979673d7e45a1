import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NamedFile, Shell } from '#core/kernel/ports.ts';
import { createShell } from '#electron/shell.ts';
import { writeAnew } from '#electron/write-anew.ts';
import { hasModes } from '#test/files-below.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const saveFolder = (shell: Shell, files: readonly NamedFile[]) =>
  shell.saveFolder('connections', files, () => undefined, new AbortController().signal);

describe('the shell', () => {
  function setUp(answer: { canceled: boolean; filePath: string }) {
    const calls: object[] = [];
    const opened: string[] = [];
    const parts = {
      app: {
        getPath: () => '/home/someone/Downloads',
        getApplicationNameForProtocol: (url: string) => (url === 'vless://' ? 'Client' : ''),
      },
      dialog: {
        showSaveDialog: (options: object) => {
          calls.push(options);
          return Promise.resolve(answer);
        },
        showOpenDialog: (options: object) => {
          calls.push(options);
          return Promise.resolve({ ...answer, filePaths: [answer.filePath] });
        },
      },
      BrowserWindow: { getFocusedWindow: () => null },
      shell: {
        openExternal: (url: string) => {
          opened.push(url);
          return Promise.resolve();
        },
      },
    };
    return {
      calls,
      opened,
      shell: createShell(parts as unknown as Parameters<typeof createShell>[0]),
    };
  }
  const bytes = new Uint8Array([0, 255, 10]);

  it('saves the exact bytes for the owner only, also over an older file', async () => {
    const filePath = join(folder, 'a.conf');
    writeFileSync(filePath, 'older and longer', { mode: 0o644 });
    const { shell } = setUp({ canceled: false, filePath });
    expect(await shell.saveFile('a.conf', bytes)).toBe('a.conf');
    expect(readFileSync(filePath)).toEqual(Buffer.from(bytes));
    if (hasModes) expect(statSync(filePath).mode & 0o777).toBe(0o600);
  });

  it('writes nothing that is no longer wanted when the dialog was answered', async () => {
    const { shell, calls } = setUp({ canceled: false, filePath: join(folder, 'a.conf') });
    const file = { name: 'a.conf', bytes };
    const open = new AbortController().signal;
    expect(await shell.saveFile('a.conf', bytes, () => false)).toBeUndefined();
    expect(
      await shell.saveFolder(
        'all',
        [file],
        () => undefined,
        open,
        () => false,
      ),
    ).toBeUndefined();
    expect([calls.length, readdirSync(folder)]).toEqual([2, []]);
  });

  it('leaves the old file and no other when a saved one cannot be moved into place', async () => {
    const filePath = join(folder, 'taken');
    mkdirSync(join(filePath, 'inside'), { recursive: true });
    const { shell } = setUp({ canceled: false, filePath });
    await expect(shell.saveFile('a.conf', bytes)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['taken']);
    expect(readdirSync(filePath)).toEqual(['inside']);
  });

  it('writes over the chosen file where nothing can be moved into its place', async () => {
    const file = join(folder, 'a.conf');
    writeFileSync(file, 'older and longer', { mode: 0o600 });
    await writeAnew(file, bytes, () =>
      Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM' })),
    );
    expect([...readFileSync(file)]).toEqual([...bytes]);
    expect(readdirSync(folder)).toEqual(['a.conf']);
  });

  it('removes the new folder when one of its files cannot be written', async () => {
    const { shell } = setUp({ canceled: false, filePath: folder });
    const twice = [
      { name: 'a.conf', bytes },
      { name: 'a.conf', bytes },
    ];
    await expect(saveFolder(shell, twice)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stops writing a folder between two files and leaves what is whole', async () => {
    const { shell } = setUp({ canceled: false, filePath: folder });
    const files = ['a', 'b', 'c'].map((name) => ({ name: `${name}.conf`, bytes }));
    const stop = new AbortController();
    const counts: number[] = [];
    const onWritten = (count: number) => {
      counts.push(count);
      if (count === 2) stop.abort();
    };
    expect(await shell.saveFolder('connections', files, onWritten, stop.signal)).toBe(
      'connections',
    );
    expect(counts).toEqual([0, 1, 2]);
    expect(readdirSync(join(folder, 'connections')).sort()).toEqual(['a.conf', 'b.conf']);
    expect(readFileSync(join(folder, 'connections', 'b.conf'))).toEqual(Buffer.from(bytes));
  });

  it('writes nothing when the dialog is cancelled', async () => {
    const { shell } = setUp({ canceled: true, filePath: folder });
    expect(await shell.saveFile('a.conf', bytes)).toBeUndefined();
    expect(await saveFolder(shell, [{ name: 'a.conf', bytes }])).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['../../.bashrc', 'bashrc'],
    ['C:\\Windows\\x.conf', 'C-Windows-x.conf'],
    ['a\0b\u202E.conf', 'a-b-.conf'],
    ['  ...', 'connection'],
    [`${'x'.repeat(300)}.conf`, `${'x'.repeat(115)}.conf`],
    ['-rf x.conf', 'rf x.conf'],
    [`x-${'y'.repeat(114)}.conf`, `${'y'.repeat(114)}.conf`],
  ])('suggests a name without any path: %j', async (title, name) => {
    const { calls, shell } = setUp({ canceled: true, filePath: '' });
    await shell.saveFile(title, bytes);
    expect(calls).toEqual([
      { defaultPath: join('/home/someone/Downloads', name), properties: ['dontAddToRecent'] },
    ]);
  });

  it('reads a selected file up to the given size, and only after a selection', async () => {
    const filePath = join(folder, 'ca.pem');
    writeFileSync(filePath, 'certificate');
    const { shell } = setUp({ canceled: false, filePath });
    const read = async (atMost: number) => Buffer.from((await shell.openFile([], atMost)) ?? []);
    expect(String(await read(100))).toBe('certificate');
    expect(String(await read(4))).toBe('cert');
    const folderChosen = setUp({ canceled: false, filePath: folder }).shell;
    await expect(folderChosen.openFile([], 4)).rejects.toThrow();
    if (process.platform === 'win32') return;
    const pipe = join(folder, 'pipe.pem');
    execFileSync('mkfifo', [pipe]);
    const pipeChosen = setUp({ canceled: false, filePath: pipe }).shell;
    await expect(pipeChosen.openFile([], 4)).rejects.toThrow('not a regular file');
    expect(await setUp({ canceled: true, filePath }).shell.openFile([], 4)).toBeUndefined();
  });

  it('saves several files into a new folder, never into an existing one', async () => {
    mkdirSync(join(folder, 'connections'));
    const { shell } = setUp({ canceled: false, filePath: folder });
    const files = [
      { name: 'a.conf', bytes },
      { name: '../b.txt', bytes },
    ];
    expect(await saveFolder(shell, files)).toBe('connections 2');
    expect(readdirSync(folder).sort()).toEqual(['connections', 'connections 2']);
    expect(readdirSync(join(folder, 'connections 2')).sort()).toEqual(['a.conf', 'b.txt']);
    if (hasModes) expect(statSync(join(folder, 'connections 2')).mode & 0o777).toBe(0o700);
    if (hasModes)
      expect(statSync(join(folder, 'connections 2', 'a.conf')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'connections 2', 'a.conf'))).toEqual(Buffer.from(bytes));
  });

  it('leaves no trace of saved and read files in the recent documents', async () => {
    const { calls, shell } = setUp({ canceled: true, filePath: '' });
    await shell.saveFile('a.conf', bytes);
    await shell.openFile(['pem'], 4);
    await saveFolder(shell, [{ name: 'a.conf', bytes }]);
    expect(calls).toHaveLength(3);
    for (const options of calls) {
      expect(options).toMatchObject({
        properties: expect.arrayContaining(['dontAddToRecent']) as string[],
      });
    }
  });

  it('names the program that opens a link, where there is one', () => {
    const { shell } = setUp({ canceled: true, filePath: '' });
    expect(shell.clientFor('vless')).toBe('Client');
    expect(shell.clientFor('tg')).toBeUndefined();
  });

  it('opens a link as a parser writes it, and no text that is none', async () => {
    const { shell, opened } = setUp({ canceled: true, filePath: '' });
    await shell.openExternal('\thttps:\\\\pay.example.com\\a\nb" --flag');
    expect(opened).toEqual(['https://pay.example.com/ab%22%20--flag']);
    await expect(shell.openExternal('--flag')).rejects.toThrow();
    expect(opened).toHaveLength(1);
  });
});
