import type { Columns } from './columns.ts';

/** The layout of the records that hold connections. */
export const layout = 3;

/** How many lines the first screen is answered from: what the window asks for at once. */
export const firstSize = 50;

/** What is known of all connections, and the lines of the first screen: all that a start reads. */
export interface KeptList {
  readonly version: number;
  readonly count: number;
  /** How many records the lines are in. */
  readonly chunks: number;
  /** How many records the details are in, and how many the secrets. */
  readonly groups: number;
  /** When each scope was last read whole, Unix milliseconds. */
  readonly scopes: Readonly<Record<string, number>>;
  /** The language in whose order the lines are. */
  readonly language?: string;
  readonly first: Columns;
  /** What the person chose, once more: so that showing it opens no other record. */
  readonly favourites?: readonly string[];
  /** Carried over from the layout before and not yet compared with it. */
  readonly carried?: true;
}
