import { once } from 'node:events';
import { errorOf } from './case.mjs';

/** @typedef {import('./main-cases.mjs').Electron} Electron */

/**
 * What the cases of windows are given: the module, the window whose page has run its own cases, and
 * how to make another one of its session, hidden.
 *
 * @typedef {object} Windows
 * @property {Electron} electron
 * @property {Electron.BrowserWindow} window
 * @property {() => Electron.BrowserWindow} open
 */

/** @type {readonly import('./case.mjs').Case<Windows>[]} */
export const windowCases = [
  {
    title: 'a window is announced, and its contents before it, by the time that it is made',
    spec: 'api-app',
    expected: ['web-contents-created', 'browser-window-created'],
    run: ({ electron: { app }, open }) => {
      /** @type {string[]} */
      const announced = [];
      app.once('browser-window-created', () => announced.push('browser-window-created'));
      app.once('web-contents-created', () => announced.push('web-contents-created'));
      const made = open();
      const seen = [...announced];
      made.destroy();
      return seen;
    },
  },
  {
    title: 'a window that prevents its closing stays',
    spec: 'api-browser-window',
    expected: [false, true],
    run: async ({ electron: { BrowserWindow }, open }) => {
      const made = open();
      const closing = new Promise((resolve) => {
        made.once('close', (event) => {
          event.preventDefault();
          resolve(undefined);
        });
      });
      made.close();
      await closing;
      const seen = [made.isDestroyed(), BrowserWindow.getAllWindows().includes(made)];
      made.destroy();
      return seen;
    },
  },
  {
    title: 'a window that is closed is destroyed when it says so, and is in no list',
    spec: 'api-app, api-browser-window',
    expected: [true, false],
    run: async ({ electron: { BrowserWindow }, open }) => {
      const made = open();
      const closed = new Promise((resolve) => {
        made.once('closed', () => {
          resolve([made.isDestroyed(), BrowserWindow.getAllWindows().includes(made)]);
        });
      });
      made.close();
      return await closed;
    },
  },
  {
    title: 'a window that is destroyed can be asked nothing more',
    spec: 'api-browser-window',
    expected: Array(3).fill('Object has been destroyed'),
    run: async ({ open }) => {
      const made = open();
      made.destroy();
      return [
        await errorOf(() => made.show()),
        await errorOf(() => made.isVisible()),
        await errorOf(() => made.webContents),
      ];
    },
  },
  {
    title: 'a window that is maximized has another place, and keeps its own for later',
    spec: 'api-browser-window',
    expected: [false, true],
    run: ({ open }) => {
      const made = open();
      const before = made.getBounds();
      made.maximize();
      const isSame = (/** @type {Electron.Rectangle} */ { width }) => width === before.width;
      const seen = [isSame(made.getBounds()), isSame(made.getNormalBounds())];
      made.destroy();
      return seen;
    },
  },
  {
    title: 'a window says that it has the focus after the call that gave it',
    spec: 'api-browser-window',
    expected: ['called', 'focus'],
    run: async ({ open }) => {
      const made = open();
      /** @type {string[]} */
      const order = [];
      const focused = new Promise((resolve) => {
        made.once('focus', () => resolve(order.push('focus')));
      });
      made.show();
      order.push('called');
      await focused;
      made.destroy();
      return order;
    },
  },
  {
    title: 'a page that cannot be loaded rejects with the error’s name, number and address',
    spec: 'api-browser-window',
    expected: [true, true, true, 'app://conformance/throws', true],
    run: async ({ open }) => {
      const made = open();
      const failed = once(made.webContents, 'did-fail-load');
      /** @type {unknown} */
      const error = await made.loadURL('app://conformance/throws').then(
        () => undefined,
        (reason) => reason,
      );
      const { message, code, errno, url } =
        /** @type {{ message: string, code: string, errno: number, url: string }} */ (error);
      const [, number, name] = await failed;
      made.destroy();
      return [
        /^ERR_[A-Z]+ \(-\d+\) loading 'app:\/\/conformance\/throws'$/.test(message),
        message.startsWith(`${code} (${String(errno)})`),
        number === errno && name === code,
        url,
        errno < 0,
      ];
    },
  },
  {
    title: 'what cannot be cloned is not sent to a page, which is no error',
    spec: 'lib/browser/api/web-frame-main.ts',
    expected: null,
    run: ({ window }) => errorOf(() => window.webContents.send('answer', () => undefined)),
  },
  {
    title:
      'pages of one host and session share their zoom level, which no window has before its page',
    spec: 'api-web-contents',
    expected: [0, 1.5, 1.5],
    run: async ({ window, open }) => {
      const made = open();
      made.webContents.zoomLevel = 2;
      const before = made.webContents.zoomLevel;
      window.webContents.zoomLevel = 1.5;
      await made.loadURL('app://conformance/blank');
      const seen = [before, made.webContents.zoomLevel, window.webContents.zoomLevel];
      made.destroy();
      return seen;
    },
  },
  {
    title: 'a page that has come says so before it has loaded, and can be zoomed by then',
    spec: 'api-web-contents',
    expected: ['did-navigate app://conformance/blank', 'did-finish-load', 0.5],
    run: async ({ window, open }) => {
      const made = open();
      /** @type {string[]} */
      const said = [];
      made.webContents.once('did-navigate', (_event, url) => {
        said.push(`did-navigate ${url}`);
        made.webContents.zoomLevel = 0.5;
      });
      made.webContents.once('did-finish-load', () => said.push('did-finish-load'));
      await made.loadURL('app://conformance/blank');
      const seen = [...said, window.webContents.zoomLevel];
      made.destroy();
      return seen;
    },
  },
];
