const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('bench', {
  /**
   * Calls back whenever the window was shown.
   *
   * @param {() => void} listener
   */
  onShown: (listener) => {
    ipcRenderer.on('shown', () => listener());
  },
  /** @param {string} text */
  find: (text) => ipcRenderer.invoke('find', text),
});
