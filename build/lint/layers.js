/**
 * What each layer may import (docs/architecture.md). Data only: `layer-rules.js` enforces it.
 *
 * `imports` lists layers or single files by their path from the root, packages by name (a trailing
 * slash includes everything below), and `node:` for all of Node's own modules. A layer may always
 * import itself. `types` lists what may be imported for its types only.
 *
 * @typedef {object} Layer
 * @property {string} path
 * @property {readonly string[]} imports
 * @property {readonly string[]} [types]
 * @property {readonly string[]} [order] its folders and the files beside them, low to high: each may
 *   import itself and those before it
 */

/** @type {readonly Layer[]} A file belongs to the first layer whose path begins the file's path. */
export const layers = [
  {
    path: 'src-contract',
    imports: ['zod'],
    order: [
      'check-history.ts',
      'check-result.ts',
      'clients.ts',
      'constants.ts',
      'envelope.ts',
      'link-schemes.ts',
      'locales',
      'loopback.ts',
      'protocol-names.ts',
      'reboot.ts',
      'unreadable.ts',
      'unseen-characters.ts',
      'connection-url.ts',
      'values.ts',
      'endpoint.ts',
      'purchase.ts',
      'failure.ts',
      'records',
      'rules',
      'api',
      'log-line.ts',
      'products.ts',
      'ipc',
      'connections',
      'command-line.ts',
      'ipc.ts',
      'quick-window.ts',
      'upcoming',
    ],
  },
  {
    path: 'src-main/core',
    imports: [
      'src-contract',
      'zod',
      'node:crypto',
      'node:events',
      'node:zlib',
      'uqr',
      '@noble/hashes/',
      '@noble/ciphers/',
      'age-encryption',
    ],
    order: [
      'kernel',
      'api',
      'desktop',
      'diagnostics',
      'cache',
      'stats',
      'connections',
      'purchases',
      'tools',
      'batches',
      'network',
      'notifications',
      'checks',
      'session',
      'backup',
      'tray',
      'app',
    ],
  },
  {
    path: 'src-main/adapters',
    imports: ['src-main/core/kernel/ports.ts', 'src-contract', 'node:', 'undici', 'keytar'],
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
      '@intlify/core-base',
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
    path: 'src-renderer/ui/primitives',
    imports: ['vue', 'vue-router', 'reka-ui', '~icons/'],
  },
  {
    path: 'src-renderer',
    imports: [
      'src-contract',
      'zod',
      'vue',
      'vue-router',
      '@pinia/colada',
      'pinia',
      'uplot',
      'uplot/',
      '~icons/',
      'vue-i18n',
      'jsonc-parser',
      '@vueuse/core',
      '@fontsource-variable/',
      '@intlify/unplugin-vue-i18n/',
      'docs/guide.md',
      'docs/guide.ru.md',
      'virtual:',
    ],
    order: [
      'styles',
      'flags',
      'locales',
      'lib',
      'ui',
      'statistics',
      'batches',
      'checks',
      'fields',
      'help',
      'inbox',
      'list',
      'network',
      'secret',
      'devices',
      'purchases',
      'backup',
      'session',
      'money',
      'servers',
      'palette',
      'settings',
      'tools',
      'account',
      'connection',
      'connections',
      'quick',
      'subscriptions',
      'app',
      'main.ts',
      'quick.ts',
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
    order: [
      'clock.ts',
      'connections',
      'random.ts',
      'faults.ts',
      'readings.ts',
      'catalog',
      'store',
      'handlers',
      'journal.ts',
      'seed',
      'control.ts',
      'http',
      'options.ts',
      'service.ts',
      'main.ts',
    ],
  },
];

/** Only files in this folder may import from it, even if a layer's rules allow more. */
export const testFolder = 'test';

/** The files that may re-export what other files declare. */
export const barrels = ['src-contract/api/index.ts'];
