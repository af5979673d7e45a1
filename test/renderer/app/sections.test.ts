import { describe, expect, test } from 'vitest';
import { navPlace } from '#renderer/lib/sections.ts';
import { places } from '#renderer/palette/palette-actions.ts';
import { createSections } from '#renderer/app/router.ts';

const open = (path: string) => {
  const place = navPlace(path);
  return [place?.section.path, place?.page?.path];
};

describe('the sections', () => {
  test('have every page of the window, so that one entry is always marked', () => {
    const paths = createSections()
      .getRoutes()
      .map(({ path }) => path.replace(/\/:.*$/, ''))
      .filter((path) => path !== '' && path !== '/');
    expect(paths).not.toEqual([]);
    expect(paths.filter((path) => navPlace(path) === null)).toEqual([]);
    const pages = places.map(({ path }) => path.replace(/\?.*/, ''));
    expect(pages.filter((path) => navPlace(path) === null)).toEqual([]);
  });

  test('mark the page that covers most of the path', () => {
    expect(open('/money')).toEqual(['/money', '/money']);
    expect(open('/money/history')).toEqual(['/money', '/money/history']);
    expect(open('/referral')).toEqual(['/account', '/referral']);
    expect(open('/shop/configs')).toEqual(['/money', '/shop']);
    expect(open('/paid-options/7')).toEqual(['/cloud-servers', '/paid-options']);
    expect(open('/connections/config:5')).toEqual(['/connections', undefined]);
    expect(navPlace('/shopping')).toBe(null);
  });
});
