import { z } from 'zod';
import type { ProductKind } from './constants.ts';
import { DeviceId, Done, Id } from './values.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** `max` requests in any window of `windowS` seconds (specification, part 2, column "Limit"). */
export interface Limit {
  readonly max: number;
  readonly windowS: number;
}

/**
 * What calling an endpoint does, as far as it matters to a client.
 *
 * - `read`: nothing; may be sent again.
 * - `destructive-read`: the service forgets what it returns; never sent again by itself.
 * - `set`: writes a value; sending it twice ends in the same state.
 * - `create`: makes a thing; sending it twice makes two.
 * - `remove`: deletes a thing.
 * - `money`: spends, or asks for a payment.
 * - `one-time-secret`: returns a secret that cannot be requested again.
 * - `invalidates`: replaces a key or address, so that the old one stops working.
 */
type Effect =
  | 'read'
  | 'destructive-read'
  | 'set'
  | 'create'
  | 'remove'
  | 'money'
  | 'one-time-secret'
  | 'invalidates';

/**
 * Who may call an endpoint: `main` alone, the `window` too, through IPC, or the purchase `journal` alone,
 * which the window commands: for what costs money or answers with something that is shown once.
 */
type Exposure = 'main' | 'window' | 'journal';

/** What main asks before a request. `auto-renewal`: only where the request turns it on. */
type EndpointConsent =
  | {
      readonly kind: 'purchase';
      readonly product: ProductKind;
      readonly action: 'buy' | 'renew';
    }
  | { readonly kind: 'auto-renewal'; readonly product: ProductKind }
  | { readonly kind: 'withdrawal' }
  | { readonly kind: 'api-key' }
  | { readonly kind: 'key-reset'; readonly of: 'account' | 'subscription' };

/**
 * How long an answer may be: one record without a list, or less (`small`); a page of at most 100 records, a
 * catalogue, statistics, or a record with a list or its Xray or AWG text (`medium`); a list bounded at 1000
 * or not at all (`large`); all configurations of an account, even ten thousand (`whole`).
 */
type AnswerSize = 'small' | 'medium' | 'large' | 'whole';

/**
 * The most that an answer of each size may hold: bytes, coded and decoded, and JSON values. Reading what is
 * within them does not hold up main noticeably (`largest-answers.test.ts`).
 */
export const answerBounds: Readonly<
  Record<AnswerSize, { readonly bytes: number; readonly values: number }>
> = {
  small: { bytes: 64 * 1024, values: 2000 },
  medium: { bytes: 1024 * 1024, values: 20_000 },
  large: { bytes: 2 * 1024 * 1024, values: 80_000 },
  whole: { bytes: 4 * 1024 * 1024, values: 120_000 },
};

type InputShape = Partial<Record<'path' | 'query' | 'body', z.ZodType>>;

/** One endpoint of the service: one line of the tables in part 2 of the specification. */
export interface EndpointDefinition<
  Input extends z.ZodObject<InputShape> = z.ZodObject<InputShape>,
  Data extends z.ZodType = z.ZodType,
  EffectKind extends Effect = Effect,
  ExposureKind extends Exposure = Exposure,
  StaleId extends string = string,
> {
  readonly method: Method;
  /** Letter for letter the specification's, `:names` included; relative to the base address. */
  readonly path: `/${string}`;
  readonly limits: readonly Limit[];
  /** `default`: the group's own "global N/min"; `specific`: stated for this endpoint alone. */
  readonly limitKind: 'default' | 'specific';
  /** Strict object of `path`, `query` and `body`, each a strict object; unknown keys are refused. */
  readonly input: Input;
  /** The envelope's `data`. Unknown fields are left out where it is read, and enums are open. */
  readonly data: Data;
  readonly answerSize: AnswerSize;
  readonly statuses: readonly [number, ...number[]];
  readonly effect: EffectKind;
  /** Ids of reads whose cached value this call makes out of date; checked where `api` is made. */
  readonly makesStale: readonly StaleId[];
  /** Secrets in `data`: dotted paths, `[]` for each element, the empty string for `data` itself. */
  readonly secrets: readonly string[];
  readonly exposure: ExposureKind;
  /** `null`: it spends and gives away nothing that the window may not. */
  readonly consent: EndpointConsent | null;
  /** What it reads is written back as a whole: an element that is left out would be taken away. */
  readonly writtenBack: boolean;
  /** The cloud server of its path is rebooted, and its readings from before are out of date. */
  readonly reboots: boolean;
  /** Error codes the specification names for this endpoint. */
  readonly errors: readonly number[];
}

/** An endpoint of the table `api`, which gives each its key as `id`. */
export interface Endpoint extends EndpointDefinition {
  /** `section.verb`: the endpoint's key in `api`. */
  readonly id: string;
}

/** Names of the parameters of a path, such as `id` and `index` of `/paid-options/:id/title/:index`. */
type Parameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

interface InputParts<Path extends string, Query extends z.ZodType, Body extends z.ZodType> {
  path: [Parameter<Path>] extends [never]
    ? never
    : z.ZodObject<
        { [Name in Parameter<Path>]: Name extends 'device_id' ? z.ZodString : z.ZodInt },
        z.core.$strict
      >;
  query: Query;
  body: Body;
}

/** Without the parts that an endpoint does not have. */
type InputSchema<Parts extends InputShape> = z.ZodObject<
  {
    [Name in keyof Parts as [Parts[Name]] extends [never] ? never : Name]: Extract<
      Parts[Name],
      z.ZodType
    >;
  },
  z.core.$strict
>;

/** What it takes: the parameters of its path, of which only `device_id` is no number, its query and body. */
function inputOf(path: string, query: z.ZodType | undefined, body: z.ZodType | undefined) {
  const parameters = [...path.matchAll(/:([A-Za-z_]+)/g)].map(([, name = '']) => [
    name,
    name === 'device_id' ? DeviceId : Id,
  ]);
  return z.strictObject({
    ...(parameters.length > 0 && { path: z.strictObject(Object.fromEntries(parameters)) }),
    ...(query && { query }),
    ...(body && { body }),
  });
}

/** Declares an endpoint: by default 200, small (a list: medium), without secrets, main's alone, no consent. */
export function endpoint<
  const Path extends `/${string}`,
  Data extends z.ZodType,
  const EffectKind extends Effect,
  Query extends z.ZodType = never,
  Body extends z.ZodType = never,
  const ExposureKind extends Exposure = 'main',
  const StaleId extends string = never,
>({
  query,
  body,
  ...definition
}: Pick<EndpointDefinition, 'method' | 'limits' | 'limitKind'> & {
  readonly path: Path;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
  readonly effect: EffectKind;
  readonly exposure?: ExposureKind;
  readonly makesStale?: readonly StaleId[];
} & Partial<
    Pick<
      EndpointDefinition,
      'answerSize' | 'statuses' | 'secrets' | 'consent' | 'writtenBack' | 'reboots' | 'errors'
    >
  >): EndpointDefinition<
  InputSchema<InputParts<Path, Query, Body>>,
  Data,
  EffectKind,
  ExposureKind,
  StaleId
> {
  return {
    answerSize: definition.data instanceof z.ZodArray ? 'medium' : 'small',
    statuses: [200],
    makesStale: [],
    secrets: [],
    consent: null,
    writtenBack: false,
    reboots: false,
    errors: [],
    exposure: 'main' as ExposureKind,
    ...definition,
    input: inputOf(definition.path, query, body) as never,
  };
}

/** What a caller passes to an endpoint. */
export type InputOf<E extends Endpoint> = z.input<E['input']>;

export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** "Limit: global N/min" of the specification, spread into an endpoint. */
export function global(max: number): Pick<Endpoint, 'limits' | 'limitKind'> {
  return { limits: [{ max, windowS: 60 }], limitKind: 'default' };
}

/** "Limit: A/B s" of the specification ("A/min" is `A/60 s`), spread into an endpoint. */
export function limited(max: number, windowS: number): Pick<Endpoint, 'limits' | 'limitKind'> {
  return { limits: [{ max, windowS }], limitKind: 'specific' };
}

/** What the usual reads and settings have in common that main alone calls, spread into them. */
export const forMain = {
  read: { method: 'GET', effect: 'read', ...global(300) },
  setting: { method: 'PATCH', data: Done, effect: 'set', ...limited(1, 1) },
} as const;

/** Most changes are called by the window, once a second at most. */
const change = { exposure: 'window', ...limited(1, 1) } as const;

/** The same of those that the window may call. */
export const forWindow = {
  read: { ...forMain.read, exposure: 'window' },
  setting: { ...forMain.setting, exposure: 'window' },
  creation: { method: 'POST', effect: 'create', ...change },
  replacement: { method: 'PATCH', effect: 'invalidates', ...change },
  removal: { method: 'DELETE', data: Done, effect: 'remove', ...change },
} as const;

/** What all endpoints have in common that are paid for, and the limit of most. */
export const payment = {
  method: 'POST',
  effect: 'money',
  exposure: 'journal',
  ...limited(1, 1),
} as const;

/** Over all endpoints, per user; whether it adds to theirs is not shown (part 3, Limits 1 to 3). */
export const overviewLimit: Limit = { max: 60, windowS: 60 };
