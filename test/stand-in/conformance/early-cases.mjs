import { errorOf } from './case.mjs';

/** @typedef {import('./main-cases.mjs').Electron} Electron */

/** What is tried before Electron is ready. @type {readonly import('./case.mjs').Case<Electron>[]} */
export const earlyCases = [
  {
    title: 'before it is ready, there are no sessions',
    spec: 'api-session',
    expected: Array(2).fill('Session can only be received when app is ready'),
    run: async ({ session }) => [
      await errorOf(() => session.fromPartition('early')),
      await errorOf(() => session.defaultSession),
    ],
  },
  {
    title: 'before it is ready, there are no windows, trays, notifications and child processes',
    spec: 'api-browser-window, api-tray, api-notification, api-utility-process',
    expected: [
      'Cannot create BrowserWindow before app is ready',
      'Cannot create Tray before app is ready',
      'Cannot create Notification before app is ready',
      'utilityProcess cannot be created before app is ready.',
    ],
    run: async ({ BrowserWindow, Notification, Tray, nativeImage, utilityProcess }) => [
      await errorOf(() => new BrowserWindow({ show: false })),
      await errorOf(() => new Tray(nativeImage.createFromPath('none.png'))),
      await errorOf(() => new Notification({ title: 'early' })),
      await errorOf(() => utilityProcess.fork('early.mjs')),
    ],
  },
  {
    title: 'before it is ready, there are no shortcuts, screens and dialogs',
    spec: 'api-global-shortcut, api-screen, api-dialog',
    expected: [
      'globalShortcut cannot be used before the app is ready',
      "The 'screen' module can't be used before the app 'ready' event",
      'dialog module can only be used after app is ready',
    ],
    run: async ({ dialog, globalShortcut, screen }) => [
      await errorOf(() => globalShortcut.register('Alt+Shift+F12', () => undefined)),
      await errorOf(() => screen.getAllDisplays()),
      await errorOf(() => dialog.showSaveDialog({})),
    ],
  },
  {
    title: 'before it is ready, the idle time is known',
    spec: 'api-power-monitor',
    expected: ['number', false],
    run: ({ app, powerMonitor }) => [typeof powerMonitor.getSystemIdleTime(), app.isReady()],
  },
];
