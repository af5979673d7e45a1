import jsQR from 'jsqr';
import type { Page } from 'playwright-core';

interface Picture {
  /** One character for each pixel: millions of numbers would take seconds to get here. */
  readonly pixels: string;
  readonly width: number;
  readonly height: number;
}

/** What a scanner reads on the screen, at one pixel for each pixel of the window. */
export async function scan(page: Page): Promise<string | undefined> {
  const picture = (await page.locator('[data-qr]').screenshot()).toString('base64');
  const { pixels, width, height } = await page.evaluate<Picture>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const reds = data.filter((_, n) => n % 4 === 0);
    const pixels = Array.from(reds, (red) => String.fromCodePoint(32 + Math.floor(red / 4)));
    return { pixels: pixels.join(''), width: image.width, height: image.height };
  })()`);
  const grey = Array.from(pixels, (one) => ((one.codePointAt(0) ?? 32) - 32) * 4);
  const colours = Uint8ClampedArray.from(grey.flatMap((value) => [value, value, value, 255]));
  return jsQR(colours, width, height)?.data;
}
