/**
 * What each room of the house may import (docs/architecture.md). Data only: `rooms.js` holds it.
 *
 * `imports` lists rooms or single files by their path from the root, packages by name (a trailing
 * slash takes everything below), and `node:` for all of Node's own modules. A room may always
 * import itself. `types` lists what may be imported for its types alone.
 *
 * @typedef {object} Room
 * @property {string} path
 * @property {readonly string[]} imports
 * @property {readonly string[]} [types]
 */

/** @type {readonly Room[]} The first room whose path begins a file's path is the file's room. */
export const rooms = [
  { path: 'src-contract', imports: ['zod'] },
  { path: 'src-main/core', imports: ['src-contract', 'zod', 'node:crypto', 'uqr'] },
  {
    path: 'src-main/adapters',
    imports: ['src-main/core/ports.ts', 'src-contract', 'node:', 'undici', 'keytar'],
  },
  {
    path: 'src-main/electron',
    imports: [
      'src-main/core',
      'src-contract',
      'node:',
      'electron',
      'electron/',
      'electron-updater',
    ],
  },
  {
    path: 'src-main',
    imports: ['src-contract', 'zod', 'node:', 'electron', 'electron/'],
  },
  {
    path: 'src-preload',
    imports: ['electron', 'electron/', 'src-contract/ipc/events.ts'],
    types: ['src-contract'],
  },
  {
    path: 'src-renderer',
    imports: [
      'src-contract',
      'zod',
      'vue',
      'vue-router',
      'pinia',
      'uplot',
      'uplot/',
      '@nuxt/ui',
      '@nuxt/ui/',
      '@vueuse/core',
      '@fontsource-variable/',
      '@intlify/core-base',
      '@intlify/unplugin-vue-i18n/',
      'tailwind-merge',
      'tailwind-variants/',
      'virtual:',
    ],
  },
  {
    path: 'src-service',
    imports: [
      'src-contract',
      'node:',
      'zod',
      'hono',
      'hono/',
      '@hono/node-server',
      '@hono/node-server/',
      '@peculiar/x509',
      'reflect-metadata',
    ],
  },
];

/** Nothing outside of it may import `test`, whatever its room allows. */
export const nobodyImports = 'test';

/** The one file that gathers others for its readers. */
export const barrels = ['src-contract/api/index.ts'];
