import { describe, expect, it } from 'vitest';
import type { WebContents } from 'electron';
import { ipc } from '#contract/ipc.ts';
import { quickWindowCommands } from '#contract/quick-window.ts';
import { ok } from '#contract/failure.ts';
import { createIpcHost, type IpcHostParts } from '#electron/ipc-host.ts';

type Handler = Parameters<IpcHostParts['ipcMain']['handle']>[1];
type Event = Parameters<Handler>[0];

function setUp({ windowThere = true } = {}) {
  const handlers = new Map<string, Handler>();
  const calls: unknown[][] = [];
  const logged: unknown[] = [];
  const mainFrame = { origin: 'app://culvert', parent: null, url: 'app://culvert/' };
  const contents = { mainFrame };
  const quickFrame = { ...mainFrame, url: 'app://culvert/quick.html' };
  const quickContents = { mainFrame: quickFrame };
  const parts = {
    ipcMain: {
      handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    },
    core: {
      call: (name: string, input: unknown) => {
        calls.push([name, input]);
        return Promise.resolve(ok('answered'));
      },
    },
    windows: [
      {
        contents: () => (windowThere ? (contents as unknown as WebContents) : undefined),
        mayCall: () => true,
      },
      {
        contents: () => quickContents as unknown as WebContents,
        mayCall: (name: string) => quickWindowCommands.has(name),
      },
    ],
    log: {
      write: (_level: string, event: string, fields?: object) =>
        void logged.push([event, { ...fields }]),
    },
  };
  createIpcHost(parts);
  const own = { sender: contents, senderFrame: mainFrame };
  const call = async (event: object, ...values: unknown[]): Promise<unknown> => {
    const handler = handlers.get('culvert:call');
    if (handler === undefined) throw new Error('nobody answers');
    return await (handler(event as Event, ...values) as Promise<unknown>);
  };
  const quick = { sender: quickContents, senderFrame: quickFrame };
  return { call, calls, logged, mainFrame, own, quick };
}

describe('a call from the window', () => {
  it('is answered by the core', async () => {
    const { call, calls, own } = setUp();
    expect(await call(own, 'sync.get', {})).toEqual({ ok: true, value: 'answered' });
    const longest = 'a'.repeat(64);
    await call(own, longest, {});
    expect(calls).toEqual([
      ['sync.get', {}],
      [longest, {}],
    ]);
  });
});

describe('a call from the quick copy window', () => {
  it('is answered for what that window needs, and for nothing else', async () => {
    const { call, calls, quick } = setUp();
    const refused: string[] = [];
    for (const name of [...Object.keys(ipc.commands), 'configs.delete', 'profile.get']) {
      await call(quick, name, {}).catch(() => refused.push(name));
    }
    expect(new Set(calls.map(([name]) => name))).toEqual(quickWindowCommands);
    expect(refused).toContain('purchases.submit');
    expect(refused).toContain('secrets.reveal');
    expect(refused).toContain('settings.set');
    expect(refused).toContain('configs.delete');
  });

  it('is logged when that window has no use for it', async () => {
    const { call, calls, logged, quick } = setUp();
    await expect(call(quick, 'purchases.submit', {})).rejects.toThrow('refused: command');
    expect(calls).toEqual([]);
    expect(logged).toEqual([['ipc.refused', { reason: 'command', count: 1 }]]);
  });
});

describe('a call', () => {
  const looksLikeOurs = { origin: 'app://culvert', parent: null, url: 'app://culvert/' };
  const cases: [string, string, (own: object) => object, unknown[]][] = [
    [
      'from another window',
      'sender',
      () => ({ sender: {}, senderFrame: looksLikeOurs }),
      ['a', {}],
    ],
    ['from a frame that is gone', 'frame', (own) => ({ ...own, senderFrame: null }), ['a', {}]],
    ['from a frame within', 'frame', (own) => ({ ...own, senderFrame: looksLikeOurs }), ['a', {}]],
    ['without an input', 'arguments', (own) => own, ['a']],
    ['with more than an input', 'arguments', (own) => own, ['a', {}, {}]],
    ['whose name is no string', 'name', (own) => own, [{ toString: () => 'sync.get' }, {}]],
    ['whose name has no end', 'name', (own) => own, ['a'.repeat(65), {}]],
  ];

  it.each(cases)(
    '%s is refused and logged, and never reaches the core',
    async (_what, reason, event, values) => {
      const { call, calls, logged, own } = setUp();
      await expect(call(event(own), ...values)).rejects.toThrow(`refused: ${reason}`);
      expect(calls).toEqual([]);
      expect(logged).toEqual([['ipc.refused', { reason, count: 1 }]]);
    },
  );

  it('is refused when the window is at another origin', async () => {
    const { call, calls, mainFrame, own } = setUp();
    for (const origin of ['null', 'https://culvert', 'app://culvert.example.com', 'app://other']) {
      mainFrame.origin = origin;
      await expect(call(own, 'sync.get', {})).rejects.toThrow('refused: origin');
    }
    expect(calls).toEqual([]);
  });

  it('is refused when its page is itself within another', async () => {
    const { call, calls, mainFrame, own } = setUp();
    Object.assign(mainFrame, { parent: looksLikeOurs });
    await expect(call(own, 'sync.get', {})).rejects.toThrow('refused: frame');
    expect(calls).toEqual([]);
  });

  it('is refused when there is no window', async () => {
    const { call, calls, own } = setUp({ windowThere: false });
    await expect(call(own, 'sync.get', {})).rejects.toThrow('refused: sender');
    expect(calls).toEqual([]);
  });

  it('is logged less often than it is refused', async () => {
    const { call, logged } = setUp();
    for (let count = 0; count < 100; count++) await call({}, 'a', {}).catch(() => undefined);
    expect(logged).toHaveLength(7);
  });
});
