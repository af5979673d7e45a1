/**
 * Takes a picture of every scene in both themes, both languages and two sizes, or in those that are
 * named; 1600 and 1920 are two more sizes. `--scale 2` is a display of 200 %; with `--zoom 2` the
 * window keeps its size on screen and everything in it is twice as large.
 * `node test/renderer/screens.ts FOLDER [words of scene names] [--theme light] [--language en]
 * [--size 1280] [--scale 2] [--zoom 2]`
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { longScenes } from './scenes/long.ts';
import { openScene } from './scenes/scene.ts';
import { scenes } from './scenes/scenes.ts';
import { buildWindow, openBrowser } from './window/window.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', multiple: true, default: ['en', 'ru'] },
    size: { type: 'string', multiple: true, default: ['1280', '940'] },
    scale: { type: 'string', default: '1' },
    zoom: { type: 'string', default: '1' },
    'no-build': { type: 'boolean', default: false },
  },
});
const [folder, ...words] = positionals;
if (folder === undefined) throw new Error('Say which folder the pictures go into.');
await mkdir(folder, { recursive: true });

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1600, height: 900 },
  { width: 1280, height: 800 },
  { width: 940, height: 600 },
].filter(({ width }) => values.size.includes(String(width)));
const languages = (['en', 'ru'] as const).filter((one) => values.language.includes(one));
const themes = (['light', 'dark'] as const).filter((one) => values.theme.includes(one));

const zoom = Number(values.zoom);
const scale = Number(values.scale) * zoom;
if (!values['no-build']) await buildWindow();
const browser = await openBrowser({ scale });
let taken = 0;
for (const scene of [...scenes, ...longScenes]) {
  if (words.length > 0 && !words.some((word) => scene.name.includes(word))) continue;
  for (const size of sizes) {
    for (const language of languages) {
      for (const theme of themes) {
        const opened = { ...size, ...openScene(scene, { language, theme }) };
        const { page, main, complaints, rested, close } = await browser.open({
          ...opened,
          width: Math.round(opened.width / zoom),
          height: Math.round(opened.height / zoom),
        });
        const at = scale === 1 ? String(size.width) : `${String(size.width)}@${String(scale)}`;
        const name = [scene.name, at, language, theme].join('.');
        try {
          await rested();
          await scene.act?.(page, main);
          // Until transitions and the first readings are over.
          await page.waitForTimeout(700);
        } catch (error) {
          console.error(`${name}: ${String(error).slice(0, 300)}`);
        }
        await page.screenshot({ path: join(folder, `${name}.png`) });
        taken += 1;
        const said = [...complaints.violations, ...complaints.errors, ...complaints.outside];
        if (said.length > 0) console.error(name, said);
        await close();
      }
    }
  }
}
await browser.close();
console.log(`${String(taken)} pictures in ${folder}`);
