import fc from 'fast-check';
import { api } from '#contract/api/index.ts';
import { ipc } from '#contract/ipc.ts';

/** Who a call seems to come from. */
export type Caller = 'own' | 'other window' | 'no frame' | 'inner frame' | 'origin';

/** A call as a page that was taken over might make it. */
export interface FuzzedCall {
  readonly caller: Caller;
  readonly values: readonly unknown[];
}

/** Names that every object has, and such as a lookup might take for its own. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'valueOf'];

const name = fc.oneof(
  { arbitrary: fc.constantFrom(...Object.keys(ipc.commands)), weight: 6 },
  { arbitrary: fc.constantFrom(...Object.keys(api)), weight: 3 },
  { arbitrary: fc.constantFrom(...inherited), weight: 1 },
  { arbitrary: fc.string({ maxLength: 80 }), weight: 1 },
  { arbitrary: fc.anything({ maxDepth: 1 }), weight: 1 },
);

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { id: 'profile.get', key: 'config:1', form: 'url' };
  value['input'] = value;
  return value;
}

function trap(): never {
  throw new Error('a getter that throws');
}

/** What no generator of values comes up with; created for each call. */
const oddities: readonly (() => unknown)[] = [
  cyclic,
  () => nested(50),
  () => nested(20_000),
  () => 'x'.repeat(1024 * 1024),
  () => new Uint8Array(1024 * 1024 + 1),
  () => ({ id: 'profile.get', input: { ['__proto__x']: 1, constructor: { prototype: {} } } }),
  () => JSON.parse('{"__proto__":{"key":"config:1","form":"url"}}') as unknown,
  () => Object.create({ key: 'config:1', form: 'url' }) as unknown,
  () => Object.defineProperty({}, 'key', { enumerable: true, get: trap }),
  () => new Proxy({}, { ownKeys: trap, get: trap }),
  () => ({ key: { toString: trap }, form: ['url'] }),
  () => Array.from({ length: 3000 }, () => 'config:1'),
  () => () => undefined,
];

/** The fields that commands have, with values of any kind. */
const lookalike = fc.record(
  {
    key: fc.oneof(fc.constantFrom('config:1', 'cloud:1:2', '__proto__'), fc.anything()),
    form: fc.oneof(fc.constantFrom('url', 'awg', 'xray'), fc.anything()),
    id: fc.oneof(fc.constantFrom(...Object.keys(api), ...inherited), fc.anything()),
    input: fc.anything({ maxDepth: 2 }),
    path: fc.oneof(fc.constantFrom('id', '__proto__.key', '0.key', 'constructor'), fc.anything()),
    query: fc.anything({ maxDepth: 2 }),
    body: fc.anything({ maxDepth: 2 }),
    service: fc.oneof(fc.webUrl(), fc.anything({ maxDepth: 1 })),
    account: fc.anything({ maxDepth: 1 }),
    servers: fc.anything({ maxDepth: 2 }),
    offset: fc.anything({ maxDepth: 0 }),
    limit: fc.anything({ maxDepth: 0 }),
  },
  { requiredKeys: [] },
);

const input = fc.oneof(
  { arbitrary: lookalike, weight: 300 },
  {
    arbitrary: fc.anything({
      maxDepth: 3,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
    weight: 250,
  },
  { arbitrary: fc.constant({}), weight: 50 },
  // Most of these cost a thousand times what others do.
  { arbitrary: fc.constantFrom(...oddities).map((make) => make()), weight: 1 },
);

export const fuzzedCall: fc.Arbitrary<FuzzedCall> = fc.record({
  caller: fc.oneof(
    { arbitrary: fc.constant<Caller>('own'), weight: 6 },
    {
      arbitrary: fc.constantFrom<Caller>('other window', 'no frame', 'inner frame', 'origin'),
      weight: 2,
    },
  ),
  values: fc.oneof(
    { arbitrary: fc.tuple(name, input), weight: 12 },
    { arbitrary: fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 4 }), weight: 1 },
  ),
});
