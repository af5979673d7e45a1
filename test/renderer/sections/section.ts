import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Control } from '#service/control.ts';
import { MainProcess } from '#test/renderer/window/main-process.ts';
import { noComplaints, sharedBrowser } from '#test/renderer/window/window.ts';

/** Chooses a line of the menu behind an item's button. */
export async function chooseOf(item: Locator, line: string | RegExp): Promise<void> {
  await item.getByRole('button', { name: /^More: / }).click();
  await item.page().getByRole('menuitem', { name: line }).click();
}

/** The window, signed in to the local service, in which the tests of a file follow each other. */
export interface Section {
  readonly page: Page;
  readonly main: MainProcess;
  /** Goes where a link to it leads. */
  readonly go: (path: string) => Promise<void>;
  /** Agrees to the question of main's that is open, or will be. */
  readonly confirm: () => Promise<void>;
}

/** Questions that main asks the user, who answers them when the test says so. */
class Questions {
  /** Until the window is open, the user agrees to everything. */
  areAnswered = true;
  readonly #open: ((agrees: boolean) => void)[] = [];

  ask(): Promise<boolean> {
    if (this.areAnswered) return Promise.resolve(true);
    return new Promise((resolve) => this.#open.push(resolve));
  }

  async confirm(): Promise<void> {
    await expect.poll(() => this.#open.length).toBeGreaterThan(0);
    this.#open.shift()?.(true);
  }
}

/**
 * Opens the window once for all tests of a file, on what the account owns when `prepare` has run. It keeps
 * to its policy, and sends requests to nobody but main.
 */
export function sectionOfAFile(
  prepare: (control: Control) => void = () => undefined,
): () => Section {
  let close: () => Promise<void> = () => Promise.resolve();
  let complaints: unknown;
  let section: Section | undefined;

  beforeAll(async () => {
    const questions = new Questions();
    const main = await MainProcess.start({
      service: prepare,
      // More is changed in a minute here than a user would.
      limits: 'endpoint',
      machine: ({ consentDialog }) => {
        consentDialog.ask = () => questions.ask();
      },
    });
    questions.areAnswered = false;
    const browser = await sharedBrowser();
    const opened = await browser.open({ main });
    const { page, rested } = opened;
    ({ close, complaints } = opened);
    await rested();
    section = {
      page,
      main,
      confirm: () => questions.confirm(),
      go: async (path) => {
        await page.evaluate(`void (location.hash = ${JSON.stringify(`#${path}`)})`);
      },
    };
  });
  afterAll(async () => {
    try {
      expect(complaints).toEqual(noComplaints);
    } finally {
      await close();
    }
  });

  return () => {
    if (section === undefined) throw new Error('The window is not open.');
    return section;
  };
}
