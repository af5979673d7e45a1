import { resolveConfig } from 'electron-vite';
import { build } from 'vite';

/**
 * Builds `out/` and, whenever a source changes, what is made of it again. Says `ready` on a line of
 * its own when everything is built, and once more after each change. (electron-vite watches only
 * beside its development server, whose pages the window's policy would not let in.)
 */
process.env['NODE_ENV_ELECTRON_VITE'] = 'production';
const { config } = await resolveConfig(
  { build: { watch: {} }, logLevel: 'warn' },
  'build',
  'production',
);
const parts = [config?.main, config?.preload, config?.renderer];

const built = new Set();
for (const part of parts) {
  const watcher = await build({ ...part, configFile: false });
  if (!('on' in watcher)) throw new Error('vite did not watch');
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
    if (event.code === 'START') built.delete(part);
    if (event.code !== 'END') return;
    built.add(part);
    if (built.size === parts.length) process.stdout.write('ready\n');
  });
}
