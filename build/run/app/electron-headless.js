import { _electron } from 'playwright-core';

/**
 * Runs Electron on a virtual display and takes a picture of its window once a selector is there:
 * `node electron-headless.js ELECTRON FILE SELECTOR ARGUMENTS…`.
 */
const [executablePath = '', path = '', selector = '', ...args] = process.argv.slice(2);

// Playwright would switch the sandbox off for everybody.
const chromiumSandbox = !args.includes('--no-sandbox');
const app = await _electron.launch({ executablePath, args, chromiumSandbox });
/** @type {Promise<void>} */
const ended = new Promise((resolve) => {
  app.once('close', () => resolve());
});
const window = await app.firstWindow();
await window.waitForSelector(selector, { timeout: 0 });
await window.screenshot({ path });
process.stdout.write(`screenshot: ${path}\n`);
await ended;
