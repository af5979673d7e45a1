import type { Page } from 'playwright-core';
import type { FakeOptions } from '#test/renderer/fake/options.ts';

/** One screen in one state: how to get there. */
export interface Scene {
  readonly name: string;
  readonly fake?: FakeOptions;
  readonly path?: string;
  /** The quick copy window's page in place of the main one's, in that window's size. */
  readonly quick?: boolean;
  /** What a user does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  /** Only where the detail lies over the list. */
  readonly narrowOnly?: boolean;
}

/** The quick copy window's page, in that window's size. */
export const quickWindow = { quick: true, width: 640, height: 440 } as const;
