import { describe, expect, onTestFinished, test } from 'vitest';
import IconMoon from '~icons/lucide/moon';
import { searchItems } from '#contract/rules/search.ts';
import { places, searchedName, usePaletteActions } from '#renderer/palette/palette-actions.ts';
import { createSections } from '#renderer/app/router.ts';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

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

  test('asks before another account is opened over what was typed', async () => {
    const page = await openWindow();
    onTestFinished(page.close);
    const session = await page.main.ask('session.get', {});
    const other = { id: 'a2', service: 'https://b.example', name: 'Other' };
    page.main.send('session.changed', { ...session, accounts: [...session.accounts, other] });
    const unsaved = useUnsavedStore(page.pinia);
    let isTyped = true;
    unsaved.add({ changed: () => isTyped, discard: () => (isTyped = false) });
    const { used: actions } = await page.use(usePaletteActions);
    actions.value.find(({ id }) => id === 'account a2')?.run();
    expect([unsaved.isAsking, page.main.callsOf('session.switch')]).toEqual([true, []]);
    unsaved.discard();
    await expect.poll(() => page.main.callsOf('session.switch')).toEqual([{ account: 'a2' }]);
  });
});
