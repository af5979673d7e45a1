import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileLog } from '#adapters/file-log.ts';
import { oddFiles } from './odd-files.ts';
import { freshFolder, modeOf } from './folders.ts';

function linesOf(folder: string, name = 'culvert.log'): Record<string, unknown>[] {
  return readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes one JSON object a line', () => {
    const folder = freshFolder();
    const log = createFileLog(folder);
    log.write('info', 'answer', { endpoint: 'configs.list', status: 200, cached: false });
    log.write('error', 'failed');
    expect(linesOf(folder)).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
        level: 'info',
        event: 'answer',
        endpoint: 'configs.list',
        status: 200,
        cached: false,
      },
      { time: expect.any(String) as unknown, level: 'error', event: 'failed' },
    ]);
  });

  it('lets no field override time, level or event', () => {
    const folder = freshFolder();
    createFileLog(folder).write('warn', 'answer', { time: 0, level: 'x', event: 'y' });
    expect(linesOf(folder)[0]).toMatchObject({ level: 'warn', event: 'answer' });
  });

  it('appends to the log of the previous run', () => {
    const folder = freshFolder();
    createFileLog(folder).write('info', 'one');
    createFileLog(folder).write('info', 'two');
    expect(linesOf(folder).map(({ event }) => event)).toEqual(['one', 'two']);
  });

  it('is readable by its owner only', () => {
    const folder = freshFolder();
    mkdirSync(folder, { mode: 0o755 });
    createFileLog(folder).write('info', 'one');
    expect([modeOf(folder), modeOf(join(folder, 'culvert.log'))]).toEqual(['700', '600']);
  });

  it('keeps two files, each of about the maximum size', () => {
    const folder = freshFolder();
    const log = createFileLog(folder, 1000);
    for (let n = 0; n < 100; n += 1) log.write('info', 'answer', { n });
    expect(readdirSync(folder)).toEqual(['culvert.1.log', 'culvert.log']);
    const written = [...linesOf(folder, 'culvert.1.log'), ...linesOf(folder)].map(
      (line) => line['n'],
    );
    expect(written).toEqual(
      Array.from({ length: written.length }, (_, n) => 100 - written.length + n),
    );
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name)).byteLength).toBeLessThanOrEqual(1000);
    }
  });

  it('returns its newest lines, also those before a rotation and of earlier runs', () => {
    const folder = freshFolder();
    expect(createFileLog(folder).tail(3)).toEqual([]);
    const log = createFileLog(folder, 300);
    for (let n = 0; n < 8; n += 1) log.write('info', 'answer', { n });
    const lines = createFileLog(folder).tail(5);
    expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([3, 4, 5, 6, 7]);
    expect(linesOf(folder).length).toBeLessThan(5);
  });

  it.each(['culvert.log', 'culvert.1.log'])('reads no %s that somebody made longer', (name) => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, name), '{"event":"long"}\n'.repeat(100));
    expect(createFileLog(folder, 1000).tail(3)).toHaveLength(3);
    expect(createFileLog(folder, 300).tail(3)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32').each(oddFiles)(
    'neither waits for %s nor writes to it',
    (_, make) => {
      const folder = freshFolder();
      mkdirSync(folder);
      const path = join(folder, 'culvert.log');
      make(path);
      const log = createFileLog(folder);
      log.write('info', 'lost');
      expect(log.tail(10)).toEqual([]);
      const target = `${path}-target`;
      if (existsSync(target)) expect(readFileSync(target, 'utf8')).toBe('of another program');
    },
  );

  it('never throws, and resumes when it can write again', () => {
    const folder = freshFolder();
    writeFileSync(folder, 'a file in the way');
    const log = createFileLog(join(folder, 'logs'));
    log.write('info', 'lost');
    rmSync(folder);
    log.write('info', 'written');
    expect(linesOf(join(folder, 'logs')).map(({ event }) => event)).toEqual(['written']);
  });

  it.each([
    ['an API key', 'svc_abcdefgh_abcdefghijklmnopqrstuvwx'],
    ['an API key in a sentence', 'refused svc_abcdefgh_abcdefghijklmnopqrstuvwx twice'],
    ['a bearer', 'Authorization: Bearer x'],
    ['a connection URL', 'vless://8f6a@host.example.com:443?security=reality#Home'],
    ['a Shadowsocks URL', 'ss://Y2hhY2hhMjA@192.0.2.1:8388'],
    ['a payment link', 'https://pay.example.com/i/123'],
    ['a bare proxy', 'user:pass@proxy.example.com:1080'],
    ['a key of WireGuard', 'PrivateKey = yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk='],
    ['a key of Xray', 'yAnz5TF-lXXJte14tji3zlMNq_hd2rYUIgJBgB3fBmk'],
  ])('removes %s, wherever it is', (_, secret) => {
    const folder = freshFolder();
    const log = createFileLog(folder);
    log.write('error', 'failed', { why: secret });
    log.write('error', secret, { [secret]: 1 });
    expect(linesOf(folder)).toMatchObject([
      { event: 'failed', why: '[removed]' },
      { event: '[removed]', '[removed]': 1 },
    ]);
  });

  it('has only what Culvert itself writes, in the fields where it does', () => {
    const folder = freshFolder();
    const log = createFileLog(folder);
    log.write('debug', 'answer', { endpoint: 'configs.list', ms: 7, request: '0123456789ab' });
    log.write('warn', 'command-line.not-answered', { error: 'TypeError', again: true });
    log.write('error', 'main.uncaught', { name: 'Error', code: 'ENOSPC', at: 'program.js:1:20' });
    log.write('warn', 'file-invalid', { file: 'network.json', endpoint: 'toString' });
    log.write('warn', 'at 192.0.2.7', { why: 'canary', 'Key canary': 'refused' });
    const lines = linesOf(folder).map(({ time: _time, level: _level, ...rest }) => rest);
    expect(lines).toEqual([
      { event: 'answer', endpoint: 'configs.list', ms: 7, request: '0123456789ab' },
      { event: 'command-line.not-answered', error: 'TypeError', again: true },
      { event: 'main.uncaught', name: 'Error', code: 'ENOSPC', at: 'program.js:1:20' },
      { event: 'file-invalid', file: 'network.json', endpoint: '[removed]' },
      { event: '[removed]', why: '[removed]', '[removed]': '[removed]' },
    ]);
  });
});
