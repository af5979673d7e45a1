// The least that is a program with a window: one scheme, one page, a preload that exposes nothing.
import { join } from 'node:path';
import { app, BrowserWindow, protocol, session } from 'electron';

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

void app.whenReady().then(() => {
  session.defaultSession.protocol.handle('app', () =>
    Promise.resolve(
      new Response('<!doctype html><title>Blank</title><p id="blank">Blank</p>', {
        headers: { 'content-type': 'text/html' },
      }),
    ),
  );
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
  });
  void window.loadURL('app://blank/');
});
