// Loaded by Electron before the program (`-r`): writes down what the program asks of the machine and
// lets the tests drive it, under the names that the stand-in's controls have.
const {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  Notification,
  powerMonitor,
  shell,
  Tray,
} = require('electron');
const { setFlagsFromString, writeHeapSnapshot } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { createNetworkSwitch } = require('../stand-in/process/network-switch.cjs');

const systemNow = Date.now.bind(Date);
/** @type {{ title: string, body: string }[]} */
const notifications = [];
/** @type {(string | null)[]} */
const saveAnswers = [];
/** @type {(string | null)[]} */
const openAnswers = [];
/** @type {{ options: Electron.MessageBoxOptions, shownAt: number, answer: (id: number) => void } | undefined} */
let box;
/** @type {{ title: string, content: string }[]} */
const errorBoxes = [];
/** @type {string[]} */
const openedElsewhere = [];
/** @type {Electron.Menu | null | undefined} */
let trayMenu;

/** @type {Map<string, () => void>} */
const shortcuts = new Map();
globalShortcut.register = (accelerator, run) => {
  shortcuts.set(accelerator, run);
  return true;
};
globalShortcut.unregister = (accelerator) => void shortcuts.delete(accelerator);

const { setContextMenu } = Tray.prototype;
/** @this {Electron.Tray} @param {Electron.Menu | null} menu */
Tray.prototype.setContextMenu = function (menu) {
  trayMenu = menu;
  setContextMenu.call(this, menu);
};
const { show } = Notification.prototype;
Notification.prototype.show = function () {
  notifications.push({ title: this.title, body: this.body });
  show.call(this);
};
dialog.showSaveDialog = () => {
  const answer = saveAnswers.shift() ?? null;
  return Promise.resolve({ canceled: answer === null, filePath: answer ?? '' });
};
// Electron's own box is modal, and there is no user to close it.
dialog.showErrorBox = (title, content) => {
  errorBoxes.push({ title, content });
  process.stderr.write(`${title}: ${content}\n`);
};
dialog.showMessageBox = (/** @type {unknown[]} */ ...values) => {
  const options = /** @type {Electron.MessageBoxOptions} */ (values.at(-1));
  if (options.type === 'error') {
    dialog.showErrorBox(options.message, options.detail ?? '');
    return Promise.resolve({ response: 0, checkboxChecked: false });
  }
  return new Promise((resolve) => {
    const answer = (/** @type {number} */ response) => {
      box = undefined;
      resolve({ response, checkboxChecked: false });
    };
    box = { options, shownAt: performance.now(), answer };
    options.signal?.addEventListener('abort', () => answer(options.cancelId ?? 0));
  });
};
app.getApplicationNameForProtocol = () => '';
shell.openExternal = (url) => {
  openedElsewhere.push(url);
  return Promise.resolve();
};

dialog.showOpenDialog = () => {
  const answer = openAnswers.shift() ?? null;
  return Promise.resolve({ canceled: answer === null, filePaths: answer === null ? [] : [answer] });
};

/**
 * @param {readonly Electron.MenuItem[]} items
 * @returns {{ label: string, type: string, enabled: boolean, checked: boolean, items: object[] }[]}
 */
function seenItems(items) {
  return items.map((item) => ({
    label: item.label.replace(/&(&?)/g, '$1'),
    type: item.type,
    enabled: item.enabled,
    checked: item.checked,
    items: seenItems(item.submenu?.items ?? []),
  }));
}

/**
 * @param {readonly Electron.MenuItem[]} items
 * @returns {Electron.MenuItem[]}
 */
function allItems(items) {
  return items.flatMap((item) => [item, ...allItems(item.submenu?.items ?? [])]);
}

const windows = () => BrowserWindow.getAllWindows();

Reflect.set(globalThis, 'culvertHook', {
  trayItems: () => seenItems(trayMenu?.items ?? []),
  /** @param {string} label */
  chooseTray: (label) => {
    const chosen = allItems(trayMenu?.items ?? []).find(
      (item) => item.enabled && item.label.replace(/&(&?)/g, '$1') === label,
    );
    if (chosen === undefined) throw new Error(`no line of the menu to choose says "${label}"`);
    chosen.click();
  },
  clipboardText: () => clipboard.readText(),
  /** @param {string} text */
  writeClipboard: (text) => clipboard.writeText(text),
  records: () => ({ notifications, openedElsewhere, errorBoxes }),
  /** @param {string} scheme @param {string} name */
  /** @param {string | null} answer */
  answerSave: (answer) => void saveAnswers.push(answer),
  /** @param {string | null} answer */
  answerOpen: (answer) => void openAnswers.push(answer),
  openBox: () =>
    box && {
      message: box.options.message,
      detail: box.options.detail ?? '',
      buttons: box.options.buttons ?? [],
      openFor: Math.round(performance.now() - box.shownAt),
    },
  /** @param {'Enter' | 'Escape' | 'confirm'} key */
  pressInBox: (key) => {
    if (box === undefined) throw new Error('there is no message box');
    const { defaultId = 0, cancelId = 0 } = box.options;
    box.answer({ Enter: defaultId, Escape: cancelId, confirm: 1 - cancelId }[key]);
  },
  setOnline: createNetworkSwitch(),
  suspend: () => void powerMonitor.emit('suspend'),
  resume: () => void powerMonitor.emit('resume'),
  windows: () =>
    windows().map((window) => ({
      title: window.getTitle(),
      visible: window.isVisible(),
      focused: window.isFocused(),
    })),
  /** @param {string} accelerator */
  pressShortcut: (accelerator) => {
    const run = shortcuts.get(accelerator);
    if (run === undefined) throw new Error(`nothing is registered for ${accelerator}`);
    run();
  },
  focusElsewhere: () => BrowserWindow.getFocusedWindow()?.blur(),
  closeWindow: () => {
    for (const window of windows()) {
      if (!window.isDestroyed()) window.close();
    }
  },
  openWindow: () => void app.emit('second-instance', {}, [], '', undefined),
  /** @param {string} text */
  throwInMain: (text) => {
    setImmediate(() => {
      throw new Error(text);
    });
  },
  /** @param {number} ms */
  advancePurchases: (ms) => Reflect.get(globalThis, Symbol.for('culvert.advance-purchases'))(ms),
  /** @param {number} aheadMs */
  setClock: (aheadMs) => {
    Date.now = () => systemNow() + aheadMs;
  },
  /** @param {string} path */
  writeHeapSnapshot: (path) => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    writeHeapSnapshot(path);
  },
  quit: () => {
    app.quit();
  },
});
