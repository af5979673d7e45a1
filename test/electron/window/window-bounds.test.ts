import { describe, expect, it } from 'vitest';
import { clampBounds, readBounds } from '#electron/window/window-bounds.ts';

const left = { x: 0, y: 25, width: 1440, height: 875 };
const right = { x: 1440, y: 0, width: 1920, height: 1080 };
const place = { x: 100, y: 100, width: 1280, height: 700, maximized: false };

describe('the window’s bounds', () => {
  it('are restored', () => {
    expect(readBounds(JSON.stringify(place))).toEqual(place);
    expect(clampBounds(place, [left, right])).toEqual(place);
  });

  it.each([
    undefined,
    '',
    '{',
    'null',
    '[]',
    '{"x":1}',
    '{"x":"1","y":1,"width":1,"height":1,"maximized":false}',
    '{"x":1e400,"y":1,"width":1,"height":1,"maximized":false}',
  ])('is forgotten when what was written is %s', (text) => {
    expect(readBounds(text)).toBeUndefined();
  });

  it('are moved and resized to fit the display, and dropped when that is gone', () => {
    expect(clampBounds({ ...place, x: 1600 }, [left])).toBeUndefined();
    expect(clampBounds({ ...place, x: -200, y: -20 }, [left])).toMatchObject({ x: 0, y: 25 });
    expect(clampBounds({ ...place, x: 900, y: 800 }, [left])).toMatchObject({ x: 160, y: 200 });
    expect(clampBounds({ ...place, width: 5000, height: 5000 }, [left])).toMatchObject({
      width: 1440,
      height: 875,
    });
    expect(clampBounds({ ...place, width: 300, height: 200 }, [left])).toMatchObject({
      width: 940,
      height: 600,
    });
  });
});
