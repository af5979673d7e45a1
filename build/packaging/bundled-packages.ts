import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Writes down which packages a bundle is made of, by their folders: what the licences are collected
 * for. What styles import and plugins read is not among the bundler's modules (`licences.ts`).
 */
export function bundledPackages(file: string): Plugin {
  return {
    name: 'culvert:bundled-packages',
    apply: 'build',
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
