import type { z } from 'zod';

/** HTTP methods the service uses. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `max` requests in any window of `windowS` seconds (specification, part 2, column "Limit"). */
export interface Limit {
  readonly max: number;
  readonly windowS: number;
}

/**
 * What calling an endpoint does, as far as a client must care.
 *
 * - `read`: nothing; may be sent again.
 * - `destructive-read`: the service forgets what it returns; never sent again by itself.
 * - `set`: writes a value; sending it twice ends in the same state.
 * - `create`: makes a thing; sending it twice makes two.
 * - `remove`: deletes a thing.
 * - `money`: spends, or asks for a payment.
 * - `one-time-secret`: returns a secret that cannot be asked for again.
 * - `invalidates`: replaces a key or address, so that the old one stops working.
 */
export type Effect =
  | 'read'
  | 'destructive-read'
  | 'set'
  | 'create'
  | 'remove'
  | 'money'
  | 'one-time-secret'
  | 'invalidates';

/** Who may ask for an endpoint: the main process only, or the window through the bridge too. */
export type Exposure = 'main' | 'window';

/** The three places of a request that carry input; a row names only those it has. */
export type InputShape = Partial<Record<'path' | 'query' | 'body', z.ZodType>>;

/**
 * One endpoint of the service: everything that client, limiter, cache, bridge and local service need
 * to know about it. Source: one row of the tables in part 2 of the specification.
 */
export interface Endpoint<
  Id extends string = string,
  Input extends z.ZodObject<InputShape> = z.ZodObject<InputShape>,
  Data extends z.ZodType = z.ZodType,
  Doing extends Effect = Effect,
  Seen extends Exposure = Exposure,
> {
  /** `section.verb`, unique, and the key of the row in `api`. */
  readonly id: Id;
  readonly method: Method;
  /** Letter for letter the specification's, `:names` included; relative to the base address. */
  readonly path: `/${string}`;
  readonly limits: readonly Limit[];
  /** `default`: the group's own "global N/min"; `specific`: stated for this endpoint alone. */
  readonly limitKind: 'default' | 'specific';
  /** Strict object of `path`, `query` and `body`, each a strict object; unknown keys are refused. */
  readonly input: Input;
  /** The envelope's `data`. Objects are loose and enums open: unknown fields and values pass. */
  readonly data: Data;
  /** HTTP statuses of success. */
  readonly statuses: readonly [number, ...number[]];
  readonly effect: Doing;
  /** Ids of reads whose cached value this call makes out of date. */
  readonly makesStale: readonly string[];
  /**
   * Where `data` holds secrets: dotted field paths from `data`, `[]` for each element of an array,
   * and the empty string for `data` itself. `[].connection_url` is the URL of each list item.
   */
  readonly secrets: readonly string[];
  readonly exposure: Seen;
  /** Error codes the specification names for this endpoint. */
  readonly errors: readonly number[];
}

type Optional = 'makesStale' | 'secrets' | 'exposure' | 'errors';

/**
 * Declares a row. What a row does not say is the careful choice: nothing stale, nothing secret,
 * not for the window, no named error.
 */
export function endpoint<
  const Id extends string,
  Input extends z.ZodObject<InputShape>,
  Data extends z.ZodType,
  const Doing extends Effect,
  const Seen extends Exposure = 'main',
>(
  row: Omit<Endpoint<Id, Input, Data, Doing, Seen>, Optional> &
    Partial<Pick<Endpoint<Id, Input, Data, Doing, Seen>, Exclude<Optional, 'exposure'>>> & {
      readonly exposure?: Seen;
    },
): Endpoint<Id, Input, Data, Doing, Seen> {
  const exposure = row.exposure ?? ('main' as Seen);
  return { makesStale: [], secrets: [], errors: [], ...row, exposure };
}

/** What a caller passes to an endpoint. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;

/** What an endpoint answers with. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** "Limit: global N/min" of the specification, spread into a row. */
export function global(max: number): Pick<Endpoint, 'limits' | 'limitKind'> {
  return { limits: [{ max, windowS: 60 }], limitKind: 'default' };
}

/** "Limit: A/B s" of the specification ("A/min" is `A/60 s`), spread into a row. */
export function limited(max: number, windowS: number): Pick<Endpoint, 'limits' | 'limitKind'> {
  return { limits: [{ max, windowS }], limitKind: 'specific' };
}

/**
 * The overview rule: 60 requests per 60 seconds over all endpoints, per user. Whether it applies
 * beside the limits of the rows is not shown (specification, part 3, Limits 1 to 3).
 */
export const overviewLimit: Limit = { max: 60, windowS: 60 };
