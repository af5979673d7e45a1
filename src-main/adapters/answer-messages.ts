import type { Result } from '#contract/failure.ts';

/** What the thread that parses long answers is given. */
export interface LongAnswer {
  readonly number: number;
  /** Id of the endpoint. */
  readonly endpoint: string;
  readonly status: number;
  readonly body: Uint8Array;
}

/** What it answers. `up` comes once, before everything else. */
export type ThreadMessage =
  | { readonly kind: 'up' }
  | { readonly kind: 'read'; readonly number: number; readonly result: Result<unknown> };
