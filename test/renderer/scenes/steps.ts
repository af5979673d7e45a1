import type { Scene } from './scene.ts';

/** What is done in a page. */
export type Act = NonNullable<Scene['act']>;

/** Several steps, one after the other. */
export function steps(...all: readonly Act[]): Act {
  return async (page, main) => {
    for (const step of all) await step(page, main);
  };
}

/** Clicks the first that this selector finds. */
export function click(selector: string): Act {
  return (page) => page.locator(selector).first().click();
}

/** Presses the first button that is called so, in either language. */
export function press(name: RegExp): Act {
  return (page) => page.getByRole('button', { name }).first().click();
}

/** Types into the first field that this selector finds, in place of what it has. */
export function fill(selector: string, text: string): Act {
  return (page) => page.locator(selector).first().fill(text);
}

/** Presses a key. */
export function key(name: string): Act {
  return (page) => page.keyboard.press(name);
}

/** Waits until the first that this selector finds is shown. */
export function see(selector: string): Act {
  return (page) => page.locator(selector).first().waitFor();
}

/** Brings the last that this selector finds into view. */
export function scrollTo(selector: string): Act {
  return (page) => page.locator(selector).last().scrollIntoViewIfNeeded();
}
