// A program that runs all cases and writes the results in one line, for a test to compare.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as electron from 'electron';
import { results } from './case.mjs';
import { earlyCases } from './early-cases.mjs';
import { mainCases } from './main-cases.mjs';
import { windowCases } from './window-cases.mjs';

const { app, BrowserWindow, ipcMain, protocol, session } = electron;
const here = import.meta.dirname;

/** @param {string} name @param {unknown} value */
const say = (name, value) => process.stdout.write(`\n${name} ${JSON.stringify(value)}\n`);

app.setPath('userData', process.argv.find((one) => one.startsWith('--profile='))?.slice(10) ?? '');
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.on('window-all-closed', () => undefined);
app.on('second-instance', (_event, argv, folder, data) => {
  say('second', { isAsked: argv.includes('--second'), folder: typeof folder, data });
});

if (app.requestSingleInstanceLock()) {
  const early = await results(earlyCases, electron);
  void app.whenReady().then(async () => {
    const main = await results(mainCases, electron);
    say('results', { ...early, ...main, ...(await inWindow()) });
  });
} else app.exit(0);

/** The cases of the page in a window, and those of windows. */
async function inWindow() {
  const own = session.fromPartition('conformance');
  own.protocol.handle('app', answer);
  own.setPermissionCheckHandler(() => false);
  own.setPermissionRequestHandler((_contents, _permission, grant) => grant(false));
  answerCalls();
  const open = () =>
    new BrowserWindow({
      show: false,
      webPreferences: { session: own, preload: join(here, 'preload.cjs') },
    });
  const window = open();
  const reported = once(ipcMain, 'report');
  await window.loadURL('app://conformance/');
  const [, page] = await reported;
  return { ...page, ...(await results(windowCases, { electron, window, open })) };
}

function answerCalls() {
  /** @type {unknown[]} */
  const counted = [];
  ipcMain.on('count', (_event, n) => counted.push(n));
  ipcMain.on('ask', (event, value) => event.sender.send('answer', value));
  ipcMain.handle('counted', () => counted);
  ipcMain.handle('echo', (_event, value) => value);
  ipcMain.handle('now', (_event, n) => n + 1);
  ipcMain.handle('later', async (_event, n) => {
    await nextTurn();
    return n + 1;
  });
  ipcMain.handle('fail-now', () => {
    throw new Error('some error');
  });
  ipcMain.handle('fail-later', async () => {
    await nextTurn();
    throw new Error('some error');
  });
  ipcMain.handle('uncloneable', () => () => undefined);
  ipcMain.handle('removed', () => undefined);
  ipcMain.removeHandler('removed');
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  /** @type {Record<string, () => Response | Promise<Response>>} */
  const answers = {
    '/answer': () =>
      new Response(new Uint8Array([0, 128, 255]), {
        status: 201,
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-mark': 'seen' },
      }),
    '/request': async () => Response.json([request.url, request.method, await request.text()]),
    '/missing': () => new Response('nothing', { status: 404 }),
    '/throws': () => {
      throw new Error('a handler that throws');
    },
    '/rejects': () => Promise.reject(new Error('a handler that rejects')),
    '/error': () => Response.error(),
    '/blank': () => html('<!doctype html>'),
  };
  const known = answers[pathname];
  if (known !== undefined) return known();
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const text = readFileSync(join(here, name), 'utf8');
  if (name === 'index.html') return html(text);
  return new Response(text, { headers: { 'content-type': 'text/javascript' } });
}

/** @param {string} text */
function html(text) {
  return new Response(text, { headers: { 'content-type': 'text/html' } });
}
