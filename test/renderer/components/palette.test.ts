import { describe, expect, test } from 'vitest';
import IconMoon from '~icons/lucide/moon';
import { searchItems } from '#contract/rules/search.ts';
import { places, searchedName } from '#renderer/components/palette/palette-actions.ts';
import { createSections } from '#renderer/router.ts';

describe('the palette', () => {
  test('lists only pages that exist', () => {
    const sections = createSections();
    const missing = places.filter(
      ({ path }) => sections.resolve(path).matched[0]?.redirect !== undefined,
    );
    expect(missing).toEqual([]);
  });

  test('finds by each word of what is typed, in any case and order', () => {
    const action = {
      id: '',
      icon: IconMoon,
      label: 'Тёмная тема',
      kind: 'Сделать',
      run: () => undefined,
    };
    const isFound = (search: string) => searchItems([action], search, searchedName).length > 0;
    expect(isFound('тема тём')).toBe(true);
    expect(isFound('ТЕМА сделать')).toBe(true);
    expect(isFound('светлая тема')).toBe(false);
  });
});
