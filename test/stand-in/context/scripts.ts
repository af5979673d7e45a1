import { createContextBridge } from './context-bridge.ts';
import { createCodec } from './codec.ts';
import { pageWorld, preloadWorld, type WorldNames } from './worlds.ts';

/** The script for the page's own world, to run before the page's. */
export function pageScript(names: WorldNames): string {
  return `(${String(pageWorld)})(${JSON.stringify(names)}, ${String(createContextBridge)});`;
}

/** The script for the isolated world: the preload file's text in the surroundings that it wants. */
export function preloadScript(names: WorldNames, preload: string): string {
  const surrounded = `(require, module, exports) => {\n${preload}\n}`;
  const values = [
    JSON.stringify(names),
    String(createContextBridge),
    String(createCodec),
    surrounded,
  ];
  return `(${String(preloadWorld)})(${values.join(', ')});`;
}
