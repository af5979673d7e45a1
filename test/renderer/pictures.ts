/** `npm run pictures`: takes the guide's pictures of the built window into `docs/images/guide`. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { guidePictures, pictureFile, pictureLanguages, pictureThemes } from './guide-pictures.ts';
import { openScene } from './scenes/scene.ts';
import { scenes } from './scenes/scenes.ts';
import { openBrowser } from './window/window.ts';

const folder = resolve(import.meta.dirname, '../../docs/images/guide');
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
for (const [name, sceneName] of Object.entries(guidePictures)) {
  const scene = scenes.find((each) => each.name === sceneName);
  if (scene === undefined) throw new Error(`There is no scene ${sceneName}.`);
  for (const language of pictureLanguages) {
    for (const theme of pictureThemes) {
      const { page, main, rested, close } = await browser.open({
        width: 1280,
        height: 800,
        ...openScene(scene, { language, theme }),
      });
      await rested();
      await scene.act?.(page, main);
      await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
      // What README shows first has a line.
      if (name === 'connections') await page.locator('.uplot').first().waitFor();
      await rested();
      await page.screenshot({ path: join(folder, pictureFile(name, language, theme)) });
      await close();
    }
  }
}
await browser.close();
