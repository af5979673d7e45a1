const { contextBridge, ipcRenderer } = require('electron');

/** @type {string | null} */
let refusal = null;

contextBridge.exposeInMainWorld('bridge', {
  number: 1,
  /** @param {string} channel @param {unknown} value */
  send: (channel, value) => {
    ipcRenderer.send(channel, value);
  },
  /** @param {string} channel @param {unknown} value */
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  /** @param {string} channel @param {(value: unknown) => void} listener */
  listen: (channel, listener) => {
    /** @param {unknown} _event @param {unknown} value */
    const on = (_event, value) => {
      listener(value);
    };
    ipcRenderer.on(channel, on);
    return () => {
      ipcRenderer.off(channel, on);
    };
  },
  fail: () => {
    throw new Error('oh no');
  },
  resolveLater: () => Promise.resolve('later'),
  rejectLater: () => Promise.reject(new Error('not today')),
  /** @param {(value: number) => number} run */
  call: (run) => run(21),
  /** @param {unknown} value */
  echo: (value) => value,
  /** @param {object} value */
  ownProto: (value) => [
    Object.getPrototypeOf(value) === Object.prototype,
    Object.hasOwn(value, '__proto__'),
    Reflect.get(value, 'polluted') === undefined,
    Reflect.get(value, 'data'),
  ],
  refusal: () => refusal,
});

try {
  contextBridge.exposeInMainWorld('bridge', { number: 2 });
} catch (error) {
  refusal = /** @type {Error} */ (error).message;
}
