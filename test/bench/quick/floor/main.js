// The least that is a quick copy window: keys show a hidden window with a field, and Enter in it
// writes the same text to the clipboard. A tray beside it, which is how the person knows that it runs.
import { join, resolve } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  globalShortcut,
  ipcMain,
  Menu,
  protocol,
  session,
  Tray,
} from 'electron';

const icon = resolve(import.meta.dirname, '../../../../build/icons/app.png');
const page =
  '<!doctype html><title>Floor</title><input autofocus onkeydown="event.key === `Enter` && bench.copy()">';

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

void app.whenReady().then(() => {
  session.defaultSession.protocol.handle('app', () =>
    Promise.resolve(new Response(page, { headers: { 'content-type': 'text/html' } })),
  );
  const tray = new Tray(icon);
  tray.setContextMenu(Menu.buildFromTemplate([{ label: 'Copy' }]));
  if (process.argv.includes('--no-window')) return;
  const window = new BrowserWindow({
    width: 640,
    height: 440,
    title: 'Floor',
    show: false,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
  });
  ipcMain.handle('copy', () => clipboard.writeText('x'.repeat(300)));
  globalShortcut.register('Control+Shift+Space', () => {
    window.show();
    window.focus();
    window.webContents.send('shown');
  });
  void window.loadURL('app://floor/');
});
