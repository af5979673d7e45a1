/**
 * Takes a picture of every scene, or of those that are named, in both themes, both languages and at
 * five sizes. 640 is the window of 1280 at 200 %, 470 the least width. A scene is opened anew for each size, because a
 * narrow window is gone through in another way; then its theme changes.
 * `npm run build && node test/renderer/screens.ts FOLDER [words of scene names] [--theme light] [--language en]
 * [--size 1280] [--scale 2] [--long, with every word of the service as long as it can be]`
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withLongWords } from './scenes/long.ts';
import { openScene, type Scene } from './scenes/scene.ts';
import { scenes } from './scenes/scenes.ts';
import { openBrowser } from './window/window.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    language: { type: 'string', multiple: true, default: ['en', 'ru'] },
    size: { type: 'string', multiple: true, default: ['1920', '1280', '940', '640', '470'] },
    scale: { type: 'string', default: '1' },
    long: { type: 'boolean', default: false },
  },
});
const [folder, ...words] = positionals;
if (folder === undefined) throw new Error('Say which folder the pictures go into.');
const pictures = folder;
await mkdir(pictures, { recursive: true });

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1600, height: 900 },
  { width: 1280, height: 800 },
  { width: 940, height: 600 },
  { width: 640, height: 400 },
  { width: 470, height: 800 },
].filter(({ width }) => values.size.includes(String(width)));
const languages = (['en', 'ru'] as const).filter((one) => values.language.includes(one));
const themes = (['light', 'dark'] as const).filter((one) => values.theme.includes(one));
const named = scenes.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);

const browser = await openBrowser({ scale: Number(values.scale) });
let taken = 0;

interface Opening {
  readonly scene: Scene;
  readonly language: 'en' | 'ru';
  readonly size: { readonly width: number; readonly height: number };
}

/** Takes the pictures of a scene in the themes. */
async function takePictures({ scene, language, size }: Opening): Promise<void> {
  const { setup, ...opening } = openScene(scene, { language, theme: 'light' });
  const options = {
    ...{ ...size, ...opening },
    setup: { ...setup, ...(values.long && { alter: withLongWords }) },
  };
  const opened = await browser.open({ ...options, reducedMotion: true });
  const { page, main, complaints, rested, close } = opened;
  const name = [scene.name, options.width, language].join('.');
  try {
    await rested();
    await scene.act?.(page, main);
  } catch (error) {
    console.error(`${name}: ${String(error).slice(0, 300)}`);
  }
  for (const theme of themes) {
    main.send('settings.changed', { ...(await main.ask('settings.get', {})), theme });
    await rested();
    await page.screenshot({ path: join(pictures, `${name}.${theme}.png`) });
    taken += 1;
  }
  const said = [...complaints.violations, ...complaints.errors, ...complaints.outside];
  if (said.length > 0) console.error(name, said);
  await close();
}

const waiting = named.flatMap((scene) =>
  languages.flatMap((language) =>
    // The quick copy window has one size.
    (scene.quick === true ? sizes.slice(0, 1) : sizes).map((size) => ({ scene, language, size })),
  ),
);
async function takeWaiting(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    await takePictures(next);
}
// Most of the time of a picture is the browser's, whose pages have a process each.
await Promise.all([takeWaiting(), takeWaiting()]);
await browser.close();
console.log(`${String(taken)} pictures in ${pictures}`);
