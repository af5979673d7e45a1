import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { figure, type Bench } from '#test/bench/figure.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const built = join(root, 'out', 'renderer');

/** An application of Vue, its store and its router that does nothing. */
const bare = `
import { createApp, h } from 'vue';
import { createPinia } from 'pinia';
import { createRouter, createWebHashHistory, RouterView } from 'vue-router';
const router = createRouter({
  history: createWebHashHistory(),
  routes: [{ path: '/', component: { render: () => h('p', 'nothing') } }],
});
createApp({ render: () => h(RouterView) }).use(createPinia()).use(router).mount('#app');
`;

/** Bytes of all scripts that the window loads before it shows anything. */
function initialBytes(): number {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|modulepreload"[^>]*href)="\.\/([^"]+\.js)"/gu)];
  return scripts.reduce((sum, [, path = '']) => sum + statSync(join(built, path)).size, 0);
}

async function bareBytes(): Promise<number> {
  const folder = await mkdtemp(join(root, 'out', 'bare-'));
  try {
    await writeFile(join(folder, 'main.js'), bare);
    const answer = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
      build: { write: false, rolldownOptions: { input: join(folder, 'main.js') } },
    });
    const outputs = [answer].flat().flatMap((each) => ('output' in each ? each.output : []));
    return outputs.reduce(
      (sum, each) => sum + (each.type === 'chunk' ? Buffer.byteLength(each.code) : 0),
      0,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How much code the window loads at first, beside its framework alone, both minified the same way. */
export const bundle: Bench = {
  id: 'bundle',
  async run() {
    const [ours, theirs] = [initialBytes(), await bareBytes()];
    const note = `initial code / vue, pinia and vue-router: ${String(Math.round(ours / 1024))} KiB / ${String(Math.round(theirs / 1024))} KiB`;
    return [
      figure('bundle.initial', [ours / theirs], {
        better: 'lower',
        target: null,
        of: 'worst',
        note,
      }),
    ];
  },
};
