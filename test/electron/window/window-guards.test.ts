import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { guardContents, guardSession } from '#electron/window/window-guards.ts';

const logged: unknown[][] = [];
const log = { write: (...line: unknown[]) => void logged.push(line) };
beforeEach(() => {
  logged.length = 0;
});

/** Remembers the handlers it is given, by the names of the methods that took them. */
function recorder() {
  const handlers: Record<string, (...values: never[]) => unknown> = {};
  const take = (name: string) => (handler: (...values: never[]) => unknown) => {
    handlers[name] = handler;
  };
  return { handlers, take };
}

function prevented(events: EventEmitter, name: string): boolean {
  let prevented = false;
  events.emit(name, { preventDefault: () => (prevented = true) });
  return prevented;
}

describe('the window’s session', () => {
  function setUp() {
    const { handlers, take } = recorder();
    const events = new EventEmitter();
    const filters: object[] = [];
    guardSession(
      Object.assign(events, {
        setPermissionRequestHandler: take('request'),
        setPermissionCheckHandler: take('check'),
        setDevicePermissionHandler: take('device'),
        setDisplayMediaRequestHandler: take('media'),
        webRequest: {
          onBeforeRequest: (filter: object, handler: () => void) => {
            filters.push(filter);
            take('before')(handler);
          },
        },
      }) as unknown as Parameters<typeof guardSession>[0],
      log,
    );
    const ask = (name: string, ...values: unknown[]) =>
      Reflect.apply(handlers[name] ?? (() => 'no handler'), undefined, values) as unknown;
    return { ask, events, filters };
  }

  it.each(['geolocation', 'openExternal'])(
    'refuses the permission %s when it is requested and when it is checked',
    (permission) => {
      const { ask } = setUp();
      const answers: unknown[] = [];
      ask('request', null, permission, (granted: boolean) => answers.push(granted));
      expect(answers).toEqual([false]);
      expect(logged).toEqual([['warn', 'window.permission-refused', { permission }]]);
      expect(ask('check', null, permission, 'app://culvert')).toBe(false);
    },
  );

  it('refuses devices, screens and downloads', () => {
    const { ask, events } = setUp();
    const streams: unknown[] = [];
    expect(ask('device', {})).toBe(false);
    ask('media', {}, (one: unknown) => streams.push(one));
    expect(streams).toEqual([null]);
    expect(prevented(events, 'will-download')).toBe(true);
    expect(logged).toEqual([['warn', 'window.download-refused']]);
  });

  it('cancels every request except those for the window’s own files', () => {
    const { ask, filters } = setUp();
    expect(filters).toEqual([{ urls: ['<all_urls>'] }]);
    const cancelled = (url: string) => {
      const answers: { cancel: boolean }[] = [];
      ask('before', { url, resourceType: 'xhr' }, (one: { cancel: boolean }) => answers.push(one));
      return answers[0]?.cancel;
    };
    expect(cancelled('app://culvert/assets/a.js')).toBe(false);
    expect(logged).toEqual([]);
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:8080/',
      'app://culvert.example.com/',
      'file:///etc/passwd',
      'ws://example.com/',
    ]) {
      expect(cancelled(url), url).toBe(true);
      expect(logged.pop()).toEqual(['warn', 'window.request-refused', { type: 'xhr' }]);
    }
  });
});

describe('the window’s page', () => {
  it('cannot navigate, open windows or embed other pages', () => {
    const { handlers, take } = recorder();
    const events = new EventEmitter();
    guardContents(
      Object.assign(events, { setWindowOpenHandler: take('open') }) as unknown as Parameters<
        typeof guardContents
      >[0],
      log,
    );
    for (const name of ['will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      expect(prevented(events, name), name).toBe(true);
    }
    // A page has no word in whether its window closes.
    expect(prevented(events, 'will-prevent-unload')).toBe(true);
    expect(handlers['open']?.()).toEqual({ action: 'deny' });
    expect(logged.map(([, event]) => event)).toEqual([
      'window.navigation-refused',
      'window.redirect-refused',
      'window.webview-refused',
      'window.open-refused',
    ]);
  });
});
