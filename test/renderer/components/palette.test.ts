import { describe, expect, test } from 'vitest';
import { found, places } from '#renderer/components/palette/palette-actions.ts';
import { createSections } from '#renderer/router.ts';

describe('the palette', () => {
  test('leads nowhere that there is not', () => {
    const sections = createSections();
    const astray = places.filter(
      ({ path }) => sections.resolve(path).matched[0]?.redirect !== undefined,
    );
    expect(astray).toEqual([]);
  });

  test('finds by each word of what is typed, in any case and order', () => {
    const action = {
      id: '',
      icon: '',
      label: 'Тёмная тема',
      kind: 'Сделать',
      run: () => undefined,
    };
    expect(found(action, 'тема тём')).toBe(true);
    expect(found(action, 'ТЕМА сделать')).toBe(true);
    expect(found(action, 'светлая тема')).toBe(false);
  });
});
