// A window with a static page: BENCH_PAGE is its file, BENCH_ASSETS the folder of its styles and fonts.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import process from 'node:process';
import { app, BrowserWindow, protocol, session } from 'electron';

const { BENCH_PAGE: page = '', BENCH_ASSETS: assets = '' } = process.env;
const types = new Map([
  ['.css', 'text/css'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true } },
]);

void app.whenReady().then(() => {
  session.defaultSession.protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    const file = pathname === '/' ? page : join(assets, pathname);
    const type = pathname === '/' ? 'text/html; charset=utf-8' : types.get(extname(file));
    return new Response(await readFile(file), {
      headers: { 'content-type': type ?? 'application/octet-stream' },
    });
  });
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
  });
  void window.loadURL('app://picture/');
});
