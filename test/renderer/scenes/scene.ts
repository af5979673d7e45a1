import type { Page } from 'playwright-core';
import type { FakeOptions } from '#test/renderer/fake/options.ts';

/** One screen in one state: how to get there. */
export interface Scene {
  readonly name: string;
  readonly fake?: FakeOptions;
  readonly path?: string;
  /** What a person does before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  /** Only where the detail lies over the list. */
  readonly narrowOnly?: boolean;
}
