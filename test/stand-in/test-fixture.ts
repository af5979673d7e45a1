import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './engine/engine.ts';
import { startProgram, type Program } from './driver/program.ts';

export const main = join(import.meta.dirname, 'fixture/main.ts');

/** What the fixture's preload exposes to its page. */
interface Exposed {
  invoke(channel: string, value?: unknown): Promise<unknown>;
  tick(listener: (value: unknown) => void): () => void;
  twice(run: (value: number) => number): number;
  required(name: string): unknown;
  readonly nested: { readonly list: number[] };
}

/** The fixture's program as it runs now. */
interface Fixture {
  readonly browser: Browser;
  readonly profile: string;
  readonly program: Program;
  readonly page: Page;
  /** Starts it on a new profile. */
  readonly open: () => Promise<void>;
  /** Ends it, and removes its profile. */
  readonly close: () => Promise<void>;
  /** Starts it on the profile that there is. */
  readonly start: (...args: string[]) => Promise<void>;
  /** Runs in the page. */
  readonly inPage: <Value>(run: (exposed: Exposed) => Value | Promise<Value>) => Promise<Value>;
}

/** The fixture's program in one browser for all tests of a file, which open and close it. */
export function createTestFixture(): Fixture {
  let browser: Browser;
  let profile: string;
  let program: Program;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function start(...args: string[]): Promise<void> {
    program = await startProgram({ browser, main, args: [`--profile=${profile}`, ...args] });
    page = await program.page();
    await page.waitForFunction(() => 'seenAtStart' in globalThis);
  }

  return {
    get browser() {
      return browser;
    },
    get profile() {
      return profile;
    },
    get program() {
      return program;
    },
    get page() {
      return page;
    },
    async open() {
      profile = mkdtempSync(join(tmpdir(), 'culvert-fixture-'));
      await start();
    },
    async close() {
      await program.kill();
      rmSync(profile, { recursive: true });
    },
    start,
    inPage: (run) => page.evaluate(`(${String(run)})(globalThis.fixture)`),
  };
}
