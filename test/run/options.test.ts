import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '#build/run/options.js';

describe('the options of npm start', () => {
  it('select the local service by default', () => {
    expect(readOptions([])).toEqual({
      service: undefined,
      profile: undefined,
      port: 8787,
      scale: undefined,
      signIn: false,
      dev: false,
      rest: [],
    });
  });

  it('accept a value after a space and after an equals sign', () => {
    expect(readOptions(['--scale', '1000', '--port=9000'])).toMatchObject({
      scale: '1000',
      port: 9000,
    });
  });

  it('resolve a profile relative to the folder that npm was called in', () => {
    const from = process.env['INIT_CWD'] ?? process.cwd();
    expect(readOptions(['--profile', 'mine']).profile).toBe(join(from, 'mine'));
  });

  it('pass unknown options on to the app', () => {
    expect(readOptions(['--hidden', '--sign-in', 'word'])).toMatchObject({
      signIn: true,
      rest: ['--hidden', 'word'],
    });
  });

  it.each([
    [['--service'], '--service wants a value.'],
    [['--service', 'example.com'], 'begins with https://'],
    [['--port', 'eighty'], 'from 1 to 65535'],
    [['--port', '70000'], 'from 1 to 65535'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
