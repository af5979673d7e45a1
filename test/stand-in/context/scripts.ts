import { contextBridgeSource } from './context-bridge.ts';
import { codecSource } from './codec.ts';
import { pageWorldSource, preloadWorldSource, type WorldNames } from './worlds.ts';

/** The script for the page's own world, to run before the page's. */
export function pageScript(names: WorldNames): string {
  return `(${pageWorldSource()})(${JSON.stringify(names)}, ${contextBridgeSource()});`;
}

/** The script for the isolated world: the preload file's text in the surroundings that it wants. */
export function preloadScript(names: WorldNames, preload: string): string {
  const surrounded = `(require, module, exports) => {\n${preload}\n}`;
  const values = [JSON.stringify(names), contextBridgeSource(), codecSource(), surrounded];
  return `(${preloadWorldSource()})(${values.join(', ')});`;
}
