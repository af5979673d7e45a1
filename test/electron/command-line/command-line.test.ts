import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outcomeOf, terminalLanguage } from '#electron/command-line/command-texts.ts';
import { runCommand, answerSecondStart } from '#electron/command-line/commands.ts';
import { readCommand } from '#electron/command-line/read-command.ts';
import { sendReply } from '#electron/command-line/reply-socket.ts';
import { recordingLog } from '#test/core/fakes.ts';

const { platform } = process;
const read = (...words: string[]) => readCommand(['/opt/culvert', ...words], true);

describe('a command of the command line', () => {
  it('is read from the words of a start, and is none in an ordinary one', () => {
    expect(read()).toBeUndefined();
    expect(read('--hidden')).toBeUndefined();
    expect(read('--quick')).toBeUndefined();
    expect(read('copy', 'home', 'tv')).toEqual({
      kind: 'ask',
      request: { kind: 'copy', text: 'home tv' },
      json: false,
    });
    expect(read('copy', '--', '--odd title')).toMatchObject({ request: { text: '--odd title' } });
    expect(read('list', '--json')).toMatchObject({ request: { kind: 'list' }, json: true });
    expect(read('copy')).toEqual({ kind: 'unclear' });
    expect(read('list', 'all')).toEqual({ kind: 'unclear' });
    expect(read('--help')).toEqual({ kind: 'help' });
    expect(readCommand(['node', 'main.js', 'list'], false)).toMatchObject({ kind: 'ask' });
  });

  it('writes titles in which a terminal finds no commands', () => {
    const title = 'a\u001B[31mb\u202Ec\u009B\u0007';
    const connections = [{ title, protocol: 'vless', place: '', country: '', expires: null }];
    for (const json of [true, false]) {
      const { out } = outcomeOf({ status: 'listed', connections }, json, 'en');
      expect(out.replaceAll(/[\n\t]/g, '')).toMatch(/^[ -~]+$/);
      if (json) expect(JSON.parse(out)).toEqual(connections);
    }
  });

  it('speaks the language of the terminal', () => {
    expect(terminalLanguage({ LANG: 'ru_RU.UTF-8' })).toBe('ru');
    expect(terminalLanguage({ LANG: 'ru_RU.UTF-8', LC_ALL: 'C' })).toBe('en');
    expect(terminalLanguage({})).toBe('en');
  });

  it('is answered by the running Culvert', async () => {
    const log = recordingLog();
    const core = {
      answerCommand: () => Promise.resolve({ status: 'nothing' as const }),
    };
    const outcome = await runCommand(
      {
        requestSingleInstanceLock: (data) => {
          void answerSecondStart(data, { core, platform, log });
          return false;
        },
      },
      { kind: 'ask', request: { kind: 'copy', text: 'x' }, json: false },
      { platform, environment: {} },
    );
    expect(outcome).toEqual({ code: 4, out: '', error: 'Nothing matches.\n' });
  });

  it('ends where no Culvert runs', async () => {
    const outcome = await runCommand(
      { requestSingleInstanceLock: () => true },
      { kind: 'ask', request: { kind: 'list' }, json: true },
      { platform, environment: { LANG: 'ru_RU.UTF-8' } },
    );
    expect(outcome).toEqual({ code: 3, out: '', error: 'Culvert не запущен.\n' });
  });
});

describe('an answer', () => {
  it('is written only to a socket in a folder that nobody else may enter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'culvert-'));
    const address = join(folder, 'reply');
    const server = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => {
      server.listen(address, resolve);
    });
    onTestFinished(() => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    chmodSync(folder, 0o755);
    await expect(sendReply(address, 'x', platform)).rejects.toThrow('not a reply socket');
    await expect(sendReply(join(tmpdir(), 'other'), 'x', platform)).rejects.toThrow();
    chmodSync(folder, 0o700);
    await sendReply(address, 'x', platform);
  });
});
