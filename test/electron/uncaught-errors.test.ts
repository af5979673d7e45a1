import { EventEmitter } from 'node:events';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { reportUncaughtErrors } from '#electron/uncaught-errors.ts';
import { recordingLog } from '#test/core/fakes.ts';

function fixture(
  language: 'en' | 'ru' = 'en',
  isVisible = true,
  platform: NodeJS.Platform = 'linux',
) {
  const process = new EventEmitter();
  const log = recordingLog();
  const window = { isDestroyed: () => false, isVisible: () => isVisible };
  const boxes: unknown[][] = [];
  const notified: string[] = [];
  const showMessageBox = (...values: unknown[]) => {
    boxes.push(values);
    return Promise.resolve({ response: 0, checkboxChecked: false });
  };
  reportUncaughtErrors({
    process,
    dialog: { showMessageBox },
    platform,
    notify: (title) => notified.push(title),
    window: () => window as never,
    log,
    language: () => language,
  });
  const logged = () => log.lines.map((line) => JSON.parse(line) as object);
  return { process, logged, window, boxes, notified };
}

const secret = 'svc_12345678_abcdefghijklmnopqrstuvwx';

describe('an exception that nothing caught', () => {
  it('is logged by name, code and place, without its words', () => {
    const { process, logged } = fixture();
    const make = runInThisContext('(words) => new TypeError(words)', {
      filename: 'file:///opt/culvert/program.js',
    }) as (words: string) => TypeError;
    const error = Object.assign(make(`of ${secret}\n    at ${secret}.js:1:1`), { code: 'ENOSPC' });
    process.emit('uncaughtException', error);
    const at = expect.stringMatching(/^program\.js:1:12 /) as string;
    expect(logged()).toEqual([
      {
        level: 'error',
        event: 'main.uncaught',
        kind: 'exception',
        name: 'TypeError',
        code: 'ENOSPC',
        at,
      },
    ]);
    expect(JSON.stringify(logged())).not.toContain('svc_');
  });

  it('is shown once, over the window, in the language of the settings', () => {
    const { process, boxes, window } = fixture('ru');
    process.emit('uncaughtException', new Error(secret));
    process.emit('uncaughtException', new Error('another'));
    expect(boxes).toEqual([
      [window, expect.objectContaining({ type: 'error', message: 'В Culvert произошла ошибка' })],
    ]);
    expect(JSON.stringify(boxes)).not.toContain('svc_');
  });

  it('is shown without a window where none can be seen', () => {
    const { process, boxes } = fixture('en', false);
    process.emit('uncaughtException', 'no error at all');
    expect(boxes).toEqual([
      [expect.objectContaining({ message: 'Something went wrong in Culvert', buttons: ['OK'] })],
    ]);
  });

  it('is a notification on macOS without a window, where a box would stop the program', () => {
    const { process, boxes, notified } = fixture('ru', false, 'darwin');
    process.emit('uncaughtException', new Error(secret));
    expect([boxes, notified]).toEqual([[], ['В Culvert произошла ошибка']]);
  });

  it('is only logged where a closed terminal is the reason', () => {
    const { process, boxes, logged } = fixture();
    process.emit('uncaughtException', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(boxes).toEqual([]);
    expect(logged()).toHaveLength(1);
  });
});

describe('a rejection that nothing awaited', () => {
  it('is logged without its words, and no box is shown', () => {
    const { process, logged, boxes } = fixture();
    process.emit('unhandledRejection', new RangeError(secret));
    expect(logged()).toMatchObject([{ kind: 'rejection', name: 'RangeError' }]);
    expect(JSON.stringify(logged())).not.toContain('svc_');
    expect(boxes).toEqual([]);
  });
});
