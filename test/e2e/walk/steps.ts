import { seededRandom } from '#test/core/fakes.ts';

/** One step of a random walk: what a user, the service or the machine does. */
export type Step =
  /** Moves the pointer to the n-th control, rests, and clicks. */
  | { readonly kind: 'click'; readonly nth: number; readonly restMs: number }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'createKey' }
  | { readonly kind: 'buy' }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }
  | { readonly kind: 'network'; readonly online: boolean }
  | { readonly kind: 'stall'; readonly ms: number }
  | { readonly kind: 'kill' };

const keys = [
  ...['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'Home', 'End', 'PageDown'],
  ...[
    'Tab',
    'Tab',
    'Shift+Tab',
    'Enter',
    'Escape',
    'Escape',
    '/',
    'Control+K',
    'Control+A',
    'Control+D',
  ],
];
const texts = ['steam', 'a', 'no such thing', 'мама'];
const paths = [
  ...['/connections', '/connections', '/cloud-servers', '/paid-options', '/subscriptions'],
  ...['/devices', '/money', '/money/history', '/inbox', '/tools', '/account', '/settings'],
  ...['/shop/configs', '/purchases'],
];
const faults: readonly (readonly string[])[] = [
  [],
  [],
  ['*:delay=400:0.5'],
  ['*:500:0.3'],
  ['*:429-bare:0.2'],
  ['*:bad-json:0.3', '*:unknown-field:0.5'],
  ['*:cut:0.3', '*:drop-after:0.2'],
  ['*:nulls:0.3', '*:sparse:0.3', '*:unknown-enum:0.3'],
];
/** How often each kind is drawn, of the sum of all. */
const weights = {
  click: 40,
  key: 30,
  type: 6,
  go: 12,
  createKey: 3,
  buy: 4,
  faults: 6,
  network: 3,
  stall: 3,
  kill: 1,
} as const satisfies Record<Step['kind'], number>;

/** The steps of a walk. The same seed gives the same steps. */
export function drawSteps(seed: number, count: number): readonly Step[] {
  const random = seededRandom(seed);
  const upTo = (end: number) => Math.floor(random.unit() * end);
  function pick<T>(from: readonly T[]): T {
    const item = from[upTo(from.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }
  const kinds = Object.entries(weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind),
  );
  const make: Readonly<Record<Step['kind'], () => Step>> = {
    click: () => ({ kind: 'click', nth: upTo(1000), restMs: upTo(300) }),
    key: () => ({ kind: 'key', key: pick(keys) }),
    type: () => ({ kind: 'type', text: pick(texts) }),
    go: () => ({ kind: 'go', path: pick(paths) }),
    createKey: () => ({ kind: 'createKey' }),
    buy: () => ({ kind: 'buy' }),
    faults: () => ({ kind: 'faults', faults: pick(faults) }),
    network: () => ({ kind: 'network', online: random.unit() < 0.5 }),
    stall: () => ({ kind: 'stall', ms: 200 + upTo(1500) }),
    kill: () => ({ kind: 'kill' }),
  };
  return Array.from({ length: count }, () => make[pick(kinds) as Step['kind']]());
}
