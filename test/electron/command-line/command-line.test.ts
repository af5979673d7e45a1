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
const noAnswer = () => {
  throw new Error('nobody is to be asked');
};
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
    const fastest = (text: string) => ({ request: { kind: 'copy-fastest', text } });
    expect(read('copy', '--fastest')).toMatchObject(fastest(''));
    expect(read('copy', '--fastest', 'home', 'tv')).toMatchObject(fastest('home tv'));
    expect(read('copy', '--', '--fastest')).toMatchObject({ request: { kind: 'copy' } });
    expect(read('copy', '--fastest', 'x'.repeat(201))).toEqual({ kind: 'unclear' });
    expect(read('list', 'all')).toEqual({ kind: 'unclear' });
    for (const flag of ['--help', '-h']) expect(read(flag)).toEqual({ kind: 'help' });
    expect(read('--version')).toEqual({ kind: 'version' });
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

  it('says that what was copied fails, what was left out of it, and where its key is already', () => {
    const copied = {
      status: 'copied',
      title: 'Home',
      commandsRemoved: true,
      fails: 'fails',
    } as const;
    expect(outcomeOf({ ...copied, onDevices: ['phone', 'TV\u001B[31m'] }, false, 'en')).toEqual({
      code: 0,
      out: 'Copied: Home\n',
      error: [
        'It does not work from here.',
        'Commands in its config were left out.',
        'Its key is on “phone”, “TV [31m” already: two devices with one key keep disconnecting each other.',
        '',
      ].join('\n'),
    });
    const whole = { ...copied, commandsRemoved: false, onDevices: [] };
    expect(outcomeOf({ ...whole, fails: null }, false, 'en').error).toBe('');
    const expired = { ...whole, fails: 'expired' } as const;
    expect(outcomeOf(expired, false, 'ru').error).toBe('Срок истёк.\n');
  });

  it.each([
    [-10 * 86_400_000, 'en', 'clock is 10 days fast'],
    [4 * 60_000, 'en', 'clock is 4 min slow'],
    [-3 * 3_600_000, 'ru', 'спешат на 3 ч'],
  ] as const)(
    'says a clock that is wrong by %d ms beside the answer',
    (clockOffset, language, said) => {
      const { out, error } = outcomeOf({ status: 'nothing', clockOffset }, false, language);
      expect([out, error.split('\n').filter((line) => line.includes(said)).length]).toEqual([
        '',
        1,
      ]);
      const listed = outcomeOf({ status: 'listed', connections: [], clockOffset }, true, language);
      expect(JSON.parse(listed.out)).toEqual([]);
      expect(listed.error).toContain(said);
    },
  );

  it('says how to find out where nothing is known to work, with an exit code of its own', () => {
    const { code, out, error } = outcomeOf({ status: 'not-known' }, false, 'en');
    expect([code, out]).toEqual([5, '']);
    expect(error).toContain('press “Check from here” in Culvert');
  });

  it('speaks the language of the terminal', () => {
    expect(terminalLanguage({ LANG: 'ru_RU.UTF-8' })).toBe('ru');
    expect(terminalLanguage({ LANG: 'ru_RU.UTF-8', LC_ALL: 'C' })).toBe('en');
    expect(terminalLanguage({})).toBe('en');
  });

  const app = { getVersion: () => '1.2.3', requestSingleInstanceLock: () => true };
  const askPassphrase = (isNew: boolean) => Promise.resolve(isNew ? 'a new passphrase' : undefined);

  it('prints the version without asking anybody', async () => {
    const outcome = await runCommand(
      app,
      { kind: 'version' },
      { platform, environment: {}, askPassphrase },
    );
    expect(outcome).toEqual({ code: 0, out: '1.2.3\n', error: '' });
  });

  it('is answered by the running Culvert', async () => {
    const log = recordingLog();
    const core = {
      answerCommand: () => Promise.resolve({ status: 'nothing' as const }),
      answerFileCommand: noAnswer,
    };
    const outcome = await runCommand(
      {
        ...app,
        requestSingleInstanceLock: (data) => {
          void answerSecondStart(data, { core, platform, log });
          return false;
        },
      },
      { kind: 'ask', request: { kind: 'copy', text: 'x' }, json: false },
      { platform, environment: {}, askPassphrase },
    );
    expect(outcome).toEqual({ code: 4, out: '', error: 'Nothing matches.\n' });
  });

  it('says the passphrase of a file to the running Culvert alone, past every argument', async () => {
    const heard: unknown[] = [];
    const handed: unknown[] = [];
    const core = {
      answerCommand: noAnswer,
      answerFileCommand: (...request: unknown[]) => {
        heard.push(request);
        return Promise.resolve({ status: 'backed-up' as const });
      },
    };
    const request = { kind: 'backup', file: '/home/u/b.age' } as const;
    const outcome = await runCommand(
      {
        ...app,
        requestSingleInstanceLock: (data) => {
          handed.push(data);
          void answerSecondStart(data, { core, platform, log: recordingLog() });
          return false;
        },
      },
      { kind: 'ask', request, json: false },
      { platform, environment: {}, askPassphrase },
    );
    expect(outcome).toMatchObject({ code: 0, error: '' });
    expect(heard).toEqual([[request, 'a new passphrase']]);
    expect(JSON.stringify(handed)).not.toContain('passphrase');
  });

  it('hands over nothing where no passphrase was given', async () => {
    const outcome = await runCommand(
      { ...app, requestSingleInstanceLock: noAnswer },
      { kind: 'ask', request: { kind: 'restore', file: '/b.age' }, json: false },
      { platform, environment: {}, askPassphrase },
    );
    expect(outcome.code).toBe(2);
  });

  it.each([
    ['file', 1],
    ['short-passphrase', 2],
    ['wrong-passphrase', 7],
    ['damaged', 7],
    ['no-backup', 7],
    ['newer-backup', 7],
    ['too-large', 7],
  ] as const)('ends with a sentence and an exit code for a file refused as %s', (reason, code) => {
    for (const language of ['en', 'ru'] as const) {
      const outcome = outcomeOf({ status: 'file-refused', reason }, false, language);
      expect(outcome).toMatchObject({
        code,
        out: '',
        error: expect.stringMatching(/^.{10,}\.\n$/) as string,
      });
    }
  });

  it('ends where no Culvert runs', async () => {
    const outcome = await runCommand(
      app,
      { kind: 'ask', request: { kind: 'list' }, json: true },
      { platform, environment: { LANG: 'ru_RU.UTF-8' }, askPassphrase },
    );
    expect(outcome).toEqual({ code: 3, out: '', error: 'Culvert не запущен.\n' });
  });
});

describe('an answer', () => {
  it('is written only to a socket in a folder that nobody else may enter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'culvert-'));
    const address = join(folder, 'reply');
    const reply = () => Promise.resolve('x');
    const server = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => server.listen(address, resolve));
    onTestFinished(() => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    chmodSync(folder, 0o755);
    await expect(sendReply(address, reply, platform)).rejects.toThrow('not a reply socket');
    await expect(sendReply(join(tmpdir(), 'other'), reply, platform)).rejects.toThrow();
    chmodSync(folder, 0o700);
    await sendReply(address, reply, platform);
  });
});
