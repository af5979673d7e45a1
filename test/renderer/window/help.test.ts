// @vitest-environment node
import { expect, test } from 'vitest';
import { guidePictures } from '#test/renderer/guide-pictures.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();

test('the guide opens from the shortcuts, in the language of the window, with its pictures', () =>
  inWindow({ setup: { settings: { language: 'ru' } } }, async (page) => {
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Открыть справку' }).click();
    await page.getByRole('heading', { name: 'Когда нет сети' }).waitFor();
    const pictures = page.locator('.guide img');
    expect(await pictures.count()).toBe(Object.keys(guidePictures).length);
    await expect
      .poll(() =>
        pictures.evaluateAll((all) =>
          all.every((each) => (each as HTMLImageElement).naturalWidth > 0),
        ),
      )
      .toBe(true);
  }));
