import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorOf } from './case.mjs';

/** @typedef {typeof import('electron')} Electron */
/** @typedef {import('./case.mjs').Case<Electron>} MainCase */

/** @type {readonly MainCase[]} */
const appCases = [
  {
    title: 'the name and the version are those of the package',
    spec: 'api-app',
    expected: ['conformance', '1.2.3', false],
    run: ({ app }) => [app.getName(), app.getVersion(), app.isPackaged],
  },
  {
    title: 'a path without a name that is known, or that is relative, is refused',
    spec: 'api-app',
    expected: ["Failed to get 'no-such' path", 'Path must be absolute'],
    run: async ({ app }) => [
      await errorOf(() => Reflect.apply(app.getPath, app, ['no-such'])),
      await errorOf(() => app.setPath('downloads', 'a/relative/one')),
    ],
  },
  {
    title: 'a path that is set is not created',
    spec: 'api-app',
    expected: [true, false],
    run: ({ app }) => {
      const before = app.getPath('downloads');
      const set = join(app.getPath('userData'), 'not-created');
      app.setPath('downloads', set);
      const seen = app.getPath('downloads');
      app.setPath('downloads', before);
      return [seen === set, existsSync(set)];
    },
  },
  {
    title: 'whenReady resolves with nothing when it is ready already',
    spec: 'api-app',
    expected: [true, true],
    run: async ({ app }) => [app.isReady(), (await app.whenReady()) === undefined],
  },
  {
    title: 'switches come from the arguments, and can be set and removed',
    spec: 'api-app',
    expected: ['given', '', true, 'æøåü', false],
    run: ({ app: { commandLine } }) => {
      const given = [
        commandLine.getSwitchValue('conformance'),
        commandLine.getSwitchValue('not-there'),
      ];
      commandLine.appendSwitch('mark', 'æøåü');
      const set = [commandLine.hasSwitch('mark'), commandLine.getSwitchValue('mark')];
      commandLine.removeSwitch('mark');
      commandLine.removeSwitch('not-there');
      return [...given, ...set, commandLine.hasSwitch('mark')];
    },
  },
  {
    title: 'what must come before it is ready is refused after',
    spec: 'api-app, api-protocol',
    expected: [
      'app.enableSandbox() can only be called before app is ready',
      'protocol.registerSchemesAsPrivileged should be called before app is ready',
    ],
    run: async ({ app, protocol }) => [
      await errorOf(() => app.enableSandbox()),
      await errorOf(() => protocol.registerSchemesAsPrivileged([])),
    ],
  },
  {
    title: 'an exception that nobody catches is shown in a box, and the program goes on',
    spec: 'node, lib/browser/init.ts',
    expected: ['A JavaScript error occurred in the main process', true],
    run: ({ dialog }) =>
      new Promise((resolve) => {
        const { showErrorBox } = dialog;
        dialog.showErrorBox = (title, content) => {
          dialog.showErrorBox = showErrorBox;
          resolve([title, content.startsWith('Uncaught Exception:\nError: nobody catches')]);
        };
        setImmediate(() => {
          throw new Error('nobody catches');
        });
      }),
  },
  {
    title: 'a rejection that nobody awaits does not end the program',
    spec: 'node',
    expected: 'goes on',
    run: async () => {
      void Promise.reject(new Error('nobody awaits'));
      await nextTurn();
      return 'goes on';
    },
  },
  {
    title: 'the idle time can be asked',
    spec: 'api-power-monitor',
    expected: true,
    run: ({ powerMonitor }) => powerMonitor.getSystemIdleTime() >= 0,
  },
];

/** @type {readonly MainCase[]} */
const ipcMainCases = [
  {
    title: 'a channel has one handler, until it is removed',
    spec: 'api-ipc',
    expected: ["Attempted to register a second handler for 'twice'", null],
    run: async ({ ipcMain }) => {
      ipcMain.handle('twice', () => undefined);
      const second = await errorOf(() => ipcMain.handle('twice', () => undefined));
      ipcMain.removeHandler('twice');
      const third = await errorOf(() => ipcMain.handle('twice', () => undefined));
      ipcMain.removeHandler('twice');
      return [second, third];
    },
  },
  {
    title: 'a handler is a function, and a channel may be named error',
    spec: 'api-ipc-main',
    expected: ["Expected handler to be a function, but found type 'object'", null],
    run: async ({ ipcMain }) => [
      await errorOf(() => Reflect.apply(ipcMain.handle, ipcMain, ['none', {}])),
      await errorOf(() => ipcMain.emit('error', {})),
    ],
  },
];

/** @type {readonly MainCase[]} */
const sessionCases = [
  {
    title: 'a session is announced when it is made, and there is one for each name',
    spec: 'api-session',
    expected: [true, true, 1],
    run: ({ app, session }) => {
      /** @type {unknown[]} */
      const announced = [];
      app.on('session-created', (made) => announced.push(made));
      const first = session.fromPartition('announced');
      const second = session.fromPartition('announced');
      app.removeAllListeners('session-created');
      return [first === second, announced[0] === first, announced.length];
    },
  },
  {
    title: 'only a session whose name begins with persist: is kept on the disk',
    spec: 'api-session',
    expected: [false, true],
    run: ({ session }) => [
      session.fromPartition('in-memory').isPersistent(),
      session.fromPartition('persist:on-disk').isPersistent(),
    ],
  },
  {
    title: 'a mode of the proxy that there is not is refused',
    spec: 'api-session',
    expected: [true, null],
    run: async ({ session }) => {
      const made = session.fromPartition('proxied');
      const config = { mode: 'invalid' };
      const refusal = await errorOf(() => Reflect.apply(made.setProxy, made, [config]));
      const proxyRules = '127.0.0.1:9';
      return [
        /Invalid mode/.test(String(refusal)),
        await errorOf(() => made.setProxy({ mode: 'fixed_servers', proxyRules })),
      ];
    },
  },
  {
    title: 'a scheme has one handler in a session, and none in another one',
    spec: 'api-protocol, api-session',
    expected: [true, false, 'Failed to register protocol: app'],
    run: async ({ session }) => {
      const { protocol } = session.fromPartition('handled');
      protocol.handle('app', () => new Response());
      return [
        protocol.isProtocolHandled('app'),
        session.fromPartition('not-handled').protocol.isProtocolHandled('app'),
        await errorOf(() => protocol.handle('app', () => new Response())),
      ];
    },
  },
];

const raw = 'electron application/osclipboard;format="x-culvert-conformance"';

/** @type {readonly MainCase[]} */
const clipboardCases = [
  {
    title: 'text of any script comes back, and is a format of the clipboard',
    spec: 'api-clipboard',
    expected: ['千江有水 – ключ', true, true],
    run: async ({ clipboard }) => {
      await clipboard.writeText('千江有水 – ключ');
      const [item] = await clipboard.read();
      return [
        await clipboard.readText(),
        await clipboard.has('text/plain'),
        item?.types.includes('text/plain'),
      ];
    },
  },
  {
    title: 'text and the bytes of a mark are written in one step',
    spec: 'api-clipboard',
    expected: ['secret', true, [0, 128, 255], raw],
    run: async ({ clipboard, ClipboardItem }) => {
      const mark = new Blob([new Uint8Array([0, 128, 255])]);
      await clipboard.write([new ClipboardItem({ 'text/plain': 'secret', [raw]: mark })]);
      const item = (await clipboard.read()).find(({ types }) => types.includes(raw));
      const back = /** @type {Blob} */ (await item?.getType(raw));
      const bytes = [...new Uint8Array(await back.arrayBuffer())];
      return [await clipboard.readText(), await clipboard.has(raw), bytes, back.type];
    },
  },
  {
    title: 'what is cleared is gone',
    spec: 'api-clipboard',
    expected: ['', false],
    run: async ({ clipboard }) => {
      await clipboard.writeText('to be cleared');
      clipboard.clear();
      return [await clipboard.readText(), await clipboard.has('text/plain')];
    },
  },
  {
    title: 'a clipboard that is empty has one item, without types',
    spec: 'api-clipboard',
    expected: [[]],
    run: async ({ clipboard }) => {
      clipboard.clear();
      return (await clipboard.read()).map(({ types }) => types);
    },
  },
  {
    title: 'what is no item, empty, or has a payload of another kind is refused',
    spec: 'api-clipboard',
    expected: [true, true, true],
    run: async ({ clipboard, ClipboardItem }) => {
      /** @param {() => unknown} run */
      const refused = async (run) => {
        try {
          await run();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      const ofNumber = Reflect.construct(ClipboardItem, [{ 'application/x-number': 42 }]);
      return [
        await refused(() => Reflect.apply(clipboard.write, clipboard, ['text'])),
        await refused(() => new ClipboardItem({})),
        await refused(() => clipboard.write([ofNumber])),
      ];
    },
  },
  {
    title: 'an item that was read cannot be written again',
    spec: 'api-clipboard',
    expected: true,
    run: async ({ clipboard }) => {
      await clipboard.writeText('read');
      const items = await clipboard.read();
      return (await errorOf(() => clipboard.write(items))) !== null;
    },
  },
];

const childFile = join(import.meta.dirname, 'child.mjs');

/** @type {readonly MainCase[]} */
const childCases = [
  {
    title: 'a child without a file, or with outputs that there are not, is refused',
    spec: 'api-utility-process',
    expected: [
      'Missing UtilityProcess entry script.',
      'stdio must be of the following values: inherit, pipe, ignore',
    ],
    run: async ({ utilityProcess: { fork } }) => [
      await errorOf(() => fork('')),
      await errorOf(() => Reflect.apply(fork, null, [childFile, [], { stdio: 'elsewhere' }])),
    ],
  },
  {
    title: 'a child ends with its own code, and with 1 after an exception and without a file',
    spec: 'api-utility-process',
    expected: [2, 1, 1],
    run: ({ utilityProcess }) => {
      /** @param {string} file @param {string[]} args */
      const codeOf = async (file, args) => {
        const [code] = await once(utilityProcess.fork(file, args, { stdio: 'ignore' }), 'exit');
        return code;
      };
      return Promise.all([
        codeOf(childFile, ['exit', '2']),
        codeOf(childFile, ['throw']),
        codeOf('not-there.mjs', []),
      ]);
    },
  },
  {
    title: 'a child has a number from its start to its end, and kill ends it in order',
    spec: 'api-utility-process',
    expected: [true, true, true, 0, true, false],
    run: async ({ utilityProcess }) => {
      const child = utilityProcess.fork(childFile, ['echo'], { stdio: 'ignore' });
      const before = child.pid === undefined;
      await once(child, 'spawn');
      const during = typeof child.pid === 'number';
      const killed = child.kill();
      const [code] = await once(child, 'exit');
      // A message to a child that has ended is lost.
      child.postMessage('lost');
      return [before, during, killed, code, child.pid === undefined, child.kill()];
    },
  },
  {
    title: 'a child that another program ends has a code that is not 0',
    spec: 'api-utility-process',
    expected: true,
    run: async ({ utilityProcess }) => {
      const child = utilityProcess.fork(childFile, ['echo'], { stdio: 'ignore' });
      await once(child, 'spawn');
      const exit = once(child, 'exit');
      if (child.pid !== undefined) process.kill(child.pid);
      return (await exit)[0] !== 0;
    },
  },
  {
    title: 'a child’s output is read where it is asked for, and is gone with it',
    spec: 'api-utility-process',
    expected: [true, 'printed\n', true],
    run: async ({ utilityProcess }) => {
      const silent = utilityProcess.fork(childFile, ['exit', '0'], { stdio: 'ignore' });
      const child = utilityProcess.fork(childFile, ['print'], { stdio: 'pipe' });
      let text = '';
      child.stdout?.on('data', (part) => (text += String(part)));
      await once(child, 'exit');
      return [silent.stdout === null && silent.stderr === null, text, child.stdout === null];
    },
  },
  {
    title: 'messages wait for the child to listen',
    spec: 'api-utility-process',
    expected: 'this message is queued',
    run: async ({ utilityProcess }) => {
      const child = utilityProcess.fork(childFile, ['late'], { stdio: 'ignore' });
      for (const part of ['this message', ' is', ' queued']) child.postMessage(part);
      const [answer] = await once(child, 'message');
      child.kill();
      return answer;
    },
  },
  {
    title: 'a child cannot send what cannot be cloned',
    spec: 'api-utility-process',
    expected: 'refused',
    run: async ({ utilityProcess }) => {
      const child = utilityProcess.fork(childFile, ['uncloneable'], { stdio: 'ignore' });
      const [answer] = await once(child, 'message');
      child.kill();
      return answer;
    },
  },
];

export const mainCases = [
  ...appCases,
  ...ipcMainCases,
  ...sessionCases,
  ...clipboardCases,
  ...childCases,
];
