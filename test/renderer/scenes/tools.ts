import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';
import { click, key, see, steps } from './steps.ts';

/** Opens the palette and types into it. */
function palette(words = '') {
  return async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+KeyK');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').waitFor();
    await page.keyboard.type(words);
    await dialog.getByRole('option').first().or(dialog.getByRole('status')).waitFor();
  };
}

/** Selects the first rows of the list by keyboard. */
const pickThree = steps(
  see('[role=row]'),
  (page) => page.getByRole('grid').focus(),
  ...['Home', 'Shift+ArrowDown', 'Shift+ArrowDown'].map(key),
  see('[role=toolbar]'),
);

/** The palette, the selection in the list, and the hand-over to a client. */
export const toolScenes: readonly Scene[] = [
  { name: 'palette', act: palette() },
  { name: 'palette-found', act: palette('e') },
  { name: 'palette-nothing', act: palette('qqqq') },
  { name: 'picked', act: pickThree },
  {
    name: 'client-nobody',
    act: steps(
      click('[role=row]:has-text("Phone")'),
      click('article button:has-text("Open…"), article button:has-text("Открыть…")'),
      see('[data-toast]'),
    ),
  },
  { name: 'help', path: '/help' },
];
