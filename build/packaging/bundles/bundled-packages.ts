import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Writes down which packages a bundle is made of, by their folders, as `packages/<part>.json` beside
 * the bundle: what the licences are collected for. What styles import and plugins read is not among the bundler's modules (`licences.ts`).
 */
export function bundledPackages(part: string): Plugin {
  let file = '';
  return {
    name: 'culvert:bundled-packages',
    apply: 'build',
    configResolved({ root, build }) {
      file = resolve(root, build.outDir, '../packages', `${part}.json`);
    },
    generateBundle() {
      const folders = new Set<string>();
      for (const id of this.getModuleIds()) {
        const folder = packageFolder.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[1];
        if (folder !== undefined) folders.add(folder);
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify([...folders].sort(), null, 2));
    },
  };
}
